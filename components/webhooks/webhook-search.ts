import { defineSearch, textParam } from "@/components/list/search-codec";
import { MAX_SEARCH } from "@/lib/limits";
import type { Webhook } from "@/lib/webhooks/schema";
import { webhookKindWords } from "./webhook-kinds";
import { describeEventTypes } from "./webhook-labels";

/** The URL parameters of the webhooks page. */
export const webhookSearch = defineSearch({ q: textParam(MAX_SEARCH) });

/** Returns the webhooks whose URL, description, format or event types contain every search word. */
export function filterWebhooks(webhooks: readonly Webhook[], q: string): Webhook[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return webhooks.filter(({ url, description, kind, event_types }) => {
    const types = [describeEventTypes({ kind, event_types }), ...(event_types ?? [])].join("\n");
    const text = `${url}\n${description}\n${webhookKindWords[kind].label}\n${types}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
