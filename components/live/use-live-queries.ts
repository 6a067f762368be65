"use client";
import { type Query, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { LiveEvent } from "@/components/live/live-connection";
import { coalesceRuns, useLiveEvents } from "@/components/live/live-events";

/** The polling interval without a stream (`POLL_MS`), and the minimum time between refetches with one (`PAUSE_MS`). */
const POLL_MS = 10_000;
const PAUSE_MS = 3_000;

/** Lists with more pages than this aren't refetched here, because each page is a request. */
const LONG_LIST_PAGES = 4;

const always = () => true;
const isShort = ({ state }: Query) =>
  ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) <= LONG_LIST_PAGES;

/**
 * Refetches queries after events for which `concerns` returns true, by default after all events. Without an event
 * stream, it polls. `keys` are prefixes of query keys.
 */
export function useLiveQueries(
  organization: string,
  keys: readonly QueryKey[],
  concerns: (event: LiveEvent) => boolean = always,
): void {
  const client = useQueryClient();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const refresh = useMemo(
    () =>
      coalesceRuns(
        () => Promise.all(latest.current.map((queryKey) => client.invalidateQueries({ queryKey, predicate: isShort }))),
        PAUSE_MS,
      ),
    [client],
  );
  const isOpen = useLiveEvents(organization, (events) => {
    if (events === null || events.some(concerns)) refresh();
  });
  useEffect(() => {
    if (isOpen) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isOpen, refresh]);
}
