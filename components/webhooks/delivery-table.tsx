"use client";
import { type ListColumn, ListRowLink, ListTable } from "@/components/list/list-table";
import { RequestTime } from "@/components/requests/request-time";
import { Badge } from "@/components/ui/badge";
import { zoneName } from "@/components/ui/format-time";
import { RelativeTime, useZone } from "@/components/ui/relative-time";
import type { Delivery } from "@/lib/webhooks/schema";
import { deliveryStateOf } from "./delivery-labels";

/** Returns the element ID of a delivery's row. */
export const deliveryRowId = (id: string) => `row-${id}`;

type DeliveryTableProps = {
  deliveries: readonly Delivery[];
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
  openId: string | null;
  /** Whether the webhook is disabled, so that no attempt follows. */
  isPaused: boolean;
};

export function DeliveryTable({ deliveries, hrefOf, onOpen, openId, isPaused }: DeliveryTableProps) {
  const timeZone = useZone();
  const columns: ListColumn<Delivery>[] = [
    {
      label: "Event",
      isName: true,
      cell: ({ id, event_type }) => (
        <ListRowLink
          href={hrefOf(id)}
          onOpen={() => onOpen(id)}
          id={deliveryRowId(id)}
          aria-current={id === openId || undefined}
          className="block truncate font-mono text-xs"
        >
          {event_type}
        </ListRowLink>
      ),
    },
    {
      label: "State",
      width: "w-28",
      corner: "top",
      cell: (delivery) => {
        const { label, tone } = deliveryStateOf(delivery, isPaused);
        return (
          <Badge tone={tone} dot>
            {label}
          </Badge>
        );
      },
    },
    {
      label: "Subject",
      width: "w-44",
      className: "text-muted-foreground @max-[52rem]:hidden",
      cell: ({ subject }) => (
        <span title={subject.id} className="font-mono text-xs">
          {subject.kind} …{subject.id.slice(-8)}
        </span>
      ),
    },
    {
      label: "Attempts",
      width: "w-22",
      className: "text-muted-foreground tabular-nums @min-[38rem]:text-right",
      cell: ({ attempts }) => (
        <>
          {attempts}
          <span className="@min-[38rem]:sr-only"> {attempts === 1 ? "attempt" : "attempts"}</span>
        </>
      ),
    },
    {
      label: "Next attempt",
      width: "w-32",
      className: "text-muted-foreground whitespace-nowrap tabular-nums",
      cell: ({ next_attempt_at }) =>
        next_attempt_at && !isPaused ? (
          <>
            <span className="@min-[38rem]:sr-only">next </span>
            <RelativeTime value={next_attempt_at} />
          </>
        ) : null,
    },
    {
      label: `Created (${zoneName(new Date(), timeZone)})`,
      width: "w-44",
      className: "text-muted-foreground tabular-nums whitespace-nowrap",
      cell: ({ created_at }) => <RequestTime value={created_at} />,
    },
  ];
  return (
    <ListTable
      label="Deliveries, newest first"
      rows={deliveries}
      columns={columns}
      openId={openId}
      isInteractive
      density="compact"
    />
  );
}
