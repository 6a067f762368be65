"use client";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import type { LiveEvent } from "@/components/live/live-connection";

/** Takes what happened, in order; null when that is not known and everything shown should be read anew. */
type OnEvents = (events: readonly LiveEvent[] | null) => void;

/** How long events gather before they are handed on: what arrives together costs one reading. */
const GATHER_MS = 250;

/** The one connection of a tab, shared by all parts of its page. */
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
      // The page is there before its connection is, and so is its script.
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
 * Follows the organization's events while the tab is visible.
 * @returns whether the stream is open; while it is not, the caller looks by itself.
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
 * Runs work when asked, never twice at a time and with a pause between two runs; however often it is asked meanwhile,
 * it runs once more.
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
