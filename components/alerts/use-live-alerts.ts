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

/** The minimum time between refetches. */
const PAUSE_MS = 1_000;
/** The polling intervals with an open event stream (`CALM_POLL_MS`) and without one (`POLL_MS`). */
const CALM_POLL_MS = 30_000;
const POLL_MS = 3_000;
const POLL_AFTER_ERROR_MS = 5_000;
/** Changes can commit slightly out of order, so each refetch overlaps the previous one. */
const OVERLAP_MS = 10_000;
/**
 * The overlap of the first refetch, in addition to the list's age. It covers differences between the clocks of
 * server and browser.
 */
const FIRST_OVERLAP_MS = 60_000;
/** When the stream opens, it triggers the first refetch. If it doesn't open within this time, refetch anyway. */
const FIRST_LOOK_WITHIN_MS = 2_000;
const LOOK_SIZE = 200;
const MAX_LOOKS = 5;

export interface LiveAlerts {
  /** Matching alerts that the list doesn't show yet. */
  fresh: readonly AlertLine[];
  /** True if there are more changes than were read. `show` then reloads the list. */
  more: boolean;
  state: LiveState;
  /** Adds the `fresh` alerts to the list. */
  show: () => void;
}

interface Look {
  fresh: readonly AlertLine[];
  more: boolean;
  /** The time of the latest known change, by the server's clock. */
  changedAt: string | null;
}

type Pages = InfiniteData<AlertListPage>;
const none: readonly AlertLine[] = [];

/**
 * Keeps an alert list current. New matches are collected in `fresh`, and other people's changes appear in the rows
 * immediately. It refetches after events about alerts, and polls. `maySlideIn` returns whether new rows may be
 * inserted without asking.
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
  // A stream that is already open sends no initial event, so refetch now.
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

/** Returns the creation time of the newest alert on a page, or null if the page is empty. */
function newestOf({ data }: { data: readonly AlertLine[] }): string | null {
  return latest(data.map(({ created_at }) => created_at));
}

/** Reads the changes to alerts that may be on screen, whether or not they still match the filter. */
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

/** Reads up to `MAX_LOOKS` pages of a list and returns them as one. */
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

/**
 * Returns the alerts waiting to be shown: earlier ones in their latest state, and new matches within the loaded
 * rows.
 */
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
  // If a waiting alert changed, its earlier state is dropped. The loop below adds the new state if the alert still
  // matches.
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
