import type { BadgeTone } from "@/components/ui/badge";
import { formatQuantity } from "@/components/ui/format-number";
import type { DeliveryState, WebhookPeriod } from "@/lib/values";
import type { Delivery } from "@/lib/webhooks/schema";

export const deliveryStateLabels: Record<DeliveryState, { label: string; tone: BadgeTone }> = {
  pending: { label: "Waiting", tone: "notice" },
  delivered: { label: "Delivered", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  canceled: { label: "Canceled", tone: "neutral" },
};

/**
 * Returns the state of a delivery in words.
 * @param isPaused whether the webhook is disabled, so that no retry follows.
 */
export function deliveryStateOf(
  { state, attempts, next_attempt_at }: Pick<Delivery, "state" | "attempts" | "next_attempt_at">,
  isPaused: boolean,
) {
  if (state !== "pending") return deliveryStateLabels[state];
  if (next_attempt_at === null) return { label: "Sending", tone: "notice" } as const;
  return attempts > 0 && !isPaused ? ({ label: "Retrying", tone: "warning" } as const) : deliveryStateLabels.pending;
}

export const webhookPeriodLabels: Record<WebhookPeriod, string> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

/** Formats seconds in words with one unit, such as "12 minutes". */
export function formatSeconds(seconds: number): string {
  if (seconds >= 172_800) return formatQuantity(Math.floor(seconds / 86_400), "day");
  if (seconds >= 7_200) return formatQuantity(Math.floor(seconds / 3_600), "hour");
  return seconds >= 120 ? formatQuantity(Math.floor(seconds / 60), "minute") : formatQuantity(seconds, "second");
}
