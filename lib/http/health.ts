import { database } from "@/lib/db/client";
import { once } from "@/lib/once";
import { within } from "./deadline";

/**
 * Whether this process takes requests: false while it starts and from the first moment of its stop. `stop` is aborted
 * at that moment, for replies that would go on for ever.
 */
export const health = () => once("health", () => ({ ready: false, stop: new AbortController() }));

const READY_WITHIN_MS = 2_000;

/** Whether a request would be served now: taking requests, and the database answers. */
export async function isReady(): Promise<boolean> {
  if (!health().ready) return false;
  const answer = database().sql`select 1`.then(() => true);
  return within(answer, READY_WITHIN_MS).catch(() => false);
}
