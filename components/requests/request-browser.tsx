"use client";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { useListState } from "@/components/list/use-list-state";
import { useRequestTimeLabel } from "@/components/requests/facets";
import { RequestFilterContext, useRequestFilter } from "@/components/requests/filter-context";
import type { OperationLink } from "@/components/requests/operation-link";
import { RequestChart } from "@/components/requests/request-chart";
import { RequestFilters } from "@/components/requests/request-filters";
import { NoRequestMatches, NoRequestsYet } from "@/components/requests/request-states";
import { RequestTable } from "@/components/requests/request-table";
import { LoadMore } from "@/components/shell/load-more";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { useShortcuts } from "@/components/shell/shortcuts";
import { StaleNotice } from "@/components/shell/stale-notice";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { endsNow, requestListOptions, requestsKey } from "./queries";
import { type RequestFilter, requestSearch, requestsHref } from "./request-search";

const loadPanel = () => import("@/components/requests/request-panel");
const RequestPanel = lazy(() => loadPanel().then((module) => ({ default: module.RequestPanel })));

const REFRESH_MS = 5_000;
/** Whoever has scrolled further reads; rows that come in above would move what is read. */
const AT_TOP_PX = 200;

type RequestBrowserProps = {
  organization: string;
  operations: readonly OperationLink[];
  /** Of the API; ends in `/api/v1`. */
  baseUrl: string;
};

/** The request log: filters and chart above, rows below, one request beside them. All of it is in the address. */
export function RequestBrowser({ organization, operations, baseUrl }: RequestBrowserProps) {
  // Back undoes a change of the filter: from the chart it is easy to end up where nothing is.
  const list = useListState(requestSearch, requestsHref(organization), "push");
  const { search: filter, setSearch: setFilter, openId, open, close } = list;
  const state = useMemo(
    () => ({ organization, filter, setFilter, operations }),
    [organization, filter, setFilter, operations],
  );
  const searchRef = useRef<HTMLInputElement>(null);
  useShortcuts("Request log", [{ keys: "/", description: "Search", run: () => searchRef.current?.focus() }]);

  // The panel belongs to the row: with its close the focus goes back there.
  const lastOpen = useRef<string | null>(null);
  useEffect(() => {
    const closed = openId === null ? lastOpen.current : null;
    lastOpen.current = openId;
    if (closed) document.getElementById(`request-${closed}`)?.focus({ preventScroll: true });
  }, [openId]);

  return (
    <RequestFilterContext value={state}>
      <div className="[--panel:28rem] 2xl:[--panel:36rem]">
        <Page width="full" className={cn(openId !== null && "xl:pr-[calc(var(--panel)+2rem)]")}>
          <Log searchRef={searchRef} openId={openId} onOpen={open} baseUrl={baseUrl} />
        </Page>
        {openId === null ? null : (
          <Suspense fallback={null}>
            <RequestPanel
              organization={organization}
              id={openId}
              origin={baseUrl.replace(/\/api\/v1$/, "")}
              operations={operations}
              onClose={close}
            />
          </Suspense>
        )}
      </div>
    </RequestFilterContext>
  );
}

type LogProps = {
  searchRef: React.RefObject<HTMLInputElement | null>;
  openId: string | null;
  onOpen: (id: string) => void;
  baseUrl: string;
};

function Log({ searchRef, openId, onOpen, baseUrl }: LogProps) {
  const { organization, filter, setFilter } = useRequestFilter();
  const client = useQueryClient();
  const shown = useDeferredValue(filter);
  const list = useInfiniteQuery({ ...requestListOptions(organization, shown), placeholderData: keepPreviousData });
  const pages = list.data?.pages ?? [];
  const requests = pages.flatMap((page) => page.data);
  const isEmpty = list.data !== undefined && !list.isPlaceholderData && requests.length === 0;
  const widest: RequestFilter = {
    ...(requestSearch.isFiltered(shown) ? shown : {}),
    from: undefined,
    to: undefined,
    range: "30d",
  };
  const isWidest = requestSearch.format(shown) === requestSearch.format(widest);
  const ever = useQuery({
    queryKey: [...requestsKey, organization, "ever"],
    queryFn: () => client.fetchInfiniteQuery(requestListOptions(organization, { range: "30d" })),
    select: (data) => data.pages.some((page) => page.data.length > 0),
    enabled: isEmpty && !requestSearch.isFiltered(shown),
  });
  const when = useRequestTimeLabel();

  const isLive = endsNow(shown) && pages.length <= 1;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: [...requestsKey, organization, "ever"] });
    void client.invalidateQueries({ queryKey: [...requestsKey, organization, "histogram"] });
    return list.refetch({ cancelRefetch: false });
  };
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && window.scrollY < AT_TOP_PX) void latest.current();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isLive]);

  return (
    <>
      <PageHeader
        title="Request log"
        actions={
          <>
            {isLive ? <LiveMark /> : null}
            <Button onClick={() => void refresh()} loading={list.isRefetching && !isLive}>
              <RotateCw aria-hidden />
              Refresh
            </Button>
          </>
        }
      />
      <RequestFilters searchRef={searchRef} onOpen={onOpen} />
      {isEmpty && ever.data === false ? (
        <NoRequestsYet organization={organization} baseUrl={baseUrl} />
      ) : (
        <>
          <RequestChart filter={shown} isStale={shown !== filter} />
          <StaleNotice query={list} isPolled={isLive} />
          {list.isPending ? <RowsSkeleton label="Loading requests" rows={8} rowClassName="h-9" /> : null}
          <QueryError title="The requests did not load" query={list} />
          {isEmpty ? (
            <NoRequestMatches
              isFiltered={requestSearch.isFiltered(shown)}
              when={when}
              onClear={() => setFilter(requestSearch.withoutFilters(filter))}
              onWiden={isWidest ? null : () => setFilter(widest)}
            />
          ) : null}
          {requests.length > 0 ? (
            <div
              className={cn("transition-opacity", (list.isPlaceholderData || shown !== filter) && "opacity-60")}
              aria-busy={list.isPlaceholderData}
            >
              <RequestTable
                requests={requests}
                hrefOf={(id) => requestsHref(organization, filter, id)}
                onOpen={onOpen}
                openId={openId}
              />
            </div>
          ) : null}
          <LoadMore query={list} shown={requests.length} noun={["request", "requests"]} label="Load 100 more" />
        </>
      )}
    </>
  );
}

function LiveMark() {
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted-foreground">
      <span aria-hidden className="size-1.5 rounded-full bg-signal" />
      Live
    </span>
  );
}
