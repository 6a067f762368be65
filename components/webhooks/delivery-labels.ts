import type { BadgeTone } from "@/components/ui/badge";
import { formatQuantity } from "@/components/ui/format-number";
import type { OutboundFault } from "@/lib/outbound/faults";
import { OUTBOUND_TIMEOUT_S } from "@/lib/outbound/limits";
import type { DeliveryState, EventSubject, WebhookPeriod } from "@/lib/values";
import type { Delivery, DeliveryDetail, Webhook } from "@/lib/webhooks/schema";

export const deliveryStateLabels: Record<DeliveryState, { label: string; tone: BadgeTone }> = {
  pending: { label: "Waiting", tone: "notice" },
  delivered: { label: "Delivered", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  canceled: { label: "Canceled", tone: "neutral" },
};

/** Returns the state of a delivery. One that waits for a retry already failed once. */
export function deliveryStateOf({ state, attempts }: Pick<Delivery, "state" | "attempts">) {
  return state === "pending" && attempts > 0
    ? ({ label: "Retrying", tone: "warning" } as const)
    : deliveryStateLabels[state];
}

export const webhookPeriodLabels: Record<WebhookPeriod, string> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

/** Why an attempt got no reply. */
const faultSentences: Record<OutboundFault, string> = {
  blocked_address: "The URL leads to a private address, so nothing was sent",
  name_not_found: "The host name wasn't found",
  connection_refused: "The server refused the connection",
  tls_error: "The TLS connection failed. Check the server's certificate",
  timeout: `The server didn't reply within ${OUTBOUND_TIMEOUT_S} seconds`,
  connection_closed: "The server closed the connection without a reply",
  invalid_reply: "The reply wasn't valid HTTP",
};

type Attempt = DeliveryDetail["log"][number];

/** Returns whether an attempt got a 2xx reply. */
export const isSuccessfulAttempt = ({ status }: Attempt) => status !== null && status >= 200 && status < 300;

/** Describes the result of an attempt in a sentence, without a period. */
export function attemptSentence(attempt: Attempt): string {
  if (attempt.fault) return faultSentences[attempt.fault];
  const { status } = attempt;
  if (status === null) return "There was no reply";
  if (isSuccessfulAttempt(attempt)) return "Your server accepted the delivery";
  if (status >= 300 && status < 400) return "Your server replied with a redirect, which isn't followed";
  if (status === 410) return "Your server replied that the URL is gone";
  return "Your server replied with an error";
}

/** Describes a webhook's state, for its badge and the text beside it. */
export function describeWebhookState(webhook: Webhook): { label: string; tone: BadgeTone; detail: string } {
  if (!webhook.enabled) {
    const detail = {
      requested: "Nothing is sent. Events are kept for later.",
      gone: "Your server replied with 410, which means that the URL is gone.",
      failing: "No delivery succeeded for days.",
    }[webhook.disabled_reason ?? "requested"];
    return { label: "Disabled", tone: "neutral", detail };
  }
  if (webhook.failing_since) return { label: "Failing", tone: "danger", detail: "" };
  if (webhook.last_success_at) return { label: "Delivering", tone: "success", detail: "" };
  return { label: "Ready", tone: "notice", detail: "No delivery yet." };
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
