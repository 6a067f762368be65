"use client";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { lazy, type ReactNode, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { ListBody } from "@/components/list/list-body";
import { ListFrame } from "@/components/list/list-frame";
import { LiveMark } from "@/components/list/live-mark";
import { rowsOf } from "@/components/list/paged-query";
import { useListState } from "@/components/list/use-list-state";
import { useRequestTimeLabel } from "@/components/requests/facets";
import type { OperationLink } from "@/components/requests/operation-link";
import { RequestChart } from "@/components/requests/request-chart";
import { RequestFilters } from "@/components/requests/request-filters";
import { NoRequestsYet } from "@/components/requests/request-states";
import { RequestTable } from "@/components/requests/request-table";
import { PageHeader } from "@/components/shell/page-header";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { endsNow, requestListOptions, requestsKey } from "./queries";
import { RequestListContext, useRequestList } from "./request-list-context";
import { type RequestFilter, requestSearch, requestsHref } from "./request-search";

const loadPanel = () => import("@/components/requests/request-panel");
const RequestPanel = lazy(() => loadPanel().then((module) => ({ default: module.RequestPanel })));

const REFRESH_MS = 5_000;
/**
 * The list is polled only while it is scrolled less than this. Further down, new rows would move the rows being
 * read.
 */
const AT_TOP_PX = 200;

const rowId = (id: string) => `request-${id}`;

type RequestBrowserProps = {
  organization: string;
  operations: readonly OperationLink[];
  /** The API's base URL, which ends in `/api/v1`. */
  baseUrl: string;
  /** The steps to the first request. The steps stay visible after the request arrives, because they may show a key. */
  firstSteps: ReactNode;
};

/** The request log: filters, chart, rows, and one request beside them. Its state is in the URL. */
export function RequestBrowser({ organization, operations, baseUrl, firstSteps }: RequestBrowserProps) {
  // Back undoes filter changes, because selecting a range in the chart can easily result in an empty list.
  const list = useListState(requestSearch, requestsHref(organization), "push");
  const state = useMemo(() => ({ ...list, organization, operations }), [list, organization, operations]);
  const searchRef = useRef<HTMLInputElement>(null);
  useShortcuts("Request log", [{ keys: "/", description: "Search", run: () => searchRef.current?.focus() }]);
  return (
    <RequestListContext value={state}>
      <ListFrame
        openId={list.openId}
        rowId={rowId}
        panel={
          <RequestPanel
            organization={organization}
            id={list.openId ?? ""}
            origin={baseUrl.replace(/\/api\/v1$/, "")}
            operations={operations}
            onClose={list.close}
          />
        }
      >
        <RequestRows searchRef={searchRef} baseUrl={baseUrl} firstSteps={firstSteps} />
      </ListFrame>
    </RequestListContext>
  );
}

type RequestRowsProps = Pick<RequestBrowserProps, "baseUrl" | "firstSteps"> & {
  searchRef: RefObject<HTMLInputElement | null>;
};

function RequestRows({ searchRef, baseUrl, firstSteps }: RequestRowsProps) {
  const { organization, search, setSearch, clearFilters, open, openId, hrefOf } = useRequestList();
  const client = useQueryClient();
  const shown = useDeferredValue(search);
  const query = useInfiniteQuery({ ...requestListOptions(organization, shown), placeholderData: keepPreviousData });
  const pages = query.data?.pages ?? [];
  const requests = rowsOf(query.data);
  const isEmpty = query.data !== undefined && !query.isPlaceholderData && requests.length === 0;
  const isFiltered = requestSearch.isFiltered(shown);
  const widest: RequestFilter = { ...(isFiltered ? shown : {}), from: undefined, to: undefined, range: "30d" };
  const isWidest = requestSearch.format(shown) === requestSearch.format(widest);
  const ever = useQuery({
    queryKey: [...requestsKey, organization, "ever"],
    queryFn: () => client.fetchInfiniteQuery(requestListOptions(organization, { range: "30d" })),
    select: (data) => data.pages.some((page) => page.data.length > 0),
    enabled: isEmpty && !isFiltered,
  });
  const hasNever = isEmpty && ever.data === false;
  const when = useRequestTimeLabel();

  const isLive = endsNow(shown) && pages.length <= 1;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: [...requestsKey, organization, "ever"] });
    void client.invalidateQueries({ queryKey: [...requestsKey, organization, "histogram"] });
    return query.refetch({ cancelRefetch: false });
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
            <LiveMark state={isLive ? "live" : null} />
            <Button onClick={() => void refresh()} loading={query.isRefetching && !isLive}>
              <RotateCw aria-hidden />
              Refresh
            </Button>
          </>
        }
      />
      <RequestFilters searchRef={searchRef} />
      {firstSteps}
      {hasNever ? null : <RequestChart filter={shown} isStale={shown !== search} />}
      <ListBody
        query={query}
        noun={["request", "requests"]}
        count={requests.length}
        // After the first request, the time range also counts as a filter.
        isFiltered={!hasNever}
        onClear={clearFilters}
        empty={firstSteps ? null : <NoRequestsYet organization={organization} baseUrl={baseUrl} />}
        noMatch={{
          title: isFiltered ? "No requests match" : "No requests in this time",
          description: isFiltered
            ? `No requests match these filters in this period: ${when}.`
            : `No requests in this period: ${when}.`,
          action: (
            <>
              {isWidest ? null : <Button onClick={() => setSearch(widest)}>Show the last 30 days</Button>}
              {isFiltered ? <Button onClick={clearFilters}>Clear filters</Button> : null}
            </>
          ),
        }}
        skeleton={<RowsSkeleton label="Loading requests" rows={8} rowClassName="h-9" />}
        isPolled={isLive}
        isStale={query.isPlaceholderData || shown !== search}
        more={{ query, label: "Load 100 more" }}
      >
        <RequestTable requests={requests} hrefOf={hrefOf} onOpen={open} openId={openId} />
      </ListBody>
    </>
  );
}
