import { queryOptions } from "@tanstack/react-query";
import { type Call, callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";
import type { getWebhook, listWebhooks } from "@/lib/webhooks/operations";

/** Key prefix of all webhook queries. Invalidate it after a write. */
export const webhooksKey = ["webhooks"] as const;

/** Returns the options of a query for all webhooks of an organization, newest first. */
export function webhookListOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...webhooksKey, organization, "list"],
    queryFn: ({ signal }) =>
      everyPage((query) => call<typeof listWebhooks>("GET /webhooks", { organization, query, signal })),
  });
}

/** Returns the options of a query for one webhook. */
export function webhookOptions(organization: string, id: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...webhooksKey, organization, "one", id],
    queryFn: ({ signal }) => call<typeof getWebhook>("GET /webhooks/{id}", { organization, params: { id }, signal }),
  });
}
