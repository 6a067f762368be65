import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { getAlert, listAlerts, updateAlert } from "@/lib/alerts/operations";
import type { Alert, AlertList, AlertListQuery, AlertUpdate } from "@/lib/alerts/schema";
import { callApi, ifMatch } from "@/lib/http/call";
import { HOUR_MS } from "@/lib/time";
import { type AlertListFilter, type AlertRange, alertSearch } from "./alert-search";

/** Prefix of everything that is read of alerts; invalidate it after a write. */
export const alertsKey = ["alerts"] as const;

export const FIRST_PAGE_SIZE = 50;
const NEXT_PAGE_SIZE = 200;

const rangeLengths: Record<AlertRange, number> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 168 * HOUR_MS,
  "30d": 720 * HOUR_MS,
};

/** The filter as the API takes it. `after` replaces a moving range, `me` is the id of the person who looks. */
export function toAlertListQuery(filter: AlertListFilter, me: string, after: string | undefined): AlertListQuery {
  const { range: _range, assignee_id, sort = "-created_at", ...rest } = filter;
  return {
    ...rest,
    ...(assignee_id && { assignee_id: assignee_id.map((id) => (id === "me" ? me : id)) }),
    ...(after && { occurred_after: after }),
    sort,
    expand: ["camera"],
    limit: FIRST_PAGE_SIZE,
  };
}

/** What the list shows of an alert and what a change made from there needs. Of its media only the first picture. */
export type AlertLine = Pick<
  Alert,
  | "id"
  | "camera"
  | "use_case"
  | "status"
  | "severity"
  | "title"
  | "occurred_at"
  | "media"
  | "tags"
  | "assignee_id"
  | "disposition"
  | "disposition_reason"
  | "occurrence_count"
  | "created_at"
  | "updated_at"
  | "version"
>;

/** A page of the list, with the start that its moving time range had when the first page was read. */
export type AlertListPage = Omit<AlertList, "data" | "total"> & { data: AlertLine[]; after?: string | undefined };
type AlertListReader = (query: AlertListQuery, signal?: AbortSignal) => Promise<AlertList>;

/** The alert without what the list does not show: 100,000 of them stay in the browser. */
export function toAlertLine(alert: AlertLine): AlertLine {
  const { created_at } = alert;
  const same = (time: string) => (time === created_at ? created_at : time);
  const picture = alert.media.find(({ type }) => type === "image");
  return {
    id: alert.id,
    ...(alert.camera && { camera: shared(alert.camera) }),
    use_case: shared(alert.use_case),
    status: alert.status,
    severity: alert.severity,
    title: alert.title,
    occurred_at: same(alert.occurred_at),
    media: picture ? [picture] : none,
    tags: alert.tags.length > 0 ? alert.tags : none,
    assignee_id: alert.assignee_id && shared(alert.assignee_id),
    disposition: alert.disposition,
    disposition_reason: alert.disposition_reason,
    occurrence_count: alert.occurrence_count,
    created_at,
    updated_at: same(alert.updated_at),
    version: alert.version,
  };
}

const none: never[] = [];
const seen = new Map<string, unknown>();

/** Equal cameras, use cases and people become one in the browser's memory; the server keeps nothing between pages. */
function shared<Value>(value: Value): Value {
  if (typeof window === "undefined") return value;
  const key = JSON.stringify(value);
  const known = seen.get(key) as Value | undefined;
  if (known === undefined) seen.set(key, value);
  return known ?? value;
}

export function alertListKey(organization: string, filter: AlertListFilter) {
  return [...alertsKey, organization, "list", alertSearch.format(filter)] as const;
}

/** The moment at which the filter's moving time range begins, if it has one. */
function rangeStart({ range }: AlertListFilter): string | undefined {
  return range && new Date(Date.now() - rangeLengths[range]).toISOString();
}

/**
 * The list as the browser shows it. The server passes its own `read`, so that page and API run the same code.
 * A page's cursor is bound to its filter, therefore a moving range is fixed once per first page.
 */
export function alertListOptions(organization: string, filter: AlertListFilter, me: string, read?: AlertListReader) {
  const readPage: AlertListReader = read ?? ((query, signal) => fetchAlertList(organization, query, signal));
  return infiniteQueryOptions({
    queryKey: alertListKey(organization, filter),
    initialPageParam: {} as { cursor?: string; after?: string | undefined },
    queryFn: async ({ pageParam, signal }): Promise<AlertListPage> => {
      const after = pageParam.cursor ? pageParam.after : rangeStart(filter);
      const query = toAlertListQuery(filter, me, after);
      const page = pageParam.cursor ? { cursor: pageParam.cursor, limit: NEXT_PAGE_SIZE } : { limit: FIRST_PAGE_SIZE };
      const { data, has_more, next_cursor } = await readPage({ ...query, ...page }, signal);
      return { data: data.map(toAlertLine), has_more, next_cursor, after };
    },
    getNextPageParam: (page) => (page.next_cursor ? { cursor: page.next_cursor, after: page.after } : undefined),
    staleTime: 30_000,
    // Each loaded page would be a request: what changed while the list wasn't shown, its live updates bring.
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Comparing 100,000 rows with 100,000 rows would take longer than a frame.
    structuralSharing: false,
  });
}

export function alertTotalKey(organization: string, filter: AlertListFilter) {
  return [...alertsKey, organization, "total", alertSearch.format(filter)] as const;
}

/**
 * How many alerts match; null when they are too many to be counted in time. Apart from the list, since counting a
 * million takes many times longer than reading the first fifty: the rows never wait for it.
 */
export function alertTotalOptions(organization: string, filter: AlertListFilter, me: string, read?: AlertListReader) {
  const readPage: AlertListReader = read ?? ((query, signal) => fetchAlertList(organization, query, signal));
  return queryOptions({
    queryKey: alertTotalKey(organization, filter),
    queryFn: async ({ signal }): Promise<number | null> => {
      const { expand: _expand, ...query } = toAlertListQuery(filter, me, rangeStart(filter));
      return (await readPage({ ...query, include_total: true, limit: 1 }, signal)).total ?? null;
    },
    staleTime: 30_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** One reading of the list, for what follows it live. */
export function fetchAlertList(organization: string, query: Partial<AlertListQuery>, signal?: AbortSignal) {
  return callApi<typeof listAlerts>("GET /alerts", { organization, query, ...(signal && { signal }) });
}

/** One alert with its camera and site. */
export function alertOptions(organization: string, id: string) {
  return queryOptions({
    queryKey: [...alertsKey, organization, "detail", id],
    queryFn: ({ signal }) => fetchAlert(organization, id, signal),
  });
}

export function fetchAlert(organization: string, id: string, signal?: AbortSignal): Promise<Alert> {
  const query = { expand: ["camera" as const] };
  return callApi<typeof getAlert>("GET /alerts/{id}", {
    organization,
    params: { id },
    query,
    ...(signal && { signal }),
  });
}

/** Alerts of the same camera that occurred within an hour before or after this one. */
export function relatedAlertsOptions(organization: string, alert: Pick<Alert, "id" | "camera_id" | "occurred_at">) {
  const occurredAt = Date.parse(alert.occurred_at);
  return queryOptions({
    queryKey: [...alertsKey, organization, "related", alert.id],
    queryFn: ({ signal }) =>
      fetchAlertList(
        organization,
        {
          camera_id: [alert.camera_id],
          occurred_after: new Date(occurredAt - HOUR_MS).toISOString(),
          occurred_before: new Date(occurredAt + HOUR_MS).toISOString(),
          sort: "-occurred_at",
          limit: 21,
        },
        signal,
      ),
    select: (page) => ({ ...page, data: page.data.filter(({ id }) => id !== alert.id) }),
  });
}

/**
 * Changes the version of an alert that the reader saw and no other.
 * @throws ApiError `version_mismatch` when somebody was faster, `invalid_transition` when the move is not legal.
 */
export function patchAlert(
  organization: string,
  seen: Pick<Alert, "id" | "version">,
  change: AlertUpdate,
): Promise<Alert> {
  return callApi<typeof updateAlert>("PATCH /alerts/{id}", {
    organization,
    params: { id: seen.id },
    body: change,
    headers: ifMatch(seen),
  });
}
