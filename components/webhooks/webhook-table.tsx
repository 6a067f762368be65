"use client";
import { type ListColumn, ListDetail, ListRowLink, ListTable, NoValue } from "@/components/list/list-table";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Webhook } from "@/lib/webhooks/schema";
import { webhookKindWords } from "./webhook-kinds";
import { describeEventTypes, formatWaiting, webhookHost, webhookHref, webhookName } from "./webhook-labels";
import { WebhookMark, WebhookStateDetail } from "./webhook-mark";
import { type WebhookAction, WebhookMenu } from "./webhook-menu";

type WebhookTableProps = {
  organization: string;
  webhooks: readonly Webhook[];
  onAction: (action: WebhookAction, webhook: Webhook) => void;
};

export function WebhookTable({ organization, webhooks, onAction }: WebhookTableProps) {
  const columns: ListColumn<Webhook>[] = [
    {
      label: "Webhook",
      cell: (webhook) => (
        <>
          <ListRowLink
            href={webhookHref(organization, webhook.id)}
            dir="auto"
            title={webhookName(webhook)}
            className="block truncate font-medium"
          >
            {webhookName(webhook)}
          </ListRowLink>
          {webhook.description.trim() ? <ListDetail className="font-mono">{webhookHost(webhook)}</ListDetail> : null}
        </>
      ),
    },
    {
      label: "State",
      width: "w-48",
      cell: (webhook) => (
        <>
          <WebhookMark webhook={webhook} />
          <WebhookStateDetail webhook={webhook} />
        </>
      ),
    },
    { label: "Format", width: "w-40", cell: ({ kind }) => webhookKindWords[kind].label },
    {
      label: "Events",
      width: "w-44",
      className: "@min-[42rem]:@max-[58rem]:hidden",
      cell: ({ kind, event_types, filter }) => (
        <>
          <span title={event_types?.join(", ")} className="@min-[42rem]:line-clamp-2">
            {describeEventTypes({ kind, event_types })}
          </span>
          {filter === null ? null : <ListDetail>Alerts are filtered</ListDetail>}
        </>
      ),
    },
    {
      label: "Waiting",
      width: "w-24",
      className: "@min-[42rem]:@max-[50rem]:hidden",
      cell: ({ pending }) =>
        pending === 0 ? <NoValue /> : <span className="tabular-nums">{formatWaiting(pending)}</span>,
    },
    {
      label: "Last success",
      width: "w-32",
      cell: ({ last_success_at }) =>
        last_success_at === null ? (
          <span className="text-muted-foreground">Never</span>
        ) : (
          <RelativeTime value={last_success_at} className="whitespace-nowrap" />
        ),
    },
  ];
  return (
    <ListTable
      label="Webhooks"
      rows={webhooks}
      columns={columns}
      actions={(webhook) => <WebhookMenu webhook={webhook} onAction={(action) => onAction(action, webhook)} />}
      isInteractive
      cards="fields"
      density="roomy"
    />
  );
}
