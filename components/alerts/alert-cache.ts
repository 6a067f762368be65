import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Alert } from "@/lib/alerts/schema";
import { type AlertListFilter, alertSearch } from "./alert-search";
import { type AlertLine, type AlertListPage, alertListKey, alertsKey, alertTotalKey, toAlertLine } from "./queries";

type Pages = InfiniteData<AlertListPage>;
/** Identifies whose cached lists to update, by the organization's slug and the viewer's ID. */
type Place = { organization: string; me: string };

/** Lists with more pages than this are patched in place, and refetched only when opened again. */
const PAGES_WORTH_REFETCHING = 3;

/**
 * Returns whether `next` is a later state of the same alert. Reoccurrences change `updated_at` but not the
 * version.
 */
function isNewer(next: AlertLine, known: AlertLine): boolean {
  return next.version > known.version || (next.version === known.version && next.updated_at > known.updated_at);
}

/** Returns the later state. Keeps the known camera if `next` doesn't contain it. */
function merge<Known extends AlertLine>(next: Known, known: AlertLine): Known {
  return next.camera ? next : { ...next, ...(known.camera && { camera: known.camera }) };
}

function lineOf(next: Alert | undefined, known: AlertLine): AlertLine {
  return next && isNewer(next, known) ? toAlertLine(merge(next, known)) : known;
}

/** Replaces older states of the alerts in all cached lists and details. Rows keep their position. */
export function patchCachedAlerts(client: QueryClient, organization: string, alerts: readonly Alert[]): void {
  if (alerts.length === 0) return;
  const latest = new Map(alerts.map((alert) => [alert.id, alert]));
  client.setQueriesData<Pages>({ queryKey: [...alertsKey, organization, "list"] }, (data) => {
    if (!data) return data;
    let changed = false;
    const pages = data.pages.map((page) => {
      // Most pages of a long list contain none of the alerts. Those pages are scanned but not copied.
      const isLater = (known: AlertLine) => {
        const next = latest.get(known.id);
        return next !== undefined && isNewer(next, known);
      };
      if (!page.data.some(isLater)) return page;
      changed = true;
      return { ...page, data: page.data.map((known) => lineOf(latest.get(known.id), known)) };
    });
    return changed ? { ...data, pages } : data;
  });
  for (const alert of alerts) {
    client.setQueryData<Alert>([...alertsKey, organization, "detail", alert.id], (known) =>
      known && isNewer(alert, known) ? merge(alert, known) : known,
    );
  }
}

/** Inserts alerts that a cached list doesn't contain yet, in the list's sort order. Also updates the count. */
export function insertCachedAlerts(
  client: QueryClient,
  organization: string,
  filter: AlertListFilter,
  alerts: readonly AlertLine[],
): void {
  const key = alertListKey(organization, filter);
  const data = client.getQueryData<Pages>(key);
  if (!data) return;
  const missing = findMissingAlerts(data, alerts);
  if (missing.length === 0) return;
  client.setQueryData<Pages>(key, insert(data, filter, missing));
  changeTotal(client, organization, filter, missing.length);
}

/** Returns the alerts that aren't on any loaded page of a list, without duplicates. */
export function findMissingAlerts(data: Pages | undefined, alerts: readonly AlertLine[]): AlertLine[] {
  const missing = new Map(alerts.map((alert) => [alert.id, alert]));
  for (const page of data?.pages ?? []) {
    for (const { id } of page.data) missing.delete(id);
  }
  return [...missing.values()];
}

/**
 * Drops all pages but the first from a cached list, then refetches that page and the count. Used if there are too
 * many changes to patch.
 */
export function restartAlertList(client: QueryClient, organization: string, filter: AlertListFilter): void {
  const key = alertListKey(organization, filter);
  client.setQueryData<Pages>(
    key,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  void client.invalidateQueries({ queryKey: key });
  void client.invalidateQueries({ queryKey: alertTotalKey(organization, filter) });
}

function changeTotal(client: QueryClient, organization: string, filter: AlertListFilter, by: number): void {
  const key = alertTotalKey(organization, filter);
  client.setQueryData<number | null>(key, (total) => (typeof total === "number" ? Math.max(0, total + by) : total));
}

/** Returns whether the alert still matches the filter. Checks only the fields that people can change. */
function stillMatches(alert: AlertLine, filter: AlertListFilter, me: string): boolean {
  if (filter.status && !filter.status.includes(alert.status)) return false;
  if (filter.severity && !filter.severity.includes(alert.severity)) return false;
  if (filter.tag && !filter.tag.some((tag) => alert.tags.includes(tag))) return false;
  if (!filter.assignee_id) return true;
  return filter.assignee_id.some((id) => (alert.assignee_id ?? "none") === (id === "me" ? me : id));
}

/**
 * Updates the cache after the viewer changed alerts. Rows show the new state and leave lists they no longer match.
 * Alerts that match `into` are added to that list, for example after an undo. Then refetches the displayed alert
 * queries, except long lists.
 */
export async function refreshAlertsAfterChange(
  client: QueryClient,
  place: Place & { into?: AlertListFilter | undefined },
  alerts: readonly Alert[],
): Promise<void> {
  if (alerts.length === 0) return;
  const { organization, me, into } = place;
  patchCachedAlerts(client, organization, alerts);
  const written = new Map(alerts.map((alert) => [alert.id, alert]));
  for (const [key] of client.getQueriesData<Pages>({ queryKey: [...alertsKey, organization, "list"] })) {
    const filter = alertSearch.parse(new URLSearchParams(String(key[3])));
    const data = client.getQueryData<Pages>(key);
    const { pages, removed } = withoutStrangers(data?.pages ?? [], written, filter, me);
    if (!data || removed === 0) continue;
    client.setQueryData<Pages>(key, { ...data, pages });
    changeTotal(client, organization, filter, -removed);
  }
  if (into) {
    const back = alerts.filter((alert) => stillMatches(alert, into, me));
    insertCachedAlerts(client, organization, into, back);
  }
  await client.invalidateQueries({ queryKey: alertsKey, refetchType: "none" });
  await client.refetchQueries({ queryKey: alertsKey, type: "active", predicate: (query) => !isLong(query.state.data) });
}

function isLong(data: unknown): boolean {
  const pages = (data as Partial<Pages> | undefined)?.pages;
  return pages !== undefined && pages.length > PAGES_WORTH_REFETCHING;
}

function withoutStrangers(known: AlertListPage[], written: Map<string, Alert>, filter: AlertListFilter, me: string) {
  let removed = 0;
  const pages = known.map((page) => {
    const isStranger = (row: AlertLine) => written.has(row.id) && !stillMatches(row, filter, me);
    if (!page.data.some(isStranger)) return page;
    const rows = page.data.filter((row) => !isStranger(row));
    removed += page.data.length - rows.length;
    return { ...page, data: rows };
  });
  return { pages, removed };
}

const sortKeys = {
  "-created_at": (alert: AlertLine) => alert.id,
  created_at: (alert: AlertLine) => alert.id,
  "-occurred_at": (alert: AlertLine) => `${alert.occurred_at} ${alert.id}`,
  "-updated_at": (alert: AlertLine) => `${alert.updated_at} ${alert.id}`,
} as const;

/** Returns whether alert `a` comes before alert `b` in this sort order. */
export function comesBefore(a: AlertLine, b: AlertLine, sort: AlertListFilter["sort"] = "-created_at"): boolean {
  const keyOf = sortKeys[sort];
  return sort === "created_at" ? keyOf(a) < keyOf(b) : keyOf(a) > keyOf(b);
}

/** Inserts alerts into the loaded pages in sort order. Alerts that belong on a page that isn't loaded are skipped. */
function insert(data: Pages, { sort }: AlertListFilter, alerts: readonly AlertLine[]): Pages {
  let pages = data.pages;
  for (const alert of alerts) {
    const found = pages.findIndex((page) => page.data.some((row) => comesBefore(alert, row, sort)));
    const index = found === -1 && !pages.at(-1)?.has_more ? pages.length - 1 : found;
    if (index === -1) continue;
    pages = pages.map((page, at) => {
      if (at !== index) return page;
      const position = page.data.findIndex((row) => comesBefore(alert, row, sort));
      return {
        ...page,
        data: page.data.toSpliced(position === -1 ? page.data.length : position, 0, toAlertLine(alert)),
      };
    });
  }
  return { ...data, pages };
}
