import { choiceParam, choicesParam, defineSearch, isIdOf, type SearchOf } from "@/components/list/search-codec";
import { deliveryStates, eventTypes, type WebhookPeriod, webhookPeriods } from "@/lib/values";

export const isDeliveryId = isIdOf("delivery");
export const DEFAULT_WEBHOOK_PERIOD: WebhookPeriod = "24h";

/** The URL parameters of a webhook's page: filters of its deliveries, and the period of its charts. */
export const deliverySearch = defineSearch(
  {
    state: choicesParam(deliveryStates),
    event_type: choicesParam(eventTypes),
    period: choiceParam(webhookPeriods, DEFAULT_WEBHOOK_PERIOD),
  },
  { kept: ["period"] },
);
export type DeliverySearch = SearchOf<typeof deliverySearch>;

/** The part of the path between a webhook and its delivery. */
export const DELIVERIES_PATH = "deliveries/";
