"use client";
import { chosenOf, type FormValues } from "@/components/forms/form-values";
import { type EventType, eventTypes, webhookBodies } from "@/lib/values";
import type { Webhook, WebhookCreate, WebhookUpdate } from "@/lib/webhooks/schema";

const webhookFields = ["url", "description", "events", "types", "body", "enabled"] as const;
export type WebhookField = (typeof webhookFields)[number];
export type WebhookFields = FormValues<WebhookField>;
/** The places where errors are shown, named like the parts of the request body. */
export const webhookSlots = ["url", "description", "event_types", "body", "enabled"] as const;
export type WebhookSlot = (typeof webhookSlots)[number];

export const blankWebhook: WebhookFields = {
  url: "",
  description: "",
  events: "all",
  types: "",
  body: "full",
  enabled: "on",
};

/** Returns a webhook's current values as form fields. */
export function toWebhookFields({ url, description, event_types, body, enabled }: Webhook): WebhookFields {
  return {
    url,
    description,
    events: event_types === null ? "all" : "chosen",
    types: event_types?.join(",") ?? "",
    body,
    enabled: enabled ? "on" : "",
  };
}

/** Returns the slot that shows the errors of a field. */
export function webhookSlotOf(field: WebhookField): WebhookSlot {
  return field === "events" || field === "types" ? "event_types" : field;
}

/** Parses the selected event types. */
export function readEventTypes(types: string): EventType[] {
  const chosen = types.split(",");
  return eventTypes.filter((type) => chosen.includes(type));
}

/** Converts form fields to the body of the request that creates a webhook. */
export function toWebhookBody(fields: WebhookFields): WebhookCreate {
  return {
    url: fields.url,
    description: fields.description,
    event_types: fields.events === "all" ? null : readEventTypes(fields.types),
    body: chosenOf(webhookBodies, fields.body, "full"),
    enabled: fields.enabled === "on",
  };
}

/** Returns only the changed values, so that other people's changes aren't overwritten. */
export function findWebhookChanges(webhook: Webhook, fields: WebhookFields): WebhookUpdate {
  const before = toWebhookBody(toWebhookFields(webhook));
  const after = toWebhookBody(fields);
  const isChanged = (name: keyof WebhookUpdate) => JSON.stringify(after[name]) !== JSON.stringify(before[name]);
  return {
    ...(isChanged("url") && { url: after.url }),
    ...(isChanged("description") && { description: after.description }),
    ...(isChanged("event_types") && { event_types: after.event_types }),
    ...(isChanged("body") && { body: after.body }),
  };
}

/** Validates the fields that the API can't explain better. */
export function findWebhookFaults({ url, events, types }: WebhookFields) {
  return {
    url: url === "" ? "Enter the URL of your server." : undefined,
    event_types: events === "chosen" && types === "" ? "Choose at least one event type." : undefined,
  };
}
