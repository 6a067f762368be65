"use client";
import {
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
} from "react";
import { useTriage } from "@/components/alerts/triage-context";
import { FIRST_PAGE_SIZE } from "@/components/list/paged-query";
import { type RowScroller, useRowWindow } from "@/components/list/use-row-window";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { Member } from "@/lib/members/schema";
import { type AlertRowHandlers, AlertTableRow } from "./alert-table-row";
import type { AlertLine } from "./queries";

type AlertsTableProps = {
  rows: readonly AlertLine[];
  total: number | undefined;
  bodyRef: RefObject<HTMLTableSectionElement | null>;
  placeRef: Ref<RowScroller>;
  /** True during hydration, while all server-rendered rows are shown. */
  isHydrating: boolean;
  /** Returns the height of the elements that cover the top of the viewport. */
  coveredAbovePx: () => number;
  /** Called when `isNear` changes. It is true while the last rendered row is near the end of the loaded rows. */
  onNearEnd: (isNear: boolean) => void;
  hrefOf: (id: string) => string;
  /** The organization's members. Undefined while they load. */
  members: readonly Member[] | undefined;
  activeIndex: number;
  selected: ReadonlySet<string>;
  onSelectAll: (all: boolean) => void;
  handlers: AlertRowHandlers;
  onStep: (by: number) => void;
  /** Whether the next page is loading. */
  isGrowing: boolean;
};

/** The next page loads when at most this many loaded rows remain below the rendered ones. */
const PREFETCH_ROWS = 120;

const placeholders = [0, 1, 2];
const heads = [
  { area: "severity", label: "Severity", hide: "sr-only" },
  { area: "title", label: "Alert" },
  { area: "place", label: "Camera · site" },
  { area: "status", label: "Status", hide: "@max-4xl:sr-only" },
  { area: "who", label: "Assignee", hide: "@max-5xl:sr-only" },
  { area: "time", label: "Occurred", hide: "text-right" },
];

/** The alerts as an HTML table whose rows use a grid layout. Only rows near the viewport are rendered. */
export function AlertsTable({
  rows,
  total,
  bodyRef,
  placeRef,
  isHydrating,
  coveredAbovePx,
  onNearEnd,
  hrefOf,
  members,
  activeIndex,
  selected,
  onSelectAll,
  handlers,
  onStep,
  isGrowing,
}: AlertsTableProps) {
  const { canWrite, pending } = useTriage();
  const { indexes, end, place } = useRowWindow(bodyRef, rows, activeIndex, {
    hydratedRows: isHydrating ? FIRST_PAGE_SIZE : null,
    coveredAbovePx,
  });
  useImperativeHandle(placeRef, () => place, [place]);
  const isNearEnd = end >= rows.length - PREFETCH_ROWS;
  useEffect(() => onNearEnd(isNearEnd), [isNearEnd, onNearEnd]);
  const names = useMemo(() => new Map(members?.map(({ id, name }) => [id, name])), [members]);
  const nameOf = (id: string | null) =>
    id === null ? null : (names.get(id) ?? (members ? "Former member" : "Someone"));
  const height = { "--rows": rows.length + (isGrowing ? placeholders.length : 0) } as CSSProperties;

  function onKeyDown(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    onStep(step);
  }

  return (
    <table
      aria-label="Alerts"
      aria-rowcount={total === undefined ? -1 : total + 1}
      className="alert-table"
      onKeyDown={onKeyDown}
    >
      <thead className="sticky top-(--bar) z-15 hidden rounded-t-lg border-b border-border bg-surface text-xs text-muted-foreground @2xl:block">
        <tr aria-rowindex={1} className="alert-columns h-8">
          <th scope="col" className="at-select">
            {canWrite ? (
              <Checkbox
                aria-label="Select all loaded alerts"
                checked={selected.size > 0 && selected.size >= rows.length}
                indeterminate={selected.size > 0 && selected.size < rows.length}
                disabled={rows.length === 0}
                onChange={(event) => onSelectAll(event.target.checked)}
              />
            ) : (
              <span className="sr-only">Selection</span>
            )}
          </th>
          {heads.map(({ area, label, hide }) => (
            <th key={area} scope="col" className={cn(`at-${area} truncate font-medium`, hide)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={bodyRef} style={height} className="alert-rows">
        {indexes.map((index) => {
          const alert = rows[index];
          if (!alert) return null;
          return (
            <AlertTableRow
              key={alert.id}
              alert={alert}
              index={index}
              href={hrefOf(alert.id)}
              assignee={nameOf(assigneeOf(alert, pending.get(alert.id)?.assignee_id))}
              pendingStatus={pending.get(alert.id)?.status}
              active={index === activeIndex}
              selected={selected.has(alert.id)}
              selectable={canWrite}
              handlers={handlers}
            />
          );
        })}
        {isGrowing
          ? placeholders.map((offset) => (
              <tr
                // Use the position as the key, because a moved row counts as a layout shift.
                key={rows.length + offset}
                aria-hidden
                style={{ "--at": rows.length + offset } as CSSProperties}
                className="alert-row alert-columns"
              >
                <td className="at-title">
                  <Skeleton className="h-4 w-3/5 animate-none" />
                </td>
                <td className="at-place">
                  <Skeleton className="h-4 w-2/5 animate-none" />
                </td>
                <td className="at-time">
                  <Skeleton className="h-4 w-full animate-none" />
                </td>
              </tr>
            ))
          : null}
      </tbody>
    </table>
  );
}

function assigneeOf(alert: AlertLine, pending: string | null | undefined): string | null {
  return pending === undefined ? alert.assignee_id : pending;
}

/**
 * Focuses the link of the row `id` if `wanted` is set, for example by keyboard navigation. The row may have just
 * been rendered.
 */
export function useFocusOnRow(id: string | null, wanted: RefObject<boolean>) {
  useEffect(() => {
    if (!wanted.current || id === null) return;
    const link = document.getElementById(`row-${id}`);
    if (!link) return;
    wanted.current = false;
    link.focus({ preventScroll: true });
  });
}
