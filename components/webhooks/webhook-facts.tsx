import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Webhook } from "@/lib/webhooks/schema";
import type { WebhookStatistics } from "@/lib/webhooks/statistics-schema";
import { formatSeconds } from "./delivery-labels";
import { useFilterNames } from "./use-filter-names";
import type { WebhookFilter } from "./webhook-form";
import { isVerified, webhookKindWords } from "./webhook-kinds";
import { alertFilterLabels, describeEventTypes, formatWaiting } from "./webhook-labels";

/** Shows how a webhook is set up. */
export function WebhookFacts({ organization, webhook }: { organization: string; webhook: Webhook }) {
  const { event_types: types, filter } = webhook;
  return (
    <Card className="@container min-w-0">
      <CardHeader title="Details" />
      <CardBody>
        <dl className="grid gap-x-6 gap-y-3 @lg:grid-cols-2">
          <Fact label="URL" copy={webhook.url} mono />
          <Fact label="Webhook ID" copy={webhook.id} mono />
          <Fact label="Format">
            {webhookKindWords[webhook.kind].label}
            {webhook.kind === "generic" ? (webhook.body === "full" ? ", full event" : ", only IDs and version") : ""}
          </Fact>
          <Fact label="Events">{types === null ? describeEventTypes(webhook) : <Codes texts={types} />}</Fact>
          <Fact label="Alerts">
            {filter === null ? "All" : <FilterWords organization={organization} filter={filter} />}
          </Fact>
          <Fact label="Slack channel">{webhook.channel}</Fact>
          <Fact label="Headers">
            {webhook.header_names.length === 0 ? null : <Codes texts={webhook.header_names} />}
          </Fact>
          {isVerified(webhook.kind) ? (
            <Fact label="Signing secret">Shown only when it is created or rotated</Fact>
          ) : null}
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

function Codes({ texts }: { texts: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1 pt-0.5">
      {texts.map((text) => (
        <code
          key={text}
          dir="auto"
          className="rounded-sm bg-muted px-1.5 py-0.5 font-mono text-xs text-muted-foreground [overflow-wrap:anywhere]"
        >
          {text}
        </code>
      ))}
    </span>
  );
}

const filterNames = Object.keys(alertFilterLabels) as (keyof WebhookFilter)[];

/** Shows a filter in words, such as "Severity: Critical, High". */
function FilterWords({ organization, filter }: { organization: string; filter: WebhookFilter }) {
  const { nameOf } = useFilterNames(organization, filter);
  return (
    <ul>
      {filterNames.map((name) => {
        const values = [filter[name] ?? []].flat();
        return values.length === 0 ? null : (
          <li key={name}>
            {alertFilterLabels[name]}: <bdi>{values.map((value) => nameOf(name, value) ?? value).join(", ")}</bdi>
          </li>
        );
      })}
    </ul>
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
          <Fact label="Waiting">{waitingWords(webhook.pending)}</Fact>
          <Fact label="Oldest has waited">
            {statistics?.oldest_pending_s == null ? null : formatSeconds(statistics.oldest_pending_s)}
          </Fact>
          <Fact label="New events">{statistics ? lagWords(statistics.feed_lag_s, webhook.enabled) : "–"}</Fact>
        </dl>
      </CardBody>
    </Card>
  );
}

function waitingWords(pending: number): string {
  if (pending === 0) return "No delivery is waiting";
  return `${formatWaiting(pending)} ${pending === 1 ? "delivery" : "deliveries"}`;
}

function lagWords(lagS: number, isEnabled: boolean): string {
  if (!isEnabled) {
    return lagS === 0
      ? "No event waits until you enable the webhook"
      : `Events of the last ${formatSeconds(lagS)} wait until you enable the webhook`;
  }
  return lagS === 0 ? "Up to date" : `${formatSeconds(lagS)} behind`;
}
