import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { memberListOptions } from "@/components/members/queries";
import { OrganizationSettings } from "@/components/organizations/organization-settings";
import { organizationOptions } from "@/components/organizations/queries";
import { Page } from "@/components/shell/page";
import { everyPage } from "@/lib/http/every-page";
import { readMembers } from "@/lib/members/reads";
import { readOrganization } from "@/lib/organizations/reads";

export const metadata: Metadata = { title: "General settings" };

type GeneralPageProps = { params: Promise<{ org: string }> };

export default async function GeneralPage({ params }: GeneralPageProps) {
  const { org } = await params;
  const { ctx, role } = await requireMember(org);
  const client = new QueryClient();
  await Promise.all([
    client.prefetchQuery({ ...organizationOptions(org), queryFn: () => readOrganization(ctx) }),
    role === "admin" &&
      client.prefetchQuery({ ...memberListOptions(org), queryFn: () => everyPage((page) => readMembers(ctx, page)) }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page width="form">
        <OrganizationSettings organization={org} mayEdit={role === "admin"} />
      </Page>
    </HydrationBoundary>
  );
}
