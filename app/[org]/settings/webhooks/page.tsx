import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { NoPermissionPage } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";
import { webhookListOptions } from "@/components/webhooks/queries";
import { WebhookBrowser } from "@/components/webhooks/webhook-browser";

export const metadata: Metadata = { title: "Webhooks" };

type WebhooksPageProps = { params: Promise<{ org: string }> };

export default async function WebhooksPage({ params }: WebhooksPageProps) {
  const { org } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <NoPermissionPage
        page="Webhooks"
        title="Only admins can manage webhooks"
        description="Your role can't send events to other systems. Ask an admin if you need a webhook."
        organization={org}
      />
    );
  }
  const { client, call, hydrate } = prefetchPage(ctx);
  await client.prefetchQuery(webhookListOptions(org, call));
  return hydrate(
    <Page>
      <WebhookBrowser organization={org} />
    </Page>,
  );
}
