import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { AppBrowser } from "@/components/oauth/app-browser";
import { appListOptions, grantListOptions } from "@/components/oauth/queries";
import { organizationOptions } from "@/components/organizations/queries";
import { NoPermissionPage } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";

export const metadata: Metadata = { title: "OAuth apps" };

type OAuthAppsPageProps = { params: Promise<{ org: string }> };

export default async function OAuthAppsPage({ params }: OAuthAppsPageProps) {
  const { org } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <NoPermissionPage
        page="OAuth apps"
        title="Only admins can manage OAuth apps"
        description="Your role can't view credentials. Ask an admin if you need an app."
        organization={org}
      />
    );
  }
  const { client, call, hydrate } = prefetchPage(ctx);
  await Promise.all([
    client.prefetchQuery(appListOptions(org, call)),
    client.prefetchQuery(grantListOptions(org, call)),
    client.prefetchQuery(organizationOptions(org, call)),
  ]);
  return hydrate(
    <Page>
      <AppBrowser organization={org} />
    </Page>,
  );
}
