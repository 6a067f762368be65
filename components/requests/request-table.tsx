"use client";
import { type ListColumn, ListRowLink, ListTable } from "@/components/list/list-table";
import { RequestStatus } from "@/components/requests/request-status";
import { RequestTime } from "@/components/requests/request-time";
import { formatCount } from "@/components/ui/format-number";
import { zoneName } from "@/components/ui/format-time";
import { useZone } from "@/components/ui/relative-time";
import type { RequestEntry } from "@/lib/requests/schema";
import { RequestMethodBadge } from "./request-method-badge";

type RequestTableProps = {
  requests: readonly RequestEntry[];
  /** Returns the URL of a request. If `onOpen` is set, a plain click calls it instead of following the link. */
  hrefOf: (id: string) => string;
  onOpen?: (id: string) => void;
  openId?: string | null;
  /** Whether to show the credential. Set it to false if all rows have the same one. */
  withCredential?: boolean;
};

export function RequestTable({ requests, hrefOf, onOpen, openId = null, withCredential = true }: RequestTableProps) {
  const zone = zoneName(new Date(), useZone());
  const columns: ListColumn<RequestEntry>[] = [
    {
      label: `Time (${zone})`,
      width: "w-44",
      className: "text-muted-foreground tabular-nums whitespace-nowrap",
      cell: ({ created_at }) => <RequestTime value={created_at} />,
    },
    { label: "Status", width: "w-18", cell: ({ status }) => <RequestStatus status={status} /> },
    {
      label: "Request",
      isName: true,
      cell: ({ id, method, route, target }) => (
        <ListRowLink
          href={hrefOf(id)}
          {...(onOpen && { onOpen: () => onOpen(id) })}
          id={`request-${id}`}
          aria-current={id === openId || undefined}
          className="flex min-w-0 items-center gap-2 font-mono text-xs"
        >
          <RequestMethodBadge method={method} className="min-w-13" />
          <span dir="ltr" className="truncate" title={target ?? undefined}>
            {shownPath(target, route)}
          </span>
        </ListRowLink>
      ),
    },
    {
      label: "ms",
      width: "w-20",
      className: "text-muted-foreground tabular-nums whitespace-nowrap @min-[38rem]:text-right",
      cell: ({ duration_ms }) => (
        <>
          {formatCount(duration_ms)}
          <span className="@min-[38rem]:sr-only"> ms</span>
        </>
      ),
    },
    {
      label: "IP address",
      width: "w-36",
      className: "text-muted-foreground @max-[56rem]:hidden",
      cell: ({ ip }) => (
        <span className="block truncate font-mono text-xs" title={ip ?? undefined}>
          {ip ?? "unknown"}
        </span>
      ),
    },
    {
      label: "Request id",
      width: "w-28",
      className: "text-muted-foreground @max-[66rem]:hidden",
      cell: ({ id }) => (
        <span title={id} className="font-mono text-xs">
          …{id.slice(-8)}
        </span>
      ),
    },
  ];
  const credential: ListColumn<RequestEntry> = {
    label: "Credential",
    width: "w-40",
    cell: ({ credential: { id, name } }) => (
      <span dir="auto" className="block truncate" title={name ?? id}>
        {name ?? id}
      </span>
    ),
  };
  return (
    <ListTable
      label="Requests"
      rows={requests}
      columns={withCredential ? columns.toSpliced(4, 0, credential) : columns}
      openId={openId}
      isInteractive
      density="compact"
    />
  );
}

/** Returns the path to display, without the prefix that all paths share. */
function shownPath(target: string | null, route: string): string {
  return (target ?? route).replace(/^\/api\/v1/, "");
}
