import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { OrganizationSettings } from "@/components/settings/organization-settings";
import { Page } from "@/components/shell/page";
import { everyPage } from "@/lib/http/every-page";
import { memberListQuery } from "@/lib/members/queries";
import { listMembers } from "@/lib/members/reads";
import { organizationQuery } from "@/lib/organizations/queries";
import { getOrganization } from "@/lib/organizations/reads";

export const metadata: Metadata = { title: "General settings" };

type GeneralPageProps = { params: Promise<{ org: string }> };

export default async function GeneralPage({ params }: GeneralPageProps) {
  const { org } = await params;
  const { ctx, role } = await requireMember(org);
  const client = new QueryClient();
  await Promise.all([
    client.prefetchQuery({ ...organizationQuery(org), queryFn: () => getOrganization(ctx) }),
    role === "admin" &&
      client.prefetchQuery({ ...memberListQuery(org), queryFn: () => everyPage((page) => listMembers(ctx, page)) }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page width="narrow">
        <OrganizationSettings organization={org} mayEdit={role === "admin"} />
      </Page>
    </HydrationBoundary>
  );
}
