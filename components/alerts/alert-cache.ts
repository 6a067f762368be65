import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { type AlertFilter, type AlertPage, alertListKey, alertsKey, parseAlertFilter } from "@/lib/alerts/queries";
import type { Alert } from "@/lib/alerts/schema";

type Pages = InfiniteData<AlertPage>;
/** Whose list it is: the organization's slug and the id of the person who looks. */
type Place = { organization: string; me: string };

/** Lists of more pages than this are corrected in place and read again only when they are next opened. */
const PAGES_WORTH_REFETCHING = 3;

/** Whether `next` is a later state of the same alert; reoccurrences move the time but not the version. */
function isNewer(next: Alert, known: Alert): boolean {
  return next.version > known.version || (next.version === known.version && next.updated_at > known.updated_at);
}

/** A later state keeps what only the list had asked for. */
function merge(next: Alert, known: Alert): Alert {
  return next.camera ? next : { ...next, ...(known.camera && { camera: known.camera }) };
}

/** Brings later states of alerts into every list and detail that shows them; rows stay where they are. */
export function patchAlerts(client: QueryClient, organization: string, alerts: readonly Alert[]): void {
  if (alerts.length === 0) return;
  const latest = new Map(alerts.map((alert) => [alert.id, alert]));
  client.setQueriesData<Pages>({ queryKey: [...alertsKey, organization, "list"] }, (data) => {
    if (!data) return data;
    let changed = false;
    const pages = data.pages.map((page) => {
      let touched = false;
      const rows = page.data.map((known) => {
        const next = latest.get(known.id);
        if (!next || !isNewer(next, known)) return known;
        touched = true;
        return merge(next, known);
      });
      changed ||= touched;
      return touched ? { ...page, data: rows } : page;
    });
    return changed ? { ...data, pages } : data;
  });
  for (const alert of alerts) {
    client.setQueryData<Alert>([...alertsKey, organization, "detail", alert.id], (known) =>
      known && isNewer(alert, known) ? merge(alert, known) : known,
    );
  }
}

/** Puts alerts that a list lacks where its order has them, and counts them. */
export function insertAlerts(
  client: QueryClient,
  organization: string,
  filter: AlertFilter,
  alerts: readonly Alert[],
): void {
  client.setQueryData<Pages>(alertListKey(organization, filter), (data) => data && insert(data, filter, alerts));
}

function withTotal(page: AlertPage, change: number) {
  return page.total === undefined ? {} : { total: Math.max(0, page.total + change) };
}

/** Whether the alert still belongs in a list with this filter, by the fields that people change. */
export function stillMatches(alert: Alert, filter: AlertFilter, me: string): boolean {
  if (filter.status && !filter.status.includes(alert.status)) return false;
  if (filter.severity && !filter.severity.includes(alert.severity)) return false;
  if (filter.tag && !filter.tag.some((tag) => alert.tags.includes(tag))) return false;
  if (!filter.assignee_id) return true;
  return filter.assignee_id.some((id) => (alert.assignee_id ?? "none") === (id === "me" ? me : id));
}

/**
 * After the reader's own write: rows show their new state, leave lists that they no longer match, and come back to
 * the open list (`into`) when an undo makes them match again. Then everything else of alerts is read anew.
 */
export async function settleAlerts(
  client: QueryClient,
  place: Place & { into?: AlertFilter | undefined },
  alerts: readonly Alert[],
): Promise<void> {
  if (alerts.length === 0) return;
  const { organization, me, into } = place;
  patchAlerts(client, organization, alerts);
  const written = new Map(alerts.map((alert) => [alert.id, alert]));
  for (const [key] of client.getQueriesData<Pages>({ queryKey: [...alertsKey, organization, "list"] })) {
    const filter = parseAlertFilter(new URLSearchParams(String(key[3])));
    client.setQueryData<Pages>(key, (data) => data && withoutStrangers(data, written, filter, me));
  }
  if (into) {
    const back = alerts.filter((alert) => stillMatches(alert, into, me));
    insertAlerts(client, organization, into, back);
  }
  await client.invalidateQueries({ queryKey: alertsKey, refetchType: "none" });
  await client.refetchQueries({ queryKey: alertsKey, type: "active", predicate: (query) => !isLong(query.state.data) });
}

function isLong(data: unknown): boolean {
  const pages = (data as Partial<Pages> | undefined)?.pages;
  return pages !== undefined && pages.length > PAGES_WORTH_REFETCHING;
}

function withoutStrangers(data: Pages, written: Map<string, Alert>, filter: AlertFilter, me: string): Pages {
  let removed = 0;
  const pages = data.pages.map((page) => {
    const rows = page.data.filter((row) => !written.has(row.id) || stillMatches(row, filter, me));
    removed += page.data.length - rows.length;
    return rows.length === page.data.length ? page : { ...page, data: rows };
  });
  const [first, ...rest] = pages;
  if (removed === 0 || !first) return data;
  return { ...data, pages: [{ ...first, ...withTotal(first, -removed) }, ...rest] };
}

const sortKeys = {
  "-created_at": (alert: Alert) => alert.id,
  created_at: (alert: Alert) => alert.id,
  "-occurred_at": (alert: Alert) => `${alert.occurred_at} ${alert.id}`,
  "-updated_at": (alert: Alert) => `${alert.updated_at} ${alert.id}`,
} as const;

/** Whether `a` stands above `b` in a list of this order. */
export function comesBefore(a: Alert, b: Alert, sort: AlertFilter["sort"] = "-created_at"): boolean {
  const keyOf = sortKeys[sort];
  return sort === "created_at" ? keyOf(a) < keyOf(b) : keyOf(a) > keyOf(b);
}

/** What lies beyond the loaded rows is left to the page that will be loaded there. */
function insert(data: Pages, { sort }: AlertFilter, alerts: readonly Alert[]): Pages {
  const known = new Set(data.pages.flatMap((page) => page.data.map(({ id }) => id)));
  let pages = data.pages;
  for (const alert of alerts) {
    if (known.has(alert.id)) continue;
    const found = pages.findIndex((page) => page.data.some((row) => comesBefore(alert, row, sort)));
    const index = found === -1 && !pages.at(-1)?.has_more ? pages.length - 1 : found;
    if (index === -1) continue;
    pages = pages.map((page, at) => {
      const counted = at === 0 ? { ...page, ...withTotal(page, 1) } : page;
      if (at !== index) return counted;
      const position = page.data.findIndex((row) => comesBefore(alert, row, sort));
      return { ...counted, data: page.data.toSpliced(position === -1 ? page.data.length : position, 0, alert) };
    });
  }
  return pages === data.pages ? data : { ...data, pages };
}
