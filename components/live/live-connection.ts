import { createParser } from "eventsource-parser";
import { ORGANIZATION_HEADER } from "@/lib/http/organization-header";
import type { EventSubject, EventType } from "@/lib/values";

/** The fields of an event that pages use. */
export interface LiveEvent {
  type: EventType;
  subject: { kind: EventSubject; id: string };
  data: { alert?: { camera_id: string } };
}

/** The consumer of a connection: its listeners, and functions that notify them. */
interface Feed {
  readonly organization: string;
  readonly takers: { readonly size: number };
  /** Passes on one event, or null if events may have been missed. */
  take(event: LiveEvent | null): void;
  setOpen(isOpen: boolean): void;
}

/** A stream sends data at least every 15 s. If it is silent for longer than this, the connection is dead. */
const SILENT_MS = 35_000;
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 30_000;
/** HTTP statuses after which the resume position is discarded. */
const LOST = [404, 410, 422];

const isAwake = () => document.visibilityState === "visible" && navigator.onLine;

/**
 * Keeps an event stream open while `feed` has listeners and the tab is visible. Resolves when no listener is left.
 * Hidden tabs close their stream, because browsers allow only six connections per host.
 */
export async function keepStreamOpen(feed: Feed): Promise<void> {
  let lastId: string | undefined;
  let failures = 0;
  let leaving = new AbortController();
  let proceed = () => {};
  const change = () => {
    if (isAwake()) proceed();
    else leaving.abort();
  };
  const watched = [
    [document, "visibilitychange"],
    [window, "online"],
    [window, "offline"],
  ] as const;
  for (const [target, name] of watched) target.addEventListener(name, change);

  while (feed.takers.size > 0) {
    if (isAwake()) {
      leaving = new AbortController();
      failures += 1;
      await connect().catch(() => {});
      feed.setOpen(false);
    }
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LAST_WAIT_MS) * (0.5 + Math.random());
    await new Promise<void>((resolve) => {
      proceed = resolve;
      if (isAwake()) setTimeout(resolve, waitMs);
    });
  }
  for (const [target, name] of watched) target.removeEventListener(name, change);

  async function connect(): Promise<void> {
    const { signal } = leaving;
    const response = await fetch("/api/v1/events/stream", {
      headers: { [ORGANIZATION_HEADER]: feed.organization, ...(lastId && { "Last-Event-ID": lastId }) },
      signal,
    });
    if (LOST.includes(response.status)) lastId = undefined;
    if (!response.ok || !response.body) return;
    failures = 0;
    feed.setOpen(true);
    if (!lastId) feed.take(null);
    const parser = createParser({
      onEvent: ({ id, data }) => {
        if (id) lastId = id;
        feed.take(JSON.parse(data));
      },
    });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const silence = setTimeout(() => leaving.abort(), SILENT_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      if (feed.takers.size === 0) leaving.abort();
    }
  }
}
