import { formatCount, formatQuantity } from "@/components/ui/format-number";
import { MAX_COUNTED_DELIVERIES } from "@/lib/limits";
import { type EventSubject, type EventType, eventTypes } from "@/lib/values";
import type { Webhook } from "@/lib/webhooks/schema";

/** Returns the path of the page that lists an organization's webhooks. */
export const webhooksHref = (organization: string) => `/${organization}/settings/webhooks`;

/** Returns the path of a webhook's page. */
export const webhookHref = (organization: string, id: string) => `${webhooksHref(organization)}/${id}`;

/** Returns the host of a webhook's URL. Lists show only the host, because the path can be a secret. */
export const webhookHost = ({ url }: Pick<Webhook, "url">) => new URL(url).host;

/** Returns the name of a webhook in texts: its description, or the host of its URL. */
export const webhookName = (webhook: Pick<Webhook, "url" | "description">) =>
  webhook.description.trim() || webhookHost(webhook);

/** Returns the name of a webhook with its host, which tells webhooks with the same name apart. */
export function webhookTitle(webhook: Pick<Webhook, "url" | "description">): string {
  const [name, host] = [webhookName(webhook), webhookHost(webhook)];
  return name === host ? host : `${name} (${host})`;
}

/** Formats the number of a webhook's waiting deliveries, which are counted up to a limit. */
export const formatWaiting = (pending: number) =>
  `${formatCount(pending)}${pending >= MAX_COUNTED_DELIVERIES ? "+" : ""}`;

/** The event types by subject, with the labels of the form. */
export const eventTypeGroups: readonly { subject: EventSubject; label: string; types: readonly EventType[] }[] = [
  group("alert", "Alerts"),
  group("camera", "Cameras"),
  group("key", "API keys"),
  group("webhook", "Webhooks"),
];

function group(subject: EventSubject, label: string) {
  return { subject, label, types: eventTypes.filter((type) => type.startsWith(`${subject}.`)) };
}

/** The labels of the filters of alert events. */
export const alertFilterLabels: Record<keyof NonNullable<Webhook["filter"]>, string> = {
  severity: "Severity",
  status: "Status",
  use_case: "Use case",
  site_id: "Site",
  camera_id: "Camera",
  tag: "Tag",
  assignee_id: "Assignee",
  q: "Search",
};

/** Summarizes the event types of a webhook in a few words: "All events", "All alert events", one or two types, or their number. */
export function describeEventTypes({ kind, event_types: types }: Pick<Webhook, "kind" | "event_types">): string {
  if (kind === "pagerduty" && types === null) return "Alerts and their status";
  if (types === null || types.length === eventTypes.length) return "All events";
  const whole = eventTypeGroups.find(
    (one) => one.types.length === types.length && types.length > 1 && one.types.every((type) => types.includes(type)),
  );
  if (whole) return `All ${whole.subject} events`;
  return types.length <= 2 ? types.join(", ") : formatQuantity(types.length, "event type");
}
