import { queryOptions } from "@tanstack/react-query";
import { pagedQueryOptions } from "@/components/list/paged-query";
import { type Call, callApi } from "@/lib/http/call";
import type { WebhookPeriod } from "@/lib/values";
import type { getDelivery, getWebhook, getWebhookStatistics, listDeliveries } from "@/lib/webhooks/operations";
import { DEFAULT_WEBHOOK_PERIOD, type DeliverySearch, deliverySearch } from "./delivery-search";
import { webhooksKey } from "./queries";

/** Returns the key prefix of all queries about one webhook. */
const webhookPageKey = (organization: string, id: string) => [...webhooksKey, organization, "page", id] as const;

export function webhookPageOptions(organization: string, id: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...webhookPageKey(organization, id), "webhook"],
    queryFn: ({ signal }) => call<typeof getWebhook>("GET /webhooks/{id}", { organization, params: { id }, signal }),
  });
}

export function webhookStatisticsOptions(
  organization: string,
  id: string,
  period: WebhookPeriod = DEFAULT_WEBHOOK_PERIOD,
  call: Call = callApi,
) {
  return queryOptions({
    queryKey: [...webhookPageKey(organization, id), "statistics", period],
    queryFn: ({ signal }) =>
      call<typeof getWebhookStatistics>("GET /webhooks/{id}/statistics", {
        organization,
        params: { id },
        query: { period },
        signal,
      }),
  });
}

export function deliveryListOptions(organization: string, id: string, search: DeliverySearch, call: Call = callApi) {
  const { period: _, ...filter } = search;
  return pagedQueryOptions({
    queryKey: [...webhookPageKey(organization, id), "deliveries", deliverySearch.format(filter)],
    query: () => filter,
    read: (query, signal) =>
      call<typeof listDeliveries>("GET /webhooks/{id}/deliveries", { organization, params: { id }, query, signal }),
  });
}

export function deliveryOptions(organization: string, id: string, did: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...webhookPageKey(organization, id), "delivery", did],
    queryFn: ({ signal }) =>
      call<typeof getDelivery>("GET /webhooks/{id}/deliveries/{did}", { organization, params: { id, did }, signal }),
  });
}
