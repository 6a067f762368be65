import { queryOptions } from "@tanstack/react-query";
import { pagedQueryOptions } from "@/components/list/paged-query";
import { type Call, callApi } from "@/lib/http/call";
import type { countRequests, getRequest, listRequests } from "@/lib/requests/operations";
import type { RequestHistogramQuery } from "@/lib/requests/schema";
import { HOUR_MS } from "@/lib/time";
import { DEFAULT_REQUEST_RANGE, type RequestFilter, type RequestRange, requestSearch } from "./request-search";

/** Key prefix of all request log queries. */
export const requestsKey = ["requests"] as const;

const NEXT_PAGE_SIZE = 100;
const rangeLengths: Record<RequestRange, number> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 168 * HOUR_MS,
  "30d": 720 * HOUR_MS,
};

/** Returns whether the filter has no end time, so that new requests match it. */
export function endsNow(filter: RequestFilter): boolean {
  return filter.to === undefined;
}

/** Converts a filter to the API's query, with a relative time range resolved to now. */
function atThisMoment({ range, ...filter }: RequestFilter): RequestHistogramQuery {
  if (filter.from || filter.to) return filter;
  return { ...filter, from: new Date(Date.now() - rangeLengths[range ?? DEFAULT_REQUEST_RANGE]).toISOString() };
}

export function requestListOptions(organization: string, filter: RequestFilter, call: Call = callApi) {
  return pagedQueryOptions({
    queryKey: [...requestsKey, organization, "list", requestSearch.format(filter)],
    query: () => atThisMoment(filter),
    read: (query, signal) => call<typeof listRequests>("GET /requests", { organization, query, signal }),
    nextPageSize: NEXT_PAGE_SIZE,
  });
}

export function requestHistogramOptions(organization: string, filter: RequestFilter, call: Call = callApi) {
  return queryOptions({
    queryKey: [...requestsKey, organization, "histogram", requestSearch.format(filter)],
    queryFn: ({ signal }) =>
      call<typeof countRequests>("GET /requests/histogram", { organization, query: atThisMoment(filter), signal }),
  });
}

export function requestDetailOptions(organization: string, id: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...requestsKey, organization, "detail", id],
    queryFn: ({ signal }) => call<typeof getRequest>("GET /requests/{id}", { organization, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
