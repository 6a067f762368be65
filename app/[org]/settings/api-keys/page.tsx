import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { KeyBrowser } from "@/components/keys/key-browser";
import { keyListOptions } from "@/components/keys/queries";
import { organizationOptions } from "@/components/organizations/queries";
import { NoPermissionPage } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";

export const metadata: Metadata = { title: "API keys" };

type ApiKeysPageProps = { params: Promise<{ org: string }> };

export default async function ApiKeysPage({ params }: ApiKeysPageProps) {
  const { org } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <NoPermissionPage
        page="API keys"
        title="Only admins can manage API keys"
        description="Your role can't view credentials. Ask an admin if you need a key."
        organization={org}
      />
    );
  }
  const { client, call, hydrate } = prefetchPage(ctx);
  await Promise.all([
    client.prefetchQuery(keyListOptions(org, call)),
    client.prefetchQuery(organizationOptions(org, call)),
  ]);
  return hydrate(
    <Page>
      <KeyBrowser organization={org} held={ctx.scopes} />
    </Page>,
  );
}
