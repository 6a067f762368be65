import { formatCount } from "@/components/ui/format-number";
import { RelativeTime } from "@/components/ui/relative-time";
import { EVENT_RETENTION_D } from "@/lib/limits";
import { describeAttempt } from "@/lib/webhooks/describe-attempt";
import type { Webhook } from "@/lib/webhooks/schema";
import type { WebhookStatistics } from "@/lib/webhooks/statistics-schema";
import { WebhookMark, webhookReasonLabels } from "./webhook-mark";

type WebhookStateProps = { webhook: Webhook; lastAttempt: WebhookStatistics["last_attempt"] };

/** Shows a webhook's state in words, and the last reply of its server. */
export function WebhookState({ webhook, lastAttempt }: WebhookStateProps) {
  const { failing_since, last_success_at, disabled_at, disabled_reason, enabled } = webhook;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <WebhookMark webhook={webhook} />
        {enabled && failing_since ? (
          <span>
            Started to fail <RelativeTime value={failing_since} />.
          </span>
        ) : null}
        {!enabled && disabled_at ? (
          <span>
            {disabled_reason ? `${webhookReasonLabels[disabled_reason]}, ` : ""}
            <RelativeTime value={disabled_at} />. Events wait for up to {EVENT_RETENTION_D} days.
          </span>
        ) : null}
        <span>
          {last_success_at ? (
            <>
              Last success <RelativeTime value={last_success_at} />.
            </>
          ) : failing_since ? (
            "No delivery has succeeded yet."
          ) : null}
        </span>
      </p>
      {lastAttempt && disabled_reason !== "gone" ? (
        <p className="mt-1 [overflow-wrap:anywhere]">
          Latest delivery, last tried <RelativeTime value={lastAttempt.started_at} />:{" "}
          {lastAttempt.status === null ? "" : `${lastAttempt.status}, `}
          {formatCount(lastAttempt.duration_ms)} ms. {describeAttempt(lastAttempt)}
        </p>
      ) : null}
    </>
  );
}
