"use client";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import type { LiveEvent } from "@/components/live/live-connection";

/** Receives events in order, or null if events may have been missed and everything should be refetched. */
type OnEvents = (events: readonly LiveEvent[] | null) => void;

/** How long events are collected before listeners get them. Events that arrive together then cause one refetch. */
const GATHER_MS = 250;

/** The events of an organization, from a single connection that all components of the tab share. */
class LiveFeed {
  readonly takers = new Set<OnEvents>();
  readonly watchers = new Set<() => void>();
  isOpen = false;
  private gathered: LiveEvent[] | null = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRunning = false;

  constructor(readonly organization: string) {}

  take(event: LiveEvent | null): void {
    if (event === null) this.gathered = null;
    else this.gathered?.push(event);
    this.timer ??= setTimeout(() => {
      const events = this.gathered;
      this.gathered = [];
      this.timer = undefined;
      for (const taker of this.takers) taker(events);
    }, GATHER_MS);
  }

  setOpen(isOpen: boolean): void {
    if (this.isOpen === isOpen) return;
    this.isOpen = isOpen;
    for (const watcher of this.watchers) watcher();
  }

  add(taker: OnEvents): () => void {
    this.takers.add(taker);
    if (!this.isRunning) {
      this.isRunning = true;
      // Load the connection code on demand, because the page can be used without it.
      void import("@/components/live/live-connection")
        .then(({ keepStreamOpen: keepConnected }) => keepConnected(this))
        .catch(() => {})
        .finally(() => {
          this.isRunning = false;
        });
    }
    return () => {
      this.takers.delete(taker);
    };
  }
}

let feed: LiveFeed | undefined;

function feedOf(organization: string): LiveFeed {
  if (feed?.organization !== organization) feed = new LiveFeed(organization);
  return feed;
}

/**
 * Calls `onEvents` with the organization's events while the tab is visible.
 * @returns whether the stream is open. Otherwise the caller has to poll.
 */
export function useLiveEvents(organization: string, onEvents: OnEvents): boolean {
  const latest = useRef(onEvents);
  useEffect(() => {
    latest.current = onEvents;
  });
  useEffect(() => feedOf(organization).add((events) => latest.current(events)), [organization]);
  const watch = useCallback(
    (changed: () => void) => {
      const { watchers } = feedOf(organization);
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    [organization],
  );
  return useSyncExternalStore(
    watch,
    () => feedOf(organization).isOpen,
    () => false,
  );
}

/**
 * Returns a function that requests a run of `work`. Runs never overlap, and there is a pause between them. All
 * requests during a run cause one more run.
 */
export function coalesceRuns(work: () => Promise<unknown>, pauseMs: number): () => void {
  let isBusy = false;
  let isAsked = false;
  return async function run() {
    isAsked = true;
    if (isBusy) return;
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      await work().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isBusy = false;
  };
}
