"use client";
import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from "@tanstack/react-query";
import {
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { AlertsTable, useFocusOnRow } from "@/components/alerts/alerts-table";
import { formatAlertCount } from "@/components/alerts/labels";
import { ListStatus, NewAlerts } from "@/components/alerts/list-status";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import { useTriage } from "@/components/alerts/triage-context";
import { useAlertKeys } from "@/components/alerts/use-alert-keys";
import { useLiveAlerts } from "@/components/alerts/use-live-alerts";
import type { RowScroller } from "@/components/alerts/use-row-window";
import { useSelection } from "@/components/alerts/use-selection";
import { memberListOptions } from "@/components/members/queries";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { type AlertListFilter, alertSearch, alertsHref } from "./alert-search";
import { type AlertLine, alertListOptions, alertOptions, alertTotalOptions, FIRST_PAGE_SIZE } from "./queries";

const SelectionBar = lazy(() =>
  import("@/components/alerts/selection-bar").then((module) => ({ default: module.SelectionBar })),
);

const NoMatch = lazy(() => import("./no-alert-matches").then((module) => ({ default: module.NoAlertMatches })));
const EmptyOrganization = lazy(() =>
  import("@/components/alerts/alerts-empty").then((module) => ({ default: module.NoAlertsYet })),
);

const HEADINGS_PX = 32;
/** When the second page is read if the reader doesn't scroll before: the first second belongs to the first page. */
const READ_AHEAD_AFTER_MS = 1_000;

type AlertsResultsProps = {
  /** The filter of the rows; for a moment it lags behind the one that is being set. */
  filter: AlertListFilter;
  isStale: boolean;
  openId: string | null;
  onOpen: (id: string) => void;
  onClose: () => void;
  /** The reader has come to the rows, with the mouse or the keyboard. */
  onNear: () => void;
  searchRef: RefObject<HTMLInputElement | null>;
  barRef: RefObject<HTMLElement | null>;
  /** Where the bar of the selection stands: over the filters, so that no row moves and no notice covers it. */
  barSlot: HTMLElement | null;
  baseUrl: string;
};

/** Rows of a filter, followed live, with the keyboard and the selection. Suspends until the first page is here. */
export function AlertsResults({
  filter,
  isStale,
  openId,
  onOpen,
  onClose,
  onNear,
  searchRef,
  barRef,
  barSlot,
  baseUrl,
}: AlertsResultsProps) {
  const { viewer } = useTriage();
  const list = useSuspenseInfiniteQuery(alertListOptions(viewer.organization, filter, viewer.id));
  const members = useQuery(memberListOptions(viewer.organization));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const rows = useMemo(() => data.pages.flatMap((page) => page.data), [data]);
  const counted = useQuery({ ...alertTotalOptions(viewer.organization, filter, viewer.id), enabled: hasNextPage });
  const isAlive = useAlive();
  const total = hasNextPage ? (isAlive && counted.data) || undefined : rows.length;
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
  const isFirstPage = data.pages.length === 1;
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
    if (selection.alerts.length > 0) return selection.alerts;
    const active = rows[activeIndex];
    return active ? [active] : [];
  }
  /** What is done is no longer selected; what could not be done stays for another decision. */
  async function act(run: (alerts: readonly AlertLine[]) => Promise<readonly AlertChangeOutcome[]>) {
    const outcomes = await run(targets());
    const finished = outcomes.filter(({ kind }) => kind === "done" || kind === "already");
    if (finished.length > 0) selection.remove(finished.map(({ task }) => task.seen.id));
    return finished.length > 0;
  }
  useAlertKeys({
    act: (run) => void act(run),
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

  if (rows.length === 0 && live.fresh.length === 0) {
    return (
      <>
        <ListStatus total={total} isFiltered={alertSearch.isFiltered(filter)} live={live.state} />
        <Suspense fallback={null}>
          {alertSearch.isFiltered(filter) ? <NoMatch /> : <EmptyOrganization baseUrl={baseUrl} />}
        </Suspense>
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
      <ListStatus total={total} isFiltered={alertSearch.isFiltered(filter)} live={live.state} />
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
        total={total}
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
          The next alerts did not load.
          <Button size="sm" onClick={() => void fetchNextPage()}>
            Try again
          </Button>
        </p>
      ) : null}
      {!hasNextPage && rows.length > FIRST_PAGE_SIZE ? (
        <p className="py-6 text-center text-xs text-muted-foreground">These are all {formatAlertCount(rows.length)}.</p>
      ) : null}
      {selection.ids.size > 0 && barSlot
        ? createPortal(
            <Suspense fallback={null}>
              <SelectionBar alerts={selection.alerts} act={act} onClear={() => selection.setAll(false)} />
            </Suspense>,
            barSlot,
          )
        : null}
    </div>
  );
}

const never = () => () => {};

/** False in the server's HTML and until the browser's first rendering has taken it over. */
function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The row that keys act on. When it leaves the list, the row that takes its place becomes active. */
function useActiveRow(rows: readonly AlertLine[], openId: string | null) {
  const [chosen, setChosen] = useState<{ id: string; index: number } | null>(null);
  const focusWanted = useRef(false);
  const wantedId = openId ?? chosen?.id ?? null;
  const found = useMemo(() => rows.findIndex(({ id }) => id === wantedId), [rows, wantedId]);
  const isGone = found === -1 && chosen !== null && openId === null;
  const index = isGone ? Math.min(chosen.index, rows.length - 1) : found;
  const id = rows[index]?.id ?? null;
  useEffect(() => {
    if (id === null || index === -1) return;
    // The focus went with the row; it goes on with the row that came in its place.
    if (isGone && (document.activeElement === document.body || document.activeElement === null)) {
      focusWanted.current = true;
    }
    setChosen((known) => (known && (known.id !== id || known.index !== index) ? { id, index } : known));
  }, [id, index, isGone]);
  return {
    activeId: id,
    activeIndex: index,
    focusWanted,
    setActive: (next: string | null) =>
      setChosen(next === null ? null : { id: next, index: rows.findIndex((row) => row.id === next) }),
  };
}

function stickyTop(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).top) || 0;
}

/** The first row that nothing covers: where the keyboard starts. */
function firstVisible(body: HTMLElement | null, coveredPx: number): number {
  if (!body) return 0;
  const rowHeight = body.querySelector("tr")?.offsetHeight ?? 1;
  return Math.max(0, Math.ceil((coveredPx - body.getBoundingClientRect().top) / rowHeight));
}
