"use client";
import { type MouseEvent, memo, type PointerEvent } from "react";
import { AlertThumbnail } from "@/components/alerts/alert-thumbnail";
import { humanize, titleOf } from "@/components/alerts/labels";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Avatar } from "@/components/ui/avatar";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { formatAbsolute } from "@/components/ui/format-time";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Alert } from "@/lib/alerts/schema";
import type { AlertStatus } from "@/lib/db/values";

/** The columns of header and rows: cards below 42rem of room, then single lines with more and more beside the title. */
export const columns =
  "grid-cols-[1.75rem_1rem_auto_minmax(0,1fr)_auto] [grid-template-areas:'select_severity_title_title_time'_'select_._status_case_case'_'select_._place_place_who'] @2xl:grid-cols-[1.75rem_1.25rem_7.25rem_minmax(0,3fr)_minmax(0,2fr)_1.5rem_5.5rem] @2xl:[grid-template-areas:'select_severity_status_title_place_who_time'] @4xl:grid-cols-[1.75rem_1.25rem_7.25rem_minmax(0,3fr)_minmax(0,1.1fr)_minmax(0,2fr)_1.5rem_5.5rem] @4xl:[grid-template-areas:'select_severity_status_title_case_place_who_time'] @5xl:grid-cols-[1.75rem_1.25rem_7.25rem_minmax(0,3fr)_minmax(0,1.1fr)_minmax(0,2fr)_minmax(0,1.1fr)_5.5rem]";

export interface RowHandlers {
  open: (id: string) => void;
  focus: (id: string) => void;
  toggle: (id: string, extend: boolean) => void;
}

type AlertRowProps = {
  alert: Alert;
  index: number;
  href: string;
  assignee: string | null;
  /** The status that a running change will give it. */
  pendingStatus: AlertStatus | undefined;
  active: boolean;
  selected: boolean;
  selectable: boolean;
  handlers: RowHandlers;
};

/** One alert of the list. The title's link covers the whole row, the checkbox lies above it. */
export const AlertRow = memo(function AlertRow({
  alert,
  index,
  href,
  assignee,
  pendingStatus,
  active,
  selected,
  selectable,
  handlers,
}: AlertRowProps) {
  const title = titleOf(alert);
  const status = pendingStatus ?? alert.status;
  const isClosed = status === "resolved" || status === "dismissed";
  const site = alert.camera?.site?.name;

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    handlers.open(alert.id);
  }
  // Told on hover, since the server does not know the viewer's zone.
  function tellMore(event: PointerEvent<HTMLAnchorElement>) {
    event.currentTarget.title = `${title}\n${formatAbsolute(new Date(alert.occurred_at), { seconds: true })}`;
  }

  return (
    <tr
      aria-rowindex={index + 2}
      data-active={active || undefined}
      data-selected={selected || undefined}
      style={{ top: `calc(var(--row) * ${index})` }}
      className={cn(
        "absolute inset-x-0 grid h-(--row) content-center items-center gap-x-2.5 gap-y-0.5 border-b border-border px-1 hover:bg-muted/60 data-active:bg-muted data-selected:bg-primary/5 @2xl:px-3",
        "before:absolute before:inset-y-0 before:left-0 before:w-0.5 data-active:before:bg-primary",
        columns,
        pendingStatus && "opacity-60",
      )}
    >
      <td className="relative z-10 self-center [grid-area:select]">
        {selectable ? (
          <Checkbox
            aria-label={`Select ${title}`}
            checked={selected}
            onChange={(event) =>
              handlers.toggle(
                alert.id,
                event.nativeEvent instanceof globalThis.MouseEvent && event.nativeEvent.shiftKey,
              )
            }
          />
        ) : null}
      </td>
      <td className="flex items-center [grid-area:severity]">
        <SeverityMark severity={alert.severity} />
      </td>
      <td className="flex items-center [grid-area:status]">
        <AlertStatusBadge status={status} />
      </td>
      <td className="flex min-w-0 items-center gap-2 [grid-area:title]">
        <AlertThumbnail media={alert.media} />
        <a
          id={`row-${alert.id}`}
          href={href}
          onClick={open}
          onFocus={() => handlers.focus(alert.id)}
          onPointerEnter={tellMore}
          dir="auto"
          className={cn(
            "min-w-0 truncate text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring",
            isClosed ? "text-muted-foreground" : "font-medium",
          )}
        >
          {title}
        </a>
        {alert.occurrence_count > 1 ? (
          <span className="shrink-0 rounded-sm bg-muted px-1 text-xs font-medium tabular-nums text-muted-foreground">
            <span aria-hidden>×{alert.occurrence_count.toLocaleString("en")}</span>
            <span className="sr-only">occurred {alert.occurrence_count} times</span>
          </span>
        ) : null}
      </td>
      <td className="min-w-0 truncate text-muted-foreground [grid-area:case] @2xl:hidden @4xl:block">
        {humanize(alert.use_case)}
      </td>
      <td className="min-w-0 truncate text-left text-muted-foreground [grid-area:place]">
        <bdi className="text-foreground/90">{alert.camera?.name ?? "Camera"}</bdi>
        {site ? (
          <>
            {" · "}
            <bdi>{site}</bdi>
          </>
        ) : null}
      </td>
      <td className="flex min-w-0 items-center justify-end gap-1.5 [grid-area:who] @5xl:justify-start">
        {assignee ? (
          <>
            <Avatar name={assignee} size="sm" />
            <span className="sr-only truncate text-muted-foreground @5xl:not-sr-only @5xl:truncate">{assignee}</span>
          </>
        ) : (
          <span className="sr-only">Nobody</span>
        )}
      </td>
      <td className="truncate whitespace-nowrap text-right text-xs tabular-nums text-muted-foreground [grid-area:time]">
        <RelativeTime value={alert.occurred_at} />
      </td>
    </tr>
  );
});
