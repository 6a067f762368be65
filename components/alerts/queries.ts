import { queryOptions } from "@tanstack/react-query";
import { pagedQueryOptions } from "@/components/list/paged-query";
import type { getAlert, listAlerts, updateAlert } from "@/lib/alerts/operations";
import type { Alert, AlertList, AlertListQuery, AlertUpdate } from "@/lib/alerts/schema";
import { type Call, callApi, ifMatch } from "@/lib/http/call";
import { HOUR_MS } from "@/lib/time";
import { type AlertListFilter, type AlertRange, alertSearch } from "./alert-search";

/** Key prefix of all alert queries. Invalidate it after a write. */
export const alertsKey = ["alerts"] as const;

const NEXT_PAGE_SIZE = 200;

const rangeLengths: Record<AlertRange, number> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 168 * HOUR_MS,
  "30d": 720 * HOUR_MS,
};

type AlertQuery = Omit<AlertListQuery, "limit" | "cursor">;

/** Converts a filter to the API's query. Relative times are resolved to now, and `me` becomes the viewer's ID. */
export function toAlertQuery({ range, ...filter }: AlertListFilter, me: string): AlertQuery {
  const { assignee_id, sort = "-created_at" } = filter;
  return {
    ...filter,
    ...(assignee_id && { assignee_id: assignee_id.map((id) => (id === "me" ? me : id)) }),
    ...(range && { occurred_after: new Date(Date.now() - rangeLengths[range]).toISOString() }),
    sort,
    expand: ["camera"],
  };
}

/** The fields of an alert that the list and its actions need. `media` contains only the first picture. */
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

/** A page of the alert list, with the API query that it was read with. */
export type AlertListPage = Omit<AlertList, "data" | "total"> & { data: AlertLine[]; query: AlertQuery };

/** Returns an alert without the fields that the list doesn't show, because up to 100,000 alerts stay in memory. */
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

/**
 * Returns an equal value that another row already uses, if any, to save memory. On the server it returns `value`,
 * because nothing is kept between requests.
 */
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

export function alertListOptions(organization: string, filter: AlertListFilter, me: string, call?: Call) {
  const options = pagedQueryOptions({
    queryKey: alertListKey(organization, filter),
    query: () => toAlertQuery(filter, me),
    async read(query: AlertListQuery, signal) {
      const { data, has_more, next_cursor } = await fetchAlertList(organization, query, signal, call);
      return { data: data.map(toAlertLine), has_more, next_cursor };
    },
    nextPageSize: NEXT_PAGE_SIZE,
  });
  return {
    ...options,
    staleTime: 30_000,
    // Refetching would send one request per loaded page, so live updates keep the list current instead.
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Comparing 100,000 rows after each fetch would take longer than a frame.
    structuralSharing: false,
  };
}

export function alertTotalKey(organization: string, filter: AlertListFilter) {
  return [...alertsKey, organization, "total", alertSearch.format(filter)] as const;
}

/**
 * Returns the options of a query that counts matching alerts. The count is null if there are too many to count in
 * time. It is a separate query, because counting a million alerts takes much longer than reading the first fifty.
 */
export function alertTotalOptions(organization: string, filter: AlertListFilter, me: string, call?: Call) {
  return queryOptions({
    queryKey: alertTotalKey(organization, filter),
    queryFn: async ({ signal }): Promise<number | null> => {
      const { expand: _expand, ...matching } = toAlertQuery(filter, me);
      const query = { ...matching, include_total: true, limit: 1 };
      return (await fetchAlertList(organization, query, signal, call)).total ?? null;
    },
    staleTime: 30_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Reads one page of the alert list. */
export function fetchAlertList(
  organization: string,
  query: Partial<AlertListQuery>,
  signal: AbortSignal,
  call: Call = callApi,
) {
  return call<typeof listAlerts>("GET /alerts", { organization, query, signal });
}

/** Returns the options of a query for one alert with its camera and site. */
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

/** Returns the options of a query for alerts of the same camera, within an hour before or after this one. */
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
 * Changes the alert only if it still has the version that the reader saw.
 * @throws ApiError `version_mismatch` if someone else changed it first, `invalid_transition` if the status change isn't
 * allowed.
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
