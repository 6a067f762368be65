import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { KeyBrowser } from "@/components/keys/key-browser";
import { keyListOptions } from "@/components/keys/queries";
import { organizationOptions } from "@/components/organizations/queries";
import { NoPermission } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/shell/page-header";
import { readKeys } from "@/lib/keys/reads";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { readOrganization } from "@/lib/organizations/reads";

export const metadata: Metadata = { title: "API keys" };

type ApiKeysPageProps = { params: Promise<{ org: string }> };

export default async function ApiKeysPage({ params }: ApiKeysPageProps) {
  const { org } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <Page>
        <PageHeader title="API keys" />
        <NoPermission
          title="API keys are for admins"
          description="Your role does not include credentials. Ask an admin of this organization if you need a key."
          backHref={`/${org}`}
        />
      </Page>
    );
  }
  const client = new QueryClient();
  await Promise.all([
    client.prefetchQuery({ ...keyListOptions(org), queryFn: () => readKeys(ctx, { limit: MAX_PAGE_SIZE }) }),
    client.prefetchQuery({ ...organizationOptions(org), queryFn: () => readOrganization(ctx) }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <KeyBrowser organization={org} held={ctx.scopes} />
      </Page>
    </HydrationBoundary>
  );
}
