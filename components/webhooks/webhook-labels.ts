import { formatQuantity } from "@/components/ui/format-number";
import { outboundFaultTexts } from "@/lib/outbound/faults";
import { type EventSubject, type EventType, eventTypes } from "@/lib/values";
import type { Webhook, WebhookTest } from "@/lib/webhooks/schema";

/** Returns the path of the page that lists an organization's webhooks. */
export const webhooksHref = (organization: string) => `/${organization}/settings/webhooks`;

/** Returns the host of a webhook's URL. Lists show only the host, because the path can be a secret. */
export const webhookHost = ({ url }: Pick<Webhook, "url">) => new URL(url).host;

/** Returns the name of a webhook in texts: its description, or the host of its URL. */
export const webhookName = (webhook: Pick<Webhook, "url" | "description">) =>
  webhook.description.trim() || webhookHost(webhook);

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

/** Summarizes event types in a few words: "All events", "All alert events", one or two types, or their number. */
export function describeEventTypes(types: readonly EventType[] | null): string {
  if (types === null || types.length === eventTypes.length) return "All events";
  const whole = eventTypeGroups.find(
    (one) => one.types.length === types.length && types.length > 1 && one.types.every((type) => types.includes(type)),
  );
  if (whole) return `All ${whole.subject} events`;
  return types.length <= 2 ? types.join(", ") : formatQuantity(types.length, "event type");
}

/** Describes the result of a test delivery in one or two sentences. */
export function describeTest({ delivered, status, fault }: WebhookTest): string {
  if (fault !== null) return outboundFaultTexts[fault];
  if (delivered) return "The receiver accepted the event.";
  if (status !== null && status < 300) return "The receiver replied with an error, which is below.";
  if (status === 410) return "410 means that the receiver is gone. A delivery with this reply disables the webhook.";
  if (status !== null && status >= 300 && status < 400)
    return "Redirects aren't followed. Change the URL to the final one.";
  if (status === 401 || status === 403)
    return "The receiver rejected the request. Check the signing secret, the headers or the key that it expects.";
  return "Only replies with a 2xx status count as delivered. Other deliveries are retried.";
}
