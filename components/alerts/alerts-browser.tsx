"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { AlertFilters } from "@/components/alerts/alert-filters";
import { AlertsResults } from "@/components/alerts/alerts-results";
import { TriageProvider } from "@/components/alerts/triage";
import type { Viewer } from "@/components/alerts/triage-context";
import { ListFrame } from "@/components/list/list-frame";
import { useListState } from "@/components/list/use-list-state";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import type { SiteName } from "@/lib/sites/schema";
import { AlertListContext } from "./alert-list-context";
import { alertSearch } from "./alert-search";
import { AlertTotal } from "./alert-total";
import { alertListOptions } from "./queries";

const loadPanel = () => import("@/components/alerts/alert-panel");
const AlertPanel = lazy(() => loadPanel().then((module) => ({ default: module.AlertPanel })));

const NoAlertsYet = lazy(() =>
  import("@/components/alerts/alerts-empty").then((module) => ({ default: module.NoAlertsYet })),
);

/** Loads the panel's code before the first row is opened. It isn't part of the page's first load. */
const preloadPanel = () => void loadPanel().catch(() => undefined);

type AlertsBrowserProps = {
  viewer: Viewer;
  sites: readonly SiteName[];
  /** The API's base URL, for the first curl command. */
  baseUrl: string;
  /**
   * The steps to the first alert. Null for people who aren't allowed to take the steps. The steps stay visible
   * after the alert arrives, because they may show a key.
   */
  firstSteps: ReactNode;
};

/** The alerts page: filters, rows, and one alert beside them. Its state is in the URL. */
export function AlertsBrowser({ viewer, sites, baseUrl, firstSteps }: AlertsBrowserProps) {
  const list = useListState(alertSearch, `/${viewer.organization}/alerts`);
  const { search, openId, open, close } = list;
  const state = useMemo(() => ({ ...list, sites }), [list, sites]);
  const wanted = useDeferredValue(search);
  const query = useInfiniteQuery({
    ...alertListOptions(viewer.organization, wanted, viewer.id),
    placeholderData: keepPreviousData,
  });
  const shown = useShownSearch(wanted, query.isPlaceholderData);
  const searchRef = useRef<HTMLInputElement>(null);
  const barRef = useRef<HTMLDivElement>(null);
  const [barSlot, setBarSlot] = useState<HTMLDivElement | null>(null);
  const [liveSlot, setLiveSlot] = useState<HTMLDivElement | null>(null);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const bar = barRef.current;
    if (!bar) return;
    const observer = new ResizeObserver(() => {
      const top = Number.parseFloat(getComputedStyle(bar).top) || 0;
      frame.current?.style.setProperty("--bar", `${bar.offsetHeight + top}px`);
    });
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);

  return (
    <TriageProvider viewer={viewer} filter={search}>
      <AlertListContext value={state}>
        <div ref={frame} className="[--bar:6.25rem] lg:[--bar:3rem]">
          <ListFrame
            openId={openId}
            rowId={rowId}
            className="pb-24"
            panel={
              <AlertPanel
                id={openId ?? ""}
                onClose={close}
                onOpen={open}
                takesFocus={() => !isRow(document.activeElement)}
              />
            }
          >
            <PageHeader
              title="Alerts"
              count={query.data ? <AlertTotal pages={query.data.pages} search={shown} /> : null}
              actions={<div ref={setLiveSlot} />}
            />
            <div
              ref={barRef}
              className="sticky top-13 z-20 -mx-1 -mt-1 mb-2 bg-background px-1 py-1 lg:top-0 lg:-mt-2 lg:py-2 lg:mb-1"
            >
              <AlertFilters searchRef={searchRef} />
              <div ref={setBarSlot} />
            </div>
            {query.isPending ? <RowsSkeleton label="Loading alerts" rows={16} rowClassName="h-row" /> : null}
            <QueryError title="The alerts didn't load" query={query} />
            {firstSteps}
            {query.data ? (
              <AlertsResults
                key={alertSearch.format(shown)}
                filter={shown}
                query={query}
                pages={query.data.pages}
                isStale={query.isPlaceholderData || wanted !== search}
                openId={openId}
                onOpen={open}
                onClose={close}
                onNear={preloadPanel}
                searchRef={searchRef}
                barRef={barRef}
                barSlot={barSlot}
                liveSlot={liveSlot}
                whenEmpty={firstSteps ? null : <NoAlertsYet baseUrl={baseUrl} />}
              />
            ) : null}
          </ListFrame>
        </div>
      </AlertListContext>
    </TriageProvider>
  );
}

/**
 * Returns the search of the displayed rows. While the rows of a newer search load, this is still the earlier
 * search.
 */
function useShownSearch<Search>(search: Search, isOlder: boolean): Search {
  const [shown, setShown] = useState(search);
  if (!isOlder && shown !== search) setShown(search);
  return isOlder ? shown : search;
}

const rowId = (id: string) => `row-${id}`;

function isRow(element: Element | null): boolean {
  return element?.id.startsWith("row-") ?? false;
}
