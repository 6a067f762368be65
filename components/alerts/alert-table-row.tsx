"use client";
import { type CSSProperties, type MouseEvent, memo, type PointerEvent } from "react";
import { alertStatusLabels, severityLabels } from "@/components/shell/status-badge";
import { Avatar } from "@/components/ui/avatar";
import { Checkbox } from "@/components/ui/checkbox";
import { formatCount } from "@/components/ui/format-number";
import { formatAbsolute } from "@/components/ui/format-time";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AlertStatus } from "@/lib/values";
import { AlertThumbnail } from "./alert-thumbnail";
import { alertTitle } from "./labels";
import type { AlertLine } from "./queries";

export interface AlertRowHandlers {
  open: (id: string) => void;
  focus: (id: string) => void;
  /** Called on pointer down, before the click opens the row. */
  press: (id: string) => void;
  toggle: (id: string, extend: boolean) => void;
}

type AlertRowProps = {
  alert: AlertLine;
  index: number;
  href: string;
  assignee: string | null;
  /** The status that a change in progress will set. */
  pendingStatus: AlertStatus | undefined;
  active: boolean;
  selected: boolean;
  selectable: boolean;
  handlers: AlertRowHandlers;
};

/** One alert in the list. The link of its title covers the row, and the checkbox is above the link. */
export const AlertTableRow = memo(function AlertRow({
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
  const title = alertTitle(alert);
  const status = pendingStatus ?? alert.status;
  const isClosed = status === "resolved" || status === "dismissed";
  const site = alert.camera?.site?.name;

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    handlers.open(alert.id);
  }
  // The link covers the row's time, so its `title` repeats the time. It is set on hover, because most are never
  // seen.
  function tellMore(event: PointerEvent<HTMLAnchorElement>) {
    event.currentTarget.title = `${title}\n${formatAbsolute(new Date(alert.occurred_at), { seconds: true })}`;
  }

  return (
    <tr
      aria-rowindex={index + 2}
      data-active={active || undefined}
      data-selected={selected || undefined}
      data-pending={pendingStatus !== undefined || undefined}
      data-closed={isClosed || undefined}
      data-urgent={(status === "open" && alert.severity === "critical") || undefined}
      style={{ "--at": index } as CSSProperties}
      className="alert-row alert-columns"
    >
      <td className="at-select">
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
      <td className={`at-severity mark severity-${alert.severity}`}>{severityLabels[alert.severity]}</td>
      <td className="at-title">
        <AlertThumbnail media={alert.media} />
        <a
          id={`row-${alert.id}`}
          href={href}
          onClick={open}
          onFocus={() => handlers.focus(alert.id)}
          onPointerEnter={tellMore}
          onPointerDown={() => handlers.press(alert.id)}
          dir="auto"
          className="name"
        >
          {title}
        </a>
        {alert.occurrence_count > 1 ? (
          <span className="count">
            <span aria-hidden>×{formatCount(alert.occurrence_count)}</span>
            <span className="sr-only">occurred {alert.occurrence_count} times</span>
          </span>
        ) : null}
      </td>
      <td className="at-place">
        <bdi className="place camera">{alert.camera?.name ?? "Camera"}</bdi>
        {site ? <bdi className="place site">{site}</bdi> : null}
      </td>
      <td className={`at-status mark status-${status}`}>{alertStatusLabels[status]}</td>
      <td className="at-who">
        {assignee ? <Avatar name={assignee} size="sm" /> : null}
        <span className={assignee ? "person" : "sr-only"}>{assignee ?? "Unassigned"}</span>
      </td>
      <td className="at-time">
        <RelativeTime value={alert.occurred_at} hasTitle={false} />
      </td>
    </tr>
  );
});
