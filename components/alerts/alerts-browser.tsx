"use client";
import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { lazy, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { AlertFilters } from "@/components/alerts/alert-filters";
import { AlertsResults } from "@/components/alerts/alerts-results";
import { QueryBoundary } from "@/components/alerts/query-boundary";
import { TriageProvider } from "@/components/alerts/triage";
import type { Viewer } from "@/components/alerts/triage-context";
import { ListFrame } from "@/components/list/list-frame";
import { useListState } from "@/components/list/use-list-state";
import { PageHeader } from "@/components/shell/page-header";
import type { SiteName } from "@/lib/sites/schema";
import { AlertListContext } from "./alert-list-context";
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
  const { search: filter, openId, open, close } = list;
  const shown = useDeferredValue(filter);
  const searchRef = useRef<HTMLInputElement>(null);
  const barRef = useRef<HTMLDivElement>(null);
  const [barSlot, setBarSlot] = useState<HTMLDivElement | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const state = useMemo(() => ({ ...list, sites }), [list, sites]);

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
    <TriageProvider viewer={viewer} filter={filter}>
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
            <PageHeader title="Alerts" />
            <div ref={barRef} className="sticky top-13 z-20 -mx-1 -mt-2 bg-background px-1 py-2 lg:top-0">
              <AlertFilters searchRef={searchRef} />
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
          </ListFrame>
        </div>
      </AlertListContext>
    </TriageProvider>
  );
}

const rowId = (id: string) => `row-${id}`;

function isRow(element: Element | null): boolean {
  return element?.id.startsWith("row-") ?? false;
}
