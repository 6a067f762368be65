import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { formatCount, formatQuantity } from "@/components/ui/format-number";
import { RelativeTime } from "@/components/ui/relative-time";
import { MAX_COUNTED_DELIVERIES } from "@/lib/limits";
import { eventTypes } from "@/lib/values";
import type { Webhook } from "@/lib/webhooks/schema";
import type { WebhookStatistics } from "@/lib/webhooks/statistics-schema";
import { formatSeconds } from "./delivery-labels";

/** Shows how a webhook is set up. The signing secret is only shown when it is created. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { event_types: types } = webhook;
  return (
    <Card className="@container min-w-0">
      <CardHeader title="Details" />
      <CardBody>
        <dl className="grid gap-x-6 gap-y-3 @lg:grid-cols-2">
          <Fact label="URL" copy={webhook.url} mono />
          <Fact label="Webhook ID" copy={webhook.id} mono />
          <Fact label="Format">
            {webhook.kind === "generic" ? "Standard Webhooks" : webhook.kind},{" "}
            {webhook.body === "full" ? "full event" : "only IDs and version"}
          </Fact>
          <Fact label="Events">
            {types === null ? (
              `All ${eventTypes.length} types`
            ) : (
              <span className="flex flex-wrap gap-1 pt-0.5">
                {types.map((type) => (
                  <code
                    key={type}
                    className="rounded-sm bg-muted px-1.5 py-0.5 font-mono text-xs text-muted-foreground"
                  >
                    {type}
                  </code>
                ))}
              </span>
            )}
          </Fact>
          <Fact label="Signing secret">Shown only when it is created or rotated</Fact>
          <Fact label="Created">
            <RelativeTime value={webhook.created_at} mode="absolute" />
            <span dir="auto" className="block text-xs text-muted-foreground">
              by {webhook.created_by}
            </span>
          </Fact>
        </dl>
      </CardBody>
    </Card>
  );
}

type WebhookBacklogProps = { webhook: Webhook; statistics: WebhookStatistics | undefined };

/** Shows what waits to be sent, in words. */
export function WebhookBacklog({ webhook, statistics }: WebhookBacklogProps) {
  return (
    <Card className="@container">
      <CardHeader title="Backlog" />
      <CardBody>
        <dl className="grid gap-x-6 gap-y-3 @lg:grid-cols-3" aria-busy={statistics === undefined}>
          <Fact label="Waiting">{pendingWords(webhook.pending)}</Fact>
          <Fact label="Oldest waits for">
            {statistics?.oldest_pending_s == null ? null : formatSeconds(statistics.oldest_pending_s)}
          </Fact>
          <Fact label="Events">{statistics ? lagWords(statistics.feed_lag_s, webhook.enabled) : "–"}</Fact>
        </dl>
      </CardBody>
    </Card>
  );
}

function pendingWords(pending: number): string {
  if (pending === 0) return "No delivery waits";
  const more = pending >= MAX_COUNTED_DELIVERIES ? "or more " : "";
  return more ? `${formatCount(pending)} ${more}deliveries` : formatQuantity(pending, "delivery", "deliveries");
}

function lagWords(lagS: number, isEnabled: boolean): string {
  if (!isEnabled) {
    return lagS === 0
      ? "No event waits until you enable the webhook"
      : `Events of the last ${formatSeconds(lagS)} wait until you enable the webhook`;
  }
  return lagS === 0 ? "Up to date with the event feed" : `${formatSeconds(lagS)} behind the event feed`;
}
