"use client";
import { type UseInfiniteQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { AlertsTable, useFocusOnRow } from "@/components/alerts/alerts-table";
import { formatAlertCount } from "@/components/alerts/labels";
import { NewAlerts } from "@/components/alerts/new-alerts";
import { type Decision, useTriage } from "@/components/alerts/triage-context";
import { useAlertKeys } from "@/components/alerts/use-alert-keys";
import { useLiveAlerts } from "@/components/alerts/use-live-alerts";
import { NoMatches } from "@/components/list/list-body";
import { LiveMark } from "@/components/list/live-mark";
import { FIRST_PAGE_SIZE } from "@/components/list/paged-query";
import { useActiveRow } from "@/components/list/use-active-row";
import type { RowScroller } from "@/components/list/use-row-window";
import { useSelection } from "@/components/list/use-selection";
import { memberListOptions } from "@/components/members/queries";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useAlertList } from "./alert-list-context";
import { type AlertListFilter, alertSearch, alertsHref } from "./alert-search";
import { useAlertTotal, useAlive } from "./alert-total";
import { type AlertLine, type AlertListPage, alertOptions } from "./queries";

const AlertSelectionBar = lazy(() =>
  import("@/components/alerts/alert-selection-bar").then((module) => ({ default: module.AlertSelectionBar })),
);

const HEADINGS_PX = 32;
/**
 * Milliseconds before the second page loads if the reader doesn't scroll. The delay keeps this request from
 * competing with the first page.
 */
const READ_AHEAD_AFTER_MS = 1_000;

type AlertsResultsProps = {
  /** The filter of the displayed rows, which can briefly lag behind the selected filter. */
  filter: AlertListFilter;
  query: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "isPlaceholderData" | "fetchNextPage"
  >;
  pages: readonly AlertListPage[];
  isStale: boolean;
  openId: string | null;
  onOpen: (id: string) => void;
  onClose: () => void;
  /** Called when the reader moves to the rows with the mouse or keyboard. */
  onNear: () => void;
  searchRef: RefObject<HTMLInputElement | null>;
  barRef: RefObject<HTMLElement | null>;
  /**
   * The element in which the selection bar is rendered. It is over the filters, so that rows don't move and
   * notices don't cover it.
   */
  barSlot: HTMLElement | null;
  /** The element in which the page shows whether the list is live. */
  liveSlot: HTMLElement | null;
  /** Shown instead of rows if the organization has no alerts. */
  whenEmpty: ReactNode;
};

/** Shows the alerts that match a filter, with live updates, keyboard shortcuts and selection. */
export function AlertsResults({
  filter,
  query,
  pages,
  isStale,
  openId,
  onOpen,
  onClose,
  onNear,
  searchRef,
  barRef,
  barSlot,
  liveSlot,
  whenEmpty,
}: AlertsResultsProps) {
  const triage = useTriage();
  const { viewer } = triage;
  const { clearFilters } = useAlertList();
  const members = useQuery(memberListOptions(viewer.organization));
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  // Don't load another page while the rows are being replaced: it would belong to the old filter.
  const hasNextPage = query.hasNextPage && !query.isPlaceholderData;
  const rows = useMemo(() => pages.flatMap((page) => page.data), [pages]);
  const isAlive = useAlive();
  const total = useAlertTotal(pages, filter);
  const selection = useSelection(rows);
  const body = useRef<HTMLTableSectionElement>(null);
  const pointerInside = useRef(false);
  const { activeId, activeIndex, setActive, focusWanted } = useActiveRow(rows, openId);

  const coveredAbove = useCallback(
    () => (barRef.current ? barRef.current.offsetHeight + stickyTop(barRef.current) : 0) + HEADINGS_PX,
    [barRef],
  );
  const place = useRef<RowScroller>(null);
  const [isNearEnd, setNearEnd] = useState(false);
  const live = useLiveAlerts(
    viewer,
    filter,
    () =>
      rows.length === 0 ||
      (place.current?.isAtTop() === true &&
        !pointerInside.current &&
        activeIndex === -1 &&
        selection.ids.size === 0 &&
        openId === null),
  );
  useFocusOnRow(activeId, focusWanted);

  const wantsMore = isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const isFirstPage = pages.length === 1;
  useEffect(() => {
    if (!wantsMore) return;
    const readOn = () => void fetchNextPage();
    if (!isFirstPage) return readOn();
    const timer = setTimeout(readOn, READ_AHEAD_AFTER_MS);
    window.addEventListener("scroll", readOn, { passive: true, once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", readOn);
    };
  }, [wantsMore, isFirstPage, fetchNextPage]);

  function step(by: number) {
    const index = Math.max(0, Math.min(rows.length - 1, activeIndex + by));
    const row = rows[activeIndex === -1 ? Math.max(0, firstVisible(body.current, coveredAbove())) : index];
    if (!row) return;
    focusWanted.current = true;
    setActive(row.id);
    place.current?.reveal(rows.indexOf(row));
    if (openId !== null) onOpen(row.id);
  }
  function targets(): readonly AlertLine[] {
    if (selection.rows.length > 0) return selection.rows;
    const active = rows[activeIndex];
    return active ? [active] : [];
  }
  const [first] = pages;
  const matching = hasNextPage && first ? { search: filter, query: first.query, total: total ?? null } : null;

  /** Applies a decision, then deselects the alerts that it changed. The others stay selected. */
  async function decide(wanted: Decision, comment?: string): Promise<boolean> {
    if (selection.everythingAt && matching) {
      const chosen = { ...matching, chosenAt: selection.everythingAt };
      const isChanged = await triage.decideEverything(chosen, wanted, comment);
      if (isChanged) selection.setAll(false);
      return isChanged;
    }
    const outcomes = await triage.decide(targets(), wanted, comment);
    const finished = outcomes.filter(({ kind }) => kind === "done" || kind === "already");
    if (finished.length > 0) selection.remove(finished.map(({ task }) => task.seen.id));
    return finished.length > 0;
  }
  useAlertKeys({
    decide: (wanted) => void decide(wanted),
    step,
    toggle: () => {
      if (activeId !== null) selection.toggle(activeId, false);
    },
    close: () => {
      if (openId !== null) onClose();
      else if (selection.ids.size > 0) selection.setAll(false);
      else setActive(null);
    },
    searchRef,
  });

  const client = useQueryClient();
  const latest = useRef({ onOpen, onNear, setActive, toggle: selection.toggle });
  useEffect(() => {
    latest.current = { onOpen, onNear, setActive, toggle: selection.toggle };
  });
  const handlers = useMemo(
    () => ({
      open: (id: string) => {
        latest.current.setActive(id);
        latest.current.onOpen(id);
      },
      focus: (id: string) => {
        latest.current.setActive(id);
        latest.current.onNear();
      },
      press: (id: string) => void client.prefetchQuery(alertOptions(viewer.organization, id)),
      toggle: (id: string, extend: boolean) => latest.current.toggle(id, extend),
    }),
    [client, viewer.organization],
  );
  const hrefOf = useCallback((id: string) => alertsHref(viewer.organization, filter, id), [viewer, filter]);

  const liveMark = liveSlot ? createPortal(<LiveMark state={live.state} />, liveSlot) : null;
  if (rows.length === 0 && live.fresh.length === 0) {
    return (
      <>
        {liveMark}
        {alertSearch.isFiltered(filter) ? (
          <NoMatches
            noun={["alert", "alerts"]}
            onClear={clearFilters}
            description="No alert matches all filters. New matches appear here automatically."
          />
        ) : (
          <Suspense fallback={null}>{whenEmpty}</Suspense>
        )}
      </>
    );
  }
  return (
    <div
      className={cn("@container transition-opacity duration-150", isStale && "opacity-60")}
      aria-busy={isStale || undefined}
      onPointerEnter={() => {
        pointerInside.current = true;
        onNear();
      }}
      onPointerLeave={() => {
        pointerInside.current = false;
      }}
    >
      {liveMark}
      <NewAlerts
        count={live.fresh.length}
        more={live.more}
        onShow={() => {
          live.show();
          window.scrollTo({ top: 0 });
        }}
      />
      <AlertsTable
        rows={rows}
        total={total ?? undefined}
        bodyRef={body}
        placeRef={place}
        isHydrating={!isAlive}
        coveredAbovePx={coveredAbove}
        onNearEnd={setNearEnd}
        hrefOf={hrefOf}
        members={members.data?.data}
        activeIndex={activeIndex}
        selected={selection.ids}
        onSelectAll={selection.setAll}
        handlers={handlers}
        onStep={step}
        isGrowing={hasNextPage && !isFetchNextPageError}
      />
      {isFetchNextPageError ? (
        <p role="alert" className="flex flex-wrap items-center justify-center gap-3 py-4 text-muted-foreground">
          The next alerts didn't load.
          <Button size="sm" onClick={() => void fetchNextPage()}>
            Try again
          </Button>
        </p>
      ) : null}
      {!hasNextPage && rows.length > FIRST_PAGE_SIZE ? (
        <p className="py-6 text-center text-xs text-muted-foreground">End of list {formatAlertCount(rows.length)}.</p>
      ) : null}
      {selection.ids.size > 0 && barSlot
        ? createPortal(
            <Suspense fallback={null}>
              <AlertSelectionBar selection={selection} matching={matching} decide={decide} />
            </Suspense>,
            barSlot,
          )
        : null}
    </div>
  );
}

function stickyTop(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).top) || 0;
}

/** Returns the index of the first fully visible row, where keyboard navigation starts. */
function firstVisible(body: HTMLElement | null, coveredPx: number): number {
  if (!body) return 0;
  const rowHeight = body.querySelector("tr")?.offsetHeight ?? 1;
  return Math.max(0, Math.ceil((coveredPx - body.getBoundingClientRect().top) / rowHeight));
}
