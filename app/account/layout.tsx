import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { currentMemberships, currentPerson } from "@/app/require-member";
import { AccountShell } from "@/components/account/account-shell";
import { LAST_ORGANIZATION_COOKIE } from "@/components/shell/last-organization";

type AccountLayoutProps = { children: ReactNode };

/** The frame of the account's pages. No gate: each page asks requirePerson() itself. */
export default async function AccountLayout({ children }: AccountLayoutProps) {
  if (!(await currentPerson())) return children;
  const organizations = await currentMemberships();
  const last = (await cookies()).get(LAST_ORGANIZATION_COOKIE)?.value;
  const organization = organizations.find(({ slug }) => slug === last) ?? organizations[0] ?? null;
  return <AccountShell organization={organization}>{children}</AccountShell>;
}
