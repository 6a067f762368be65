import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { AppBrowser } from "@/components/oauth/app-browser";
import { appListOptions, grantListOptions } from "@/components/oauth/queries";
import { organizationOptions } from "@/components/organizations/queries";
import { NoPermission } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/shell/page-header";
import { everyPage } from "@/lib/http/every-page";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { readApps, readGrants } from "@/lib/oauth/reads";
import { readOrganization } from "@/lib/organizations/reads";

export const metadata: Metadata = { title: "OAuth apps" };

type OAuthAppsPageProps = { params: Promise<{ org: string }> };

export default async function OAuthAppsPage({ params }: OAuthAppsPageProps) {
  const { org } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <Page>
        <PageHeader title="OAuth apps" />
        <NoPermission
          title="OAuth apps are for admins"
          description="Your role does not include credentials. Ask an admin of this organization if you need an app."
          backHref={`/${org}`}
        />
      </Page>
    );
  }
  const client = new QueryClient();
  await Promise.all([
    client.prefetchQuery({ ...appListOptions(org), queryFn: () => everyPage((page) => readApps(ctx, page)) }),
    client.prefetchQuery({ ...grantListOptions(org), queryFn: () => readGrants(ctx, { limit: MAX_PAGE_SIZE }) }),
    client.prefetchQuery({ ...organizationOptions(org), queryFn: () => readOrganization(ctx) }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <AppBrowser organization={org} />
      </Page>
    </HydrationBoundary>
  );
}
