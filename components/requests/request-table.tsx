"use client";
import type { MouseEvent, ReactNode } from "react";
import { RequestStatus } from "@/components/requests/request-status";
import { RequestTime } from "@/components/requests/request-time";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format-number";
import { zoneName } from "@/components/ui/format-time";
import { useZone } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { RequestEntry } from "@/lib/requests/schema";
import { RequestMethodBadge } from "./request-method-badge";

type RequestTableProps = {
  requests: readonly RequestEntry[];
  /** Where a request opens; a plain click calls `onOpen` instead, if there is one. */
  hrefOf: (id: string) => string;
  onOpen?: (id: string) => void;
  openId?: string | null;
  /** False where every row has the same credential. */
  withCredential?: boolean;
};

/** A table where there is room for one; below that each request is a card of the same cells. */
export function RequestTable({ requests, hrefOf, onOpen, openId = null, withCredential = true }: RequestTableProps) {
  const zone = zoneName(new Date(), useZone());
  return (
    <div className="@container rounded-lg border border-border bg-surface">
      <Table label="Requests" className="@max-[38rem]:block">
        <TableHeader className="@max-[38rem]:sr-only">
          <tr>
            <TableHead>Time ({zone})</TableHead>
            <TableHead>Status</TableHead>
            <TableHead>Request</TableHead>
            <TableHead className="text-right">ms</TableHead>
            {withCredential ? <TableHead>Credential</TableHead> : null}
            <TableHead className="@max-[56rem]:hidden">IP address</TableHead>
            <TableHead className="@max-[66rem]:hidden">Request id</TableHead>
          </tr>
        </TableHeader>
        <TableBody className="@max-[38rem]:block">
          {requests.map((request) => (
            <Row
              key={request.id}
              request={request}
              href={hrefOf(request.id)}
              onOpen={onOpen}
              isOpen={request.id === openId}
              withCredential={withCredential}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

type RowProps = {
  request: RequestEntry;
  href: string;
  onOpen: ((id: string) => void) | undefined;
  isOpen: boolean;
  withCredential: boolean;
};

function Row({ request, href, onOpen, isOpen, withCredential }: RowProps) {
  const { id, method, route, target, status, duration_ms, credential, ip } = request;
  function onClick(event: MouseEvent) {
    if (!onOpen || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(id);
  }
  return (
    <TableRow
      interactive
      selected={isOpen}
      className="relative @max-[38rem]:flex @max-[38rem]:flex-wrap @max-[38rem]:items-center @max-[38rem]:gap-x-3 @max-[38rem]:gap-y-1 @max-[38rem]:px-4 @max-[38rem]:py-2.5"
    >
      <Cell className="whitespace-nowrap text-muted-foreground tabular-nums @max-[38rem]:order-2 @max-[38rem]:text-xs">
        <RequestTime value={request.created_at} />
      </Cell>
      <Cell className="@max-[38rem]:order-1">
        <RequestStatus status={status} />
      </Cell>
      <Cell className="w-full max-w-0 @max-[38rem]:order-4 @max-[38rem]:max-w-none">
        <a
          href={href}
          onClick={onClick}
          id={`request-${id}`}
          aria-current={isOpen || undefined}
          className="flex min-w-0 items-center gap-2 rounded-sm font-mono text-xs after:absolute after:inset-0"
        >
          <RequestMethodBadge method={method} className="min-w-13" />
          <span dir="ltr" className="truncate" title={target ?? undefined}>
            {shownPath(target, route)}
          </span>
        </a>
      </Cell>
      <Cell className="whitespace-nowrap text-right text-muted-foreground tabular-nums @max-[38rem]:order-3 @max-[38rem]:ml-auto @max-[38rem]:text-xs">
        {formatCount(duration_ms)}
        <span className="@min-[38rem]:sr-only"> ms</span>
      </Cell>
      {withCredential ? (
        <Cell className="max-w-40 @max-[38rem]:order-5 @max-[38rem]:max-w-1/2 @max-[38rem]:text-xs @max-[38rem]:text-muted-foreground">
          <span dir="auto" className="block truncate" title={credential.name ?? credential.id}>
            {credential.name ?? credential.id}
          </span>
        </Cell>
      ) : null}
      <Cell className="max-w-36 font-mono text-xs text-muted-foreground @max-[38rem]:order-6 @min-[38rem]:@max-[56rem]:hidden">
        <span className="block truncate" title={ip ?? undefined}>
          {ip ?? "unknown"}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap font-mono text-xs text-muted-foreground @max-[66rem]:hidden">
        <span title={id}>…{id.slice(-8)}</span>
      </Cell>
    </TableRow>
  );
}

/** Without the prefix that every path has. */
function shownPath(target: string | null, route: string): string {
  return (target ?? route).replace(/^\/api\/v1/, "");
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <TableCell className={cn("h-9 py-1 @max-[38rem]:h-auto @max-[38rem]:p-0 @max-[38rem]:first:pl-0", className)}>
      {children}
    </TableCell>
  );
}
