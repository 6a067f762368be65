import { Badge } from "@/components/ui/badge";
import { formatCount } from "@/components/ui/format-number";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Webhook } from "@/lib/webhooks/schema";
import type { WebhookStatistics } from "@/lib/webhooks/statistics-schema";
import { attemptSentence, describeWebhookState } from "./delivery-labels";

type WebhookStateProps = { webhook: Webhook; lastAttempt: WebhookStatistics["last_attempt"] };

/** Shows a webhook's description, its state in words, and the last reply of its server. */
export function WebhookState({ webhook, lastAttempt }: WebhookStateProps) {
  const { label, tone, detail } = describeWebhookState(webhook);
  const { failing_since, last_success_at, disabled_at, enabled, description } = webhook;
  return (
    <>
      {description ? (
        <p dir="auto" className="mb-1 [overflow-wrap:anywhere]">
          {description}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={tone} dot>
          {label}
        </Badge>
        {detail ? <span>{detail}</span> : null}
        {enabled && failing_since ? (
          <span>
            Began to fail <RelativeTime value={failing_since} />.
          </span>
        ) : null}
        {!enabled && disabled_at ? (
          <span>
            Disabled <RelativeTime value={disabled_at} />.
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
          Last attempt <RelativeTime value={lastAttempt.started_at} />: {attemptSentence(lastAttempt)}
          {lastAttempt.status === null ? "" : ` (${lastAttempt.status})`}, {formatCount(lastAttempt.duration_ms)} ms.
        </p>
      ) : null}
    </>
  );
}
