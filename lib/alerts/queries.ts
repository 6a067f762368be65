import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { call } from "@/lib/http/call";
import { id as idOf, listParameter } from "@/lib/http/wire";
import type { getAlert, listAlerts, updateAlert } from "./operations";
import { type Alert, type AlertList, type AlertQuery, type AlertUpdate, alertFilters, alertSorts } from "./schema";

/** Prefix of everything that is read of alerts; invalidate it after a write. */
export const alertsKey = ["alerts"] as const;

export const FIRST_PAGE_SIZE = 50;
const NEXT_PAGE_SIZE = 200;

const HOUR_MS = 3_600_000;
/** Time ranges that move with the clock, in milliseconds. */
export const alertRanges = { "1h": HOUR_MS, "24h": 24 * HOUR_MS, "7d": 168 * HOUR_MS, "30d": 720 * HOUR_MS } as const;
export type AlertRange = keyof typeof alertRanges;

const { created_after: _after, created_before: _before, updated_after: _updated, ...shared } = alertFilters;

/** What the page's address may carry: the API's filters, `me` as assignee, and ranges that move with the clock. */
const alertFilter = z.object({
  ...shared,
  assignee_id: listParameter(z.union([idOf("user"), z.enum(["none", "me"])])).optional(),
  range: z.enum(["1h", "24h", "7d", "30d"]).optional(),
  sort: z.enum(alertSorts).optional(),
});
export type AlertFilter = z.output<typeof alertFilter>;

/** Reads the filter from an address. What breaks a rule is left out: an old link still opens. */
export function parseAlertFilter(search: URLSearchParams): AlertFilter {
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(alertFilter.shape)) {
    const list = search
      .getAll(name)
      .flatMap((value) => value.split(","))
      .filter(Boolean);
    const value = [list, search.get(name) || undefined].find((candidate) => schema.safeParse(candidate).success);
    if (value !== undefined) found[name] = value;
  }
  const filter = alertFilter.parse(found);
  if (filter.range) return { ...filter, occurred_after: undefined, occurred_before: undefined };
  return filter;
}

/** The filter as the query part of an address, the same text for the same filter; empty when nothing is filtered. */
export function serializeAlertFilter(filter: AlertFilter): string {
  const search = new URLSearchParams();
  for (const name of Object.keys(alertFilter.shape)) {
    const value = filter[name as keyof AlertFilter];
    if (Array.isArray(value) && value.length > 0) search.set(name, [...value].sort().join(","));
    else if (typeof value === "string" && value !== "") search.set(name, value);
  }
  if (search.get("sort") === "-created_at") search.delete("sort");
  return search.toString().replaceAll("%2C", ",");
}

/** Whether anything is filtered; the order of the rows is no filter. */
export function isFiltered(filter: AlertFilter): boolean {
  return serializeAlertFilter({ ...filter, sort: undefined }) !== "";
}

/** The filter as the API takes it. `after` replaces a moving range, `me` is the id of the person who looks. */
export function toAlertQuery(filter: AlertFilter, me: string, after: string | undefined): AlertQuery {
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

/** A page of the list, with the start that its moving time range had when the first page was read. */
export type AlertPage = AlertList & { after?: string | undefined };
type ReadAlerts = (query: AlertQuery, signal?: AbortSignal) => Promise<AlertList>;

export function alertListKey(organization: string, filter: AlertFilter) {
  return [...alertsKey, organization, "list", serializeAlertFilter(filter)] as const;
}

/**
 * The list as the browser shows it. The server passes its own `read`, so that page and API run the same code.
 * A page's cursor is bound to its filter, therefore a moving range is fixed once per first page.
 */
export function alertListQuery(organization: string, filter: AlertFilter, me: string, read?: ReadAlerts) {
  const readPage: ReadAlerts = read ?? ((query, signal) => listAlertsOnce(organization, query, signal));
  return infiniteQueryOptions({
    queryKey: alertListKey(organization, filter),
    initialPageParam: {} as { cursor?: string; after?: string | undefined },
    queryFn: async ({ pageParam, signal }): Promise<AlertPage> => {
      const moving = filter.range && new Date(Date.now() - alertRanges[filter.range]).toISOString();
      const after = pageParam.cursor ? pageParam.after : moving;
      const query = toAlertQuery(filter, me, after);
      const page = pageParam.cursor
        ? { cursor: pageParam.cursor, limit: NEXT_PAGE_SIZE }
        : { include_total: true, limit: FIRST_PAGE_SIZE };
      return { ...(await readPage({ ...query, ...page }, signal)), after };
    },
    getNextPageParam: (page) => (page.next_cursor ? { cursor: page.next_cursor, after: page.after } : undefined),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Comparing 100,000 rows with 100,000 rows would take longer than a frame.
    structuralSharing: false,
  });
}

/** One reading of the list, for what follows it live. */
export function listAlertsOnce(organization: string, query: Partial<AlertQuery>, signal?: AbortSignal) {
  return call<typeof listAlerts>("GET /alerts", { organization, query, ...(signal && { signal }) });
}

/** One alert with its camera and site. */
export function alertQuery(organization: string, id: string) {
  return queryOptions({
    queryKey: [...alertsKey, organization, "detail", id],
    queryFn: ({ signal }) => readAlert(organization, id, signal),
  });
}

export function readAlert(organization: string, id: string, signal?: AbortSignal): Promise<Alert> {
  const query = { expand: ["camera" as const] };
  return call<typeof getAlert>("GET /alerts/{id}", { organization, params: { id }, query, ...(signal && { signal }) });
}

/** Alerts of the same camera that occurred within an hour before or after this one. */
export function relatedAlertsQuery(organization: string, alert: Pick<Alert, "id" | "camera_id" | "occurred_at">) {
  const occurredAt = Date.parse(alert.occurred_at);
  return queryOptions({
    queryKey: [...alertsKey, organization, "related", alert.id],
    queryFn: ({ signal }) =>
      listAlertsOnce(
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
  return call<typeof updateAlert>("PATCH /alerts/{id}", {
    organization,
    params: { id: seen.id },
    body: change,
    headers: { "If-Match": `"${seen.version}"` },
  });
}
