"use client";
import { Monitor, Smartphone } from "lucide-react";
import { type ListColumn, ListTable } from "@/components/list/list-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Session } from "@/lib/account/schema";

type SessionTableProps = {
  sessions: readonly Session[];
  /** Opens the dialog that confirms ending a session. */
  onEnd: (session: Session) => void;
};

const columns: readonly ListColumn<Session>[] = [
  { label: "Browser", cell: (session) => <Device {...session} /> },
  {
    label: "IP address",
    width: "w-34",
    className: "text-muted-foreground",
    cell: ({ ip }) => (
      <span className="block truncate font-mono text-xs" title={ip ?? undefined}>
        {ip ?? "unknown"}
      </span>
    ),
  },
  {
    label: "Last seen",
    width: "w-32",
    className: "text-muted-foreground tabular-nums whitespace-nowrap",
    cell: ({ current, last_seen_at }) =>
      current ? (
        <Badge tone="success" dot>
          This browser
        </Badge>
      ) : (
        <>
          <span className="@min-[38rem]:hidden">Seen </span>
          <RelativeTime value={last_seen_at} />
        </>
      ),
  },
  {
    label: "Signed in",
    width: "w-48",
    className: "text-muted-foreground tabular-nums whitespace-nowrap",
    cell: ({ created_at }) => (
      <>
        <span className="@min-[38rem]:hidden">Signed in </span>
        <RelativeTime value={created_at} mode="absolute" />
      </>
    ),
  },
];

export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const endButton = (session: Session) =>
    session.current ? null : (
      <Button
        size="sm"
        aria-label={`Sign out the session of ${session.device}`}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => onEnd(session)}
      >
        End
      </Button>
    );
  return (
    <ListTable label="Sessions" rows={sessions.toSorted(byUse)} columns={columns} actions={endButton} hasWideActions />
  );
}

/** Sorts the current browser first, then the others by last use, newest first. */
function byUse(a: Session, b: Session): number {
  return Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at);
}

function Device({ device }: Pick<Session, "device">) {
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor;
  return (
    <span className="flex items-center gap-2.5">
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" strokeWidth={1.75} />
      <span title={device} className="truncate font-medium">
        {device}
      </span>
    </span>
  );
}
