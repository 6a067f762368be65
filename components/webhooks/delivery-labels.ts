import type { BadgeTone } from "@/components/ui/badge";
import { formatQuantity } from "@/components/ui/format-number";
import { outboundFaultTexts } from "@/lib/outbound/faults";
import type { DeliveryState, EventSubject, WebhookPeriod } from "@/lib/values";
import type { Delivery, DeliveryDetail, Webhook } from "@/lib/webhooks/schema";

export const deliveryStateLabels: Record<DeliveryState, { label: string; tone: BadgeTone }> = {
  pending: { label: "Waiting", tone: "notice" },
  delivered: { label: "Delivered", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  canceled: { label: "Canceled", tone: "neutral" },
};

/** Returns the state of a delivery in words. */
export function deliveryStateOf({
  state,
  attempts,
  next_attempt_at,
}: Pick<Delivery, "state" | "attempts" | "next_attempt_at">) {
  if (state !== "pending") return deliveryStateLabels[state];
  if (next_attempt_at === null) return { label: "Sending", tone: "notice" } as const;
  return attempts > 0 ? ({ label: "Retrying", tone: "warning" } as const) : deliveryStateLabels.pending;
}

export const webhookPeriodLabels: Record<WebhookPeriod, string> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

type Attempt = DeliveryDetail["log"][number];

/** Describes the result of an attempt in a sentence. */
export function attemptSentence({ delivered, status, fault }: Attempt): string {
  if (fault) return outboundFaultTexts[fault];
  if (status === null) return "There was no reply.";
  if (delivered) return "The receiver accepted the delivery.";
  if (status < 300) return "The receiver replied with an error, although the status is a success.";
  if (status < 400) return "The receiver replied with a redirect, which isn't followed.";
  return status === 410 ? "The receiver replied that the URL is gone." : "The receiver replied with an error.";
}

/** Returns the URL of the page about a delivery's subject. */
export function subjectHref(organization: string, { kind, id }: Delivery["subject"]): string {
  return `/${organization}/${subjectPaths[kind]}/${id}`;
}

const subjectPaths: Record<EventSubject, string> = {
  alert: "alerts",
  camera: "cameras",
  key: "settings/api-keys",
  webhook: "settings/webhooks",
};

/** Formats seconds in words with one unit, such as "12 minutes". */
export function formatSeconds(seconds: number): string {
  if (seconds >= 172_800) return formatQuantity(Math.floor(seconds / 86_400), "day");
  if (seconds >= 7_200) return formatQuantity(Math.floor(seconds / 3_600), "hour");
  return seconds >= 120 ? formatQuantity(Math.floor(seconds / 60), "minute") : formatQuantity(seconds, "second");
}

/** Returns the host of a webhook's URL, with its description if there is one. */
export function webhookTitle({ url, description }: Pick<Webhook, "url" | "description">): string {
  const { host } = new URL(url);
  return description ? `${description} (${host})` : host;
}
