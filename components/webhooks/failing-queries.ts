import { WEBHOOK_NOTICES_H } from "@/lib/limits";
import { HOUR_MS } from "@/lib/time";
import type { Webhook, WebhookList } from "@/lib/webhooks/schema";
import { webhookListOptions } from "./queries";

/** The polling interval. Deliveries that fail for an hour send no event. */
const REFRESH_MS = 60_000;

/**
 * Returns the options of a query for webhooks that admins get notices about: those that have failed for an hour, and
 * those that failures disabled.
 */
export function failingWebhooksOptions(organization: string) {
  return {
    ...webhookListOptions(organization),
    select: ({ data }: WebhookList) => data.filter(isFailing),
    refetchInterval: REFRESH_MS,
  };
}

function isFailing({ enabled, disabled_reason, failing_since }: Webhook): boolean {
  if (!enabled) return disabled_reason !== "requested";
  return failing_since !== null && Date.parse(failing_since) <= Date.now() - WEBHOOK_NOTICES_H[0] * HOUR_MS;
}
