import { queryOptions } from "@tanstack/react-query";
import { type Call, callApi } from "@/lib/http/call";
import { MAX_PAGE_SIZE, WEBHOOK_NOTICES_H } from "@/lib/limits";
import { HOUR_MS } from "@/lib/time";
import type { listWebhooks } from "@/lib/webhooks/operations";
import type { Webhook } from "@/lib/webhooks/schema";

/** The polling interval. Deliveries that fail for an hour send no event. */
const REFRESH_MS = 60_000;

/**
 * Returns the options of a query for webhooks that admins get notices about: those that have failed for an hour, and
 * those that failures disabled.
 */
export function failingWebhooksOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: ["webhooks", organization, "failing"],
    // One page contains all webhooks, because their limit is below the page size.
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_PAGE_SIZE };
      return (await call<typeof listWebhooks>("GET /webhooks", { organization, query, signal })).data.filter(isFailing);
    },
    refetchInterval: REFRESH_MS,
  });
}

function isFailing({ enabled, disabled_reason, failing_since }: Webhook): boolean {
  if (!enabled) return disabled_reason !== "requested";
  return failing_since !== null && Date.parse(failing_since) <= Date.now() - WEBHOOK_NOTICES_H[0] * HOUR_MS;
}
