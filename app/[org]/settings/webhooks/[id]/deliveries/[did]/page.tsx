import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireMember } from "@/app/require-member";
import type { PageSearchParams } from "@/components/list/search-codec";
import { deliverySearch, isDeliveryId } from "@/components/webhooks/delivery-search";
import { webhookHref } from "@/components/webhooks/webhook-labels";
import { PrefetchedWebhook } from "../../webhook-view";

export const metadata: Metadata = { title: "Delivery" };

type DeliveryRouteProps = {
  params: Promise<{ org: string; id: string; did: string }>;
  searchParams: Promise<PageSearchParams>;
};

/** The page of one delivery: the webhook's page with this delivery beside it. Shared links and reloads open it. */
export default async function DeliveryRoute({ params, searchParams }: DeliveryRouteProps) {
  const { org, id, did } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  const search = deliverySearch.parse(await searchParams);
  if (!allowed || !isDeliveryId(did)) redirect(deliverySearch.href(webhookHref(org, id), search));
  return <PrefetchedWebhook ctx={ctx} organization={org} id={id} search={search} did={did} />;
}
