import type { ReactNode } from "react";
import { currentMemberships, currentPerson } from "@/app/require-member";
import { OrganizationShell } from "@/components/sign-in/organization-shell";

type OrganizationLayoutProps = { params: Promise<{ org: string }>; children: ReactNode };

/** The frame of the portal's pages. No gate: each page asks requireMember() itself. */
export default async function OrganizationLayout({ params, children }: OrganizationLayoutProps) {
  const { org } = await params;
  const person = await currentPerson();
  const organizations = await currentMemberships();
  const current = organizations.find(({ slug }) => slug === org);
  if (!person || !current) return children;
  const user = { name: person.name, email: person.email };
  return (
    <OrganizationShell organization={current} organizations={organizations} user={user} role={current.role}>
      {children}
    </OrganizationShell>
  );
}
