import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ID_SUFFIX } from "@/lib/db/id-suffix";
import { errorCodes } from "@/lib/errors";
import { callApi } from "@/lib/http/call";
import { MAX_FILTERED_MS } from "@/lib/limits";
import type { countRequests, getRequest, listRequests } from "@/lib/requests/operations";
import type { RequestHistogram, RequestHistogramQuery, RequestList, RequestListQuery } from "@/lib/requests/schema";
import { HOUR_MS } from "@/lib/time";
import { requestMethods } from "@/lib/values";

/** Prefix of everything that is read of the request log. */
export const requestsKey = ["requests"] as const;

const FIRST_PAGE_SIZE = 50;
const NEXT_PAGE_SIZE = 100;
/** Time ranges that move with the clock, in milliseconds. */
const requestRanges = { "1h": HOUR_MS, "24h": 24 * HOUR_MS, "7d": 168 * HOUR_MS, "30d": 720 * HOUR_MS } as const;
export type RequestRange = keyof typeof requestRanges;
export const DEFAULT_REQUEST_RANGE: RequestRange = "24h";

/** What the page's address may carry: filters of the API, and ranges that move with the clock. */
export type RequestFilter = Partial<RequestHistogramQuery> & { range?: RequestRange | undefined };

/** The id of a request, anywhere in a text: in a support message it comes with words around it. */
export const REQUEST_ID = new RegExp(`request_${ID_SUFFIX}`);
export const CREDENTIAL_ID = new RegExp(`^(?:key|app)_${ID_SUFFIX}$`);
export const STATUS = /^[1-5](?:\d\d|xx)$/;
export const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f.]*:){2}[0-9a-f:.]*)$/i;

type Rule = { takesList: boolean; isValid: (value: string) => boolean; read?: (value: string) => number };
const list = (isValid: Rule["isValid"]): Rule => ({ takesList: true, isValid });
const single = (isValid: Rule["isValid"]): Rule => ({ takesList: false, isValid });
const isDuration = (value: string) => /^(?:0|[1-9]\d{0,8})$/.test(value) && Number(value) <= MAX_FILTERED_MS;
const isTime = (value: string) =>
  /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));
const isPlain = (length: number) => (value: string) => value.length <= length && !/[\p{Cc}\p{Cs}]/u.test(value);

// The API's own validators would bring their library into the page's script; what slips through here, the API refuses.
const rules: Record<keyof RequestFilter, Rule> = {
  credential: list((value) => CREDENTIAL_ID.test(value)),
  method: list((value) => requestMethods.some((method) => method === value)),
  route: list(isPlain(200)),
  status: list((value) => STATUS.test(value)),
  code: list((value) => Object.hasOwn(errorCodes, value)),
  ip: single(isPlain(64)),
  min_ms: { ...single(isDuration), read: Number },
  max_ms: { ...single(isDuration), read: Number },
  range: single((value) => Object.hasOwn(requestRanges, value)),
  from: single(isTime),
  to: single(isTime),
};

/** Reads the filter from an address. What breaks a rule is left out: an old link still opens. */
export function parseRequestFilter(search: URLSearchParams): RequestFilter {
  const found: Record<string, unknown> = {};
  for (const [name, { takesList, isValid, read }] of Object.entries(rules)) {
    const values = takesList ? search.getAll(name).flatMap((value) => value.split(",")) : [search.get(name) ?? ""];
    const valid = values.filter((value) => value !== "" && isValid(value));
    const [first] = valid;
    if (first !== undefined) found[name] = takesList ? valid : (read?.(first) ?? first);
  }
  const filter = found as RequestFilter;
  if (filter.min_ms !== undefined && filter.max_ms !== undefined && filter.min_ms > filter.max_ms) delete filter.max_ms;
  if (filter.from && filter.to && Date.parse(filter.from) >= Date.parse(filter.to)) delete filter.to;
  return filter.from || filter.to ? { ...filter, range: undefined } : filter;
}

/** The filter as the query part of an address, the same text for the same filter; empty when nothing is filtered. */
export function serializeRequestFilter(filter: RequestFilter): string {
  const search = new URLSearchParams();
  for (const name of Object.keys(rules)) {
    const value = filter[name as keyof RequestFilter];
    const text = Array.isArray(value) ? [...value].sort().join(",") : String(value ?? "");
    if (text !== "") search.set(name, text);
  }
  if (search.get("range") === DEFAULT_REQUEST_RANGE) search.delete("range");
  return search.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%7B", "{").replaceAll("%7D", "}");
}

/** The filter without all that is no time. */
export function pickTimeFilter({ range, from, to }: RequestFilter): RequestFilter {
  return { range, from, to };
}

/** Whether anything but the time is filtered. */
export function hasRequestFilter(filter: RequestFilter): boolean {
  return serializeRequestFilter({ ...filter, range: undefined, from: undefined, to: undefined }) !== "";
}

/** Whether the filter's time ends now, so that new requests belong to it. */
export function endsNow(filter: RequestFilter): boolean {
  return filter.to === undefined;
}

/** The filter as the API takes it, its moving range fixed at this moment. */
function atThisMoment({ range, ...filter }: RequestFilter): RequestHistogramQuery {
  if (filter.from || filter.to) return filter;
  return { ...filter, from: new Date(Date.now() - requestRanges[range ?? DEFAULT_REQUEST_RANGE]).toISOString() };
}

type ReadList = (query: RequestListQuery, signal?: AbortSignal) => Promise<RequestList>;
type ReadHistogram = (query: RequestHistogramQuery, signal?: AbortSignal) => Promise<RequestHistogram>;

/** The list as the browser shows it. The server passes its own `read`, so that page and API run the same code. */
export function requestListOptions(organization: string, filter: RequestFilter, read?: ReadList) {
  const readPage: ReadList =
    read ?? ((query, signal) => callApi<typeof listRequests>("GET /requests", { organization, query, ...to(signal) }));
  return infiniteQueryOptions({
    queryKey: [...requestsKey, organization, "list", serializeRequestFilter(filter)],
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
    queryKey: [...requestsKey, organization, "histogram", serializeRequestFilter(filter)],
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
