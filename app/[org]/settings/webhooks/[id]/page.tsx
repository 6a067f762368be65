import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import type { PageSearchParams } from "@/components/list/search-codec";
import { NoPermissionPage } from "@/components/shell/no-permission";
import { deliverySearch } from "@/components/webhooks/delivery-search";
import { PrefetchedWebhook } from "./webhook-view";

export const metadata: Metadata = { title: "Webhook" };

type WebhookRouteProps = { params: Promise<{ org: string; id: string }>; searchParams: Promise<PageSearchParams> };

export default async function WebhookRoute({ params, searchParams }: WebhookRouteProps) {
  const { org, id } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <NoPermissionPage
        page="Webhook"
        title="Only admins can manage webhooks"
        description="Your role can't view webhooks. Ask an admin if you need to know what was delivered."
        organization={org}
      />
    );
  }
  return <PrefetchedWebhook ctx={ctx} organization={org} id={id} search={deliverySearch.parse(await searchParams)} />;
}
