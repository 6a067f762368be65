import type { ReactNode } from "react";
import { ListDetail } from "@/components/list/list-table";
import { RelativeTime } from "@/components/ui/relative-time";
import { FAILING_WEBHOOK_D } from "@/lib/limits";
import type { WebhookDisabledReason } from "@/lib/values";
import type { Webhook } from "@/lib/webhooks/schema";

type WebhookHealth = "delivering" | "failing" | "disabled" | "idle";
type StateProps = {
  webhook: Pick<Webhook, "enabled" | "failing_since" | "last_success_at" | "disabled_reason" | "disabled_at">;
};

const healthLabels: Record<WebhookHealth, string> = {
  delivering: "Delivering",
  failing: "Failing",
  disabled: "Disabled",
  idle: "Nothing sent yet",
};

/** Why a webhook is disabled, in a few words. */
export const webhookReasonLabels: Record<WebhookDisabledReason, string> = {
  requested: "By a person or system",
  gone: "Server replied 410 (Gone)",
  failing: `Failed for ${FAILING_WEBHOOK_D} days`,
};

function healthOf({ enabled, failing_since, last_success_at }: StateProps["webhook"]): WebhookHealth {
  if (!enabled) return "disabled";
  if (failing_since !== null) return "failing";
  return last_success_at === null ? "idle" : "delivering";
}

/** Shows by shape and word whether a webhook delivers events. */
export function WebhookMark({ webhook }: StateProps) {
  const health = healthOf(webhook);
  return <span className={`mark webhook-${health}`}>{healthLabels[health]}</span>;
}

/** Shows since when deliveries fail, or why the webhook is disabled. Renders nothing for other webhooks. */
export function WebhookStateDetail({ webhook }: StateProps): ReactNode {
  const { enabled, failing_since, disabled_reason } = webhook;
  if (!enabled)
    return disabled_reason === null ? null : <ListDetail>{webhookReasonLabels[disabled_reason]}</ListDetail>;
  if (failing_since === null) return null;
  return (
    <ListDetail>
      Started to fail <RelativeTime value={failing_since} />
    </ListDetail>
  );
}
