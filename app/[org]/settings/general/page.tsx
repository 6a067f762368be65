import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { memberListOptions } from "@/components/members/queries";
import { OrganizationSettings } from "@/components/organizations/organization-settings";
import { organizationOptions } from "@/components/organizations/queries";
import { Page } from "@/components/shell/page";

export const metadata: Metadata = { title: "General settings" };

type GeneralPageProps = { params: Promise<{ org: string }> };

export default async function GeneralPage({ params }: GeneralPageProps) {
  const { org } = await params;
  const { ctx, role } = await requireMember(org);
  const { client, call, hydrate } = prefetchPage(ctx);
  await Promise.all([
    client.prefetchQuery(organizationOptions(org, call)),
    role === "admin" && client.prefetchQuery(memberListOptions(org, call)),
  ]);
  return hydrate(
    <Page width="form">
      <OrganizationSettings organization={org} mayEdit={role === "admin"} />
    </Page>,
  );
}
