import { notFound } from "next/navigation";
import { prefetchPage } from "@/app/prefetch-page";
import {
  deliveryListOptions,
  deliveryOptions,
  webhookPageOptions,
  webhookStatisticsOptions,
} from "@/components/webhooks/delivery-queries";
import type { DeliverySearch } from "@/components/webhooks/delivery-search";
import { WebhookDetail } from "@/components/webhooks/webhook-detail";
import type { Context } from "@/lib/auth/context";
import { isFailure } from "@/lib/errors";
import { readWebhook } from "@/lib/webhooks/reads";

type WebhookPageProps = { ctx: Context; organization: string; id: string; search: DeliverySearch; did?: string };

/** Renders a webhook's page with prefetched data. `did` is the ID of the delivery shown beside it. */
export async function PrefetchedWebhook({ ctx, organization, id, search, did }: WebhookPageProps) {
  const { client, call, hydrate } = prefetchPage(ctx);
  const [webhook] = await Promise.all([
    readWebhook(ctx, id).catch((error: unknown) => {
      if (isFailure(error) && error.code === "not_found") return null;
      throw error;
    }),
    client.prefetchQuery({ ...webhookStatisticsOptions(organization, id, search.period, call), retry: false }),
    client.prefetchInfiniteQuery({ ...deliveryListOptions(organization, id, search, call), retry: false }),
    did !== undefined && client.prefetchQuery({ ...deliveryOptions(organization, id, did, call), retry: false }),
  ]);
  if (!webhook) notFound();
  client.setQueryData(webhookPageOptions(organization, id).queryKey, webhook);
  return hydrate(<WebhookDetail organization={organization} id={id} />);
}
