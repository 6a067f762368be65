import type { ReactNode } from "react";
import { currentPerson, homeOrganization } from "@/app/require-member";
import { AccountShell } from "@/components/account/account-shell";

type AccountLayoutProps = { children: ReactNode };

/** The frame of the account pages. It checks no access: each page calls requirePerson() itself. */
export default async function AccountLayout({ children }: AccountLayoutProps) {
  if (!(await currentPerson())) return children;
  return <AccountShell organization={await homeOrganization()}>{children}</AccountShell>;
}
