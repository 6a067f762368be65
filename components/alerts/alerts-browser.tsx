"use client";
import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { AlertsResults } from "@/components/alerts/alerts-results";
import { FilterBar } from "@/components/alerts/filter-bar";
import { AlertFilterContext } from "@/components/alerts/filter-context";
import { QueryBoundary } from "@/components/alerts/query-boundary";
import { TriageProvider } from "@/components/alerts/triage";
import type { Viewer } from "@/components/alerts/triage-context";
import { useListState } from "@/components/list/use-list-state";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/shell/page-header";
import { cn } from "@/components/ui/cn";
import type { SiteName } from "@/lib/sites/schema";
import { alertSearch } from "./alert-search";

const loadPanel = () => import("@/components/alerts/alert-panel");
const AlertPanel = lazy(() => loadPanel().then((module) => ({ default: module.AlertPanel })));

/** Its code is there before the first row opens, and not part of what the page loads. */
const preloadPanel = () => void loadPanel().catch(() => undefined);

type AlertsBrowserProps = {
  viewer: Viewer;
  sites: readonly SiteName[];
  /** Of the API, for the first curl. */
  baseUrl: string;
};

/** The alerts of an organization: filters above, rows below, one alert beside them. All of it is in the address. */
export function AlertsBrowser({ viewer, sites, baseUrl }: AlertsBrowserProps) {
  const list = useListState(alertSearch, `/${viewer.organization}/alerts`);
  const { search: filter, setSearch: setFilter, openId, open, close } = list;
  const shown = useDeferredValue(filter);
  const searchRef = useRef<HTMLInputElement>(null);
  const barRef = useRef<HTMLDivElement>(null);
  const [barSlot, setBarSlot] = useState<HTMLDivElement | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const filterState = useMemo(() => ({ filter, setFilter, sites }), [filter, setFilter, sites]);

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

  // The panel belongs to the row: with its close the focus goes back there.
  const lastOpen = useRef<string | null>(null);
  useEffect(() => {
    const closed = openId === null ? lastOpen.current : null;
    lastOpen.current = openId;
    if (closed) document.getElementById(`row-${closed}`)?.focus({ preventScroll: true });
  }, [openId]);

  return (
    <TriageProvider viewer={viewer} filter={filter}>
      <AlertFilterContext value={filterState}>
        <div ref={frame} className="[--bar:6.25rem] [--panel:28rem] lg:[--bar:3rem] 2xl:[--panel:36rem]">
          <Page width="full" className={cn("pb-24", openId !== null && "xl:pr-[calc(var(--panel)+2rem)]")}>
            <PageHeader title="Alerts" />
            <div ref={barRef} className="sticky top-13 z-20 -mx-1 -mt-2 bg-background px-1 py-2 lg:top-0">
              <FilterBar searchRef={searchRef} />
              <div ref={setBarSlot} />
            </div>
            {/* No Suspense here: a new filter arrives deferred, and the server writes the rows where they belong. */}
            <QueryErrorResetBoundary>
              {({ reset }) => (
                <QueryBoundary key={alertSearch.format(shown)} onReset={reset}>
                  <AlertsResults
                    filter={shown}
                    isStale={shown !== filter}
                    openId={openId}
                    onOpen={open}
                    onClose={close}
                    onNear={preloadPanel}
                    searchRef={searchRef}
                    barRef={barRef}
                    barSlot={barSlot}
                    baseUrl={baseUrl}
                  />
                </QueryBoundary>
              )}
            </QueryErrorResetBoundary>
          </Page>
          {openId !== null ? (
            <Suspense fallback={null}>
              <AlertPanel
                id={openId}
                onClose={close}
                onOpen={open}
                takesFocus={() => lastOpen.current === null || !isRow(document.activeElement)}
              />
            </Suspense>
          ) : null}
        </div>
      </AlertFilterContext>
    </TriageProvider>
  );
}

function isRow(element: Element | null): boolean {
  return element?.id.startsWith("row-") ?? false;
}
