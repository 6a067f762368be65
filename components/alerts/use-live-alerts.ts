"use client";
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  comesBefore,
  findMissingAlerts,
  insertCachedAlerts,
  patchCachedAlerts,
  restartAlertList,
} from "@/components/alerts/alert-cache";
import type { Viewer } from "@/components/alerts/triage-context";
import type { LiveState } from "@/components/list/live-mark";
import { coalesceRuns, useLiveEvents } from "@/components/live/live-events";
import type { AlertList, AlertListQuery } from "@/lib/alerts/schema";
import { isApiError } from "@/lib/http/call";
import { type AlertListFilter, alertSearch } from "./alert-search";
import {
  type AlertLine,
  type AlertListPage,
  alertListKey,
  alertsKey,
  fetchAlertList,
  toAlertLine,
  toAlertQuery,
} from "./queries";

/** Between two looks when much happens. */
const PAUSE_MS = 1_000;
/** How often to look although nothing was heard, with and without an open stream. */
const CALM_POLL_MS = 30_000;
const POLL_MS = 3_000;
const POLL_AFTER_ERROR_MS = 5_000;
/** Changes commit a little out of order, so each look reaches back behind the newest change that is known. */
const OVERLAP_MS = 10_000;
/** The first look goes back to the reading of the list, and by so much more if server and browser disagree on the time. */
const FIRST_OVERLAP_MS = 60_000;
/** The first look waits for the stream to open, which asks for one too, but no longer than this. */
const FIRST_LOOK_WITHIN_MS = 2_000;
const LOOK_SIZE = 200;
const MAX_LOOKS = 5;

export interface LiveAlerts {
  /** Matching alerts that the list does not show yet. */
  fresh: readonly AlertLine[];
  /** More happened than was read: showing it begins the list anew. */
  more: boolean;
  state: LiveState;
  /** Brings them into the list. */
  show: () => void;
}

interface Look {
  fresh: readonly AlertLine[];
  more: boolean;
  /** The latest change that was seen, on the server's clock. */
  changedAt: string | null;
}

type Pages = InfiniteData<AlertListPage>;
const none: readonly AlertLine[] = [];

/**
 * Follows a list: what newly matches gathers in `fresh`, and what others changed appears on the rows at once. Looks
 * when the event stream tells of an alert, and every few seconds while there is no stream. `maySlideIn` says whether new
 * rows may come in without being asked for.
 */
export function useLiveAlerts(viewer: Viewer, filter: AlertListFilter, maySlideIn: () => boolean): LiveAlerts {
  const client = useQueryClient();
  const { organization, id: me } = viewer;
  const text = alertSearch.format(filter);
  const lookSoon = useMemo(
    () => coalesceRuns(() => client.refetchQueries({ queryKey: [...alertsKey, organization, "live", text] }), PAUSE_MS),
    [client, organization, text],
  );
  const isOpen = useLiveEvents(organization, (events) => {
    if (events === null) setLooking(true);
    if (events === null || events.some(({ subject }) => subject.kind === "alert")) lookSoon();
  });
  // A stream that an earlier page opened says nothing when this one comes.
  const [isLooking, setLooking] = useState(isOpen);
  useEffect(() => {
    const timer = setTimeout(() => setLooking(true), FIRST_LOOK_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  const look = useQuery({
    queryKey: [...alertsKey, organization, "live", text],
    queryFn: ({ queryKey, signal }) =>
      lookAgain(client, { organization, me, filter }, client.getQueryData<Look>(queryKey), signal),
    enabled: isLooking,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return POLL_AFTER_ERROR_MS;
      return isOpen ? CALM_POLL_MS : POLL_MS;
    },
    refetchOnWindowFocus: "always",
    staleTime: 0,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  });
  const fresh = look.data?.fresh ?? none;
  const more = look.data?.more ?? false;

  const show = useCallback(() => {
    const key = [...alertsKey, organization, "live", text];
    const known = client.getQueryData<Look>(key);
    if (!known) return;
    if (known.more) restartAlertList(client, organization, filter);
    else insertCachedAlerts(client, organization, filter, known.fresh);
    client.setQueryData<Look>(key, { ...known, fresh: none, more: false });
  }, [client, organization, filter, text]);

  const slide = useRef(maySlideIn);
  useEffect(() => {
    slide.current = maySlideIn;
  });
  useEffect(() => {
    if ((fresh.length > 0 || more) && slide.current()) show();
  }, [fresh, more, show]);

  return { fresh, more, state: stateOf(look), show };
}

function stateOf({ error, fetchStatus }: { error: Error | null; fetchStatus: string }): LiveAlerts["state"] {
  if (isApiError(error) && error.status === 401) return "signed-out";
  return error || fetchStatus === "paused" ? "lost" : "live";
}

type Place = { organization: string; me: string; filter: AlertListFilter };

async function lookAgain(
  client: QueryClient,
  { organization, me, filter }: Place,
  before: Look | undefined,
  signal: AbortSignal,
): Promise<Look> {
  const read = (query: Partial<AlertListQuery>) => fetchAlertList(organization, query, signal);
  const changedAt = before?.changedAt ?? (await read({ sort: "-updated_at", limit: 1 })).data[0]?.updated_at ?? null;
  const { data: list, dataUpdatedAt = 0 } = client.getQueryState<Pages>(alertListKey(organization, filter)) ?? {};
  const ageMs = Math.max(0, Date.now() - dataUpdatedAt);
  const since = reachBack(changedAt, before ? OVERLAP_MS : FIRST_OVERLAP_MS + ageMs);
  const matching = list?.pages[0]?.query ?? toAlertQuery(filter, me);
  const news = { ...matching, ...since, sort: "-updated_at" as const, limit: LOOK_SIZE };
  const newest = latest([...(list?.pages.map(newestOf) ?? []), newestOf({ data: before?.fresh ?? none })]);
  const [matches, changes] = await Promise.all([readOn(read, news), readChanges(read, since, newest)]);

  patchCachedAlerts(client, organization, [...changes.data, ...matches.data]);
  const shown = client.getQueryData<Pages>(alertListKey(organization, filter));
  return {
    ...gather(before, matches, changes, shown, filter.sort),
    changedAt: latest([changedAt, ...[...matches.data, ...changes.data].map((alert) => alert.updated_at)]),
  };
}

/** When the latest alert of a page was created. */
function newestOf({ data }: { data: readonly AlertLine[] }): string | null {
  return latest(data.map(({ created_at }) => created_at));
}

/** Every change to alerts that the reader may have on the screen, whether or not they still match. */
async function readChanges(
  read: (query: Partial<AlertListQuery>) => Promise<AlertList>,
  since: Pick<Partial<AlertListQuery>, "updated_after">,
  newest: string | null,
): Promise<AlertList> {
  const nothing: AlertList = { data: [], has_more: false, next_cursor: null };
  if (newest === null) return nothing;
  const created_before = new Date(Date.parse(newest) + 1).toISOString();
  return readOn(read, { ...since, created_before, sort: "-updated_at", limit: LOOK_SIZE });
}

/** The first pages of a list as one. */
async function readOn(
  read: (query: Partial<AlertListQuery>) => Promise<AlertList>,
  query: Partial<AlertListQuery>,
): Promise<AlertList> {
  let page = await read(query);
  const data = [...page.data];
  for (let looks = 1; page.next_cursor && looks < MAX_LOOKS; looks += 1) {
    page = await read({ ...query, cursor: page.next_cursor });
    data.push(...page.data);
  }
  return { ...page, data };
}

/** What waits to be shown: what waited before, in its latest state, and what newly matches within the loaded rows. */
function gather(
  before: Look | undefined,
  matches: AlertList,
  changes: AlertList,
  shown: Pages | undefined,
  sort: AlertListFilter["sort"],
): Omit<Look, "changedAt"> {
  const end = shown?.pages.at(-1);
  const last = end?.has_more ? shown?.pages.findLast((page) => page.data.length > 0)?.data.at(-1) : undefined;
  const changed = new Set(changes.data.map(({ id }) => id));
  const waiting = new Map<string, AlertLine>();
  // A waiting alert that changed is taken anew from the matches, or not at all when it no longer matches.
  for (const alert of before?.fresh ?? none) if (!changed.has(alert.id)) waiting.set(alert.id, alert);
  for (const alert of matches.data)
    if (!last || comesBefore(alert, last, sort)) waiting.set(alert.id, toAlertLine(alert));
  const fresh = findMissingAlerts(shown, [...waiting.values()]);
  const isFull = matches.has_more || changes.has_more || fresh.length > LOOK_SIZE;
  return { fresh: fresh.slice(0, LOOK_SIZE), more: isFull || (before?.more ?? false) };
}

function reachBack(time: string | null, byMs: number): Pick<Partial<AlertListQuery>, "updated_after"> {
  return time ? { updated_after: new Date(Date.parse(time) - byMs).toISOString() } : {};
}

function latest(times: readonly (string | null)[]): string | null {
  let found: string | null = null;
  for (const time of times) if (time && (!found || time > found)) found = time;
  return found;
}
