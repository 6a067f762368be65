import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/http/call";
import type { countRequests, getRequest, listRequests } from "@/lib/requests/operations";
import type { RequestHistogram, RequestHistogramQuery, RequestList, RequestListQuery } from "@/lib/requests/schema";
import { HOUR_MS } from "@/lib/time";
import { DEFAULT_REQUEST_RANGE, type RequestFilter, type RequestRange, requestSearch } from "./request-search";

/** Prefix of everything that is read of the request log. */
export const requestsKey = ["requests"] as const;

const FIRST_PAGE_SIZE = 50;
const NEXT_PAGE_SIZE = 100;
const rangeLengths: Record<RequestRange, number> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 168 * HOUR_MS,
  "30d": 720 * HOUR_MS,
};

/** Whether the filter's time ends now, so that new requests belong to it. */
export function endsNow(filter: RequestFilter): boolean {
  return filter.to === undefined;
}

/** The filter as the API takes it, its moving range fixed at this moment. */
function atThisMoment({ range, ...filter }: RequestFilter): RequestHistogramQuery {
  if (filter.from || filter.to) return filter;
  return { ...filter, from: new Date(Date.now() - rangeLengths[range ?? DEFAULT_REQUEST_RANGE]).toISOString() };
}

type ReadList = (query: RequestListQuery, signal?: AbortSignal) => Promise<RequestList>;
type ReadHistogram = (query: RequestHistogramQuery, signal?: AbortSignal) => Promise<RequestHistogram>;

/** The list as the browser shows it. The server passes its own `read`, so that page and API run the same code. */
export function requestListOptions(organization: string, filter: RequestFilter, read?: ReadList) {
  const readPage: ReadList =
    read ?? ((query, signal) => callApi<typeof listRequests>("GET /requests", { organization, query, ...to(signal) }));
  return infiniteQueryOptions({
    queryKey: [...requestsKey, organization, "list", requestSearch.format(filter)],
    initialPageParam: {} as { cursor?: string; from?: string | undefined },
    queryFn: async ({ pageParam: { cursor, from }, signal }) => {
      // A cursor is bound to its filter, therefore a moving range is fixed once per first page.
      const query = atThisMoment(filter);
      const start = cursor ? from : query.from;
      const page = cursor ? { cursor, limit: NEXT_PAGE_SIZE } : { limit: FIRST_PAGE_SIZE };
      const { from: _from, ...rest } = query;
      return { ...(await readPage({ ...rest, ...(start && { from: start }), ...page }, signal)), from: start };
    },
    getNextPageParam: (page) => (page.next_cursor ? { cursor: page.next_cursor, from: page.from } : undefined),
  });
}

export function requestHistogramOptions(organization: string, filter: RequestFilter, read?: ReadHistogram) {
  const readCounts: ReadHistogram =
    read ??
    ((query, signal) =>
      callApi<typeof countRequests>("GET /requests/histogram", { organization, query, ...to(signal) }));
  return queryOptions({
    queryKey: [...requestsKey, organization, "histogram", requestSearch.format(filter)],
    queryFn: ({ signal }) => readCounts(atThisMoment(filter), signal),
  });
}

export function requestDetailOptions(organization: string, id: string) {
  return queryOptions({
    queryKey: [...requestsKey, organization, "detail", id],
    queryFn: ({ signal }) =>
      callApi<typeof getRequest>("GET /requests/{id}", { organization, params: { id }, ...to(signal) }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const to = (signal: AbortSignal | undefined) => (signal ? { signal } : {});
