import { formatCount } from "@/components/ui/format-number";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Webhook } from "@/lib/webhooks/schema";
import type { WebhookStatistics } from "@/lib/webhooks/statistics-schema";
import { attemptSentence } from "./delivery-labels";
import { WebhookMark, webhookReasonLabels } from "./webhook-mark";

type WebhookStateProps = { webhook: Webhook; lastAttempt: WebhookStatistics["last_attempt"] };

/** Shows a webhook's description, its state in words, and the last reply of its server. */
export function WebhookState({ webhook, lastAttempt }: WebhookStateProps) {
  const { failing_since, last_success_at, disabled_at, disabled_reason, enabled, description } = webhook;
  return (
    <>
      {description ? (
        <p dir="auto" className="mb-1 [overflow-wrap:anywhere]">
          {description}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <WebhookMark webhook={webhook} />
        {enabled && failing_since ? (
          <span>
            First failed <RelativeTime value={failing_since} />.
          </span>
        ) : null}
        {!enabled && disabled_at ? (
          <span>
            {disabled_reason ? `${webhookReasonLabels[disabled_reason]}, ` : ""}
            <RelativeTime value={disabled_at} />. Events are kept for later.
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
      {lastAttempt ? (
        <p className="mt-1 [overflow-wrap:anywhere]">
          Last attempt <RelativeTime value={lastAttempt.started_at} />
          {lastAttempt.status === null ? "" : `, ${lastAttempt.status}`}, {formatCount(lastAttempt.duration_ms)} ms:{" "}
          {attemptSentence(lastAttempt)}
        </p>
      ) : null}
    </>
  );
}
