import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { currentContext, currentMemberships, currentPerson } from "@/app/require-member";
import { KeyBanner } from "@/components/keys/key-banner";
import { KEY_WARNINGS_COOKIE, parseWarnings } from "@/components/keys/key-warnings-cookie";
import { OrganizationShell } from "@/components/sign-in/organization-shell";
import { listEndingKeys } from "@/lib/keys/reads";

type OrganizationLayoutProps = { params: Promise<{ org: string }>; children: ReactNode };

/** The frame of the portal's pages. It checks no access: each page calls requireMember() itself. */
export default async function OrganizationLayout({ params, children }: OrganizationLayoutProps) {
  const { org } = await params;
  const person = await currentPerson();
  const organizations = await currentMemberships();
  const current = organizations.find(({ slug }) => slug === org);
  if (!person || !current) return children;
  const user = { name: person.name, email: person.email };
  return (
    <OrganizationShell
      organization={current}
      organizations={organizations}
      user={user}
      role={current.role}
      banner={await warningsFor(org)}
    >
      {children}
    </OrganizationShell>
  );
}

/**
 * Returns the banner about keys that expire soon, which is shown above every page. Null for people who aren't
 * admins.
 */
async function warningsFor(org: string): Promise<ReactNode> {
  const ctx = await currentContext(org, "admin");
  if (!ctx) return null;
  const hidden = parseWarnings((await cookies()).get(KEY_WARNINGS_COOKIE)?.value);
  return <KeyBanner organization={org} keys={await listEndingKeys(ctx)} hidden={hidden} />;
}
