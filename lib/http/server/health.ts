import { database } from "@/lib/db/client";
import { withDeadline } from "@/lib/http/deadline";
import { processSingleton } from "@/lib/process-singleton";
import { hasRoom } from "./disk";

/**
 * Whether this process accepts requests: false once shutdown begins. `stop` is aborted at that moment, for long-running
 * replies. The server listens only after startup, and `next start` doesn't signal shutdown.
 */
export const health = () =>
  processSingleton("health", (): Health => ({ ready: true, stop: new AbortController(), check: null }));

interface Health {
  ready: boolean;
  stop: AbortController;
  /** The latest database check. */
  check: { at: number; result: Promise<boolean> } | null;
}

const READY_WITHIN_MS = 2_000;
/** The minimum time between two checks, however many balancers request them. */
const CHECK_EVERY_MS = 1_000;

/**
 * Returns whether a request would be served now: requests are accepted, and the database responds and accepts writes.
 */
export async function isReady(): Promise<boolean> {
  const state = health();
  if (!state.ready) return false;
  if (!state.check || performance.now() - state.check.at >= CHECK_EVERY_MS) {
    const result = withDeadline(canWrite(), READY_WITHIN_MS).catch(() => false);
    state.check = { at: performance.now(), result };
  }
  return state.check.result;
}

async function canWrite(): Promise<boolean> {
  const { sql } = database();
  const [row] = await sql`select current_setting('transaction_read_only') = 'off' as writable`;
  return row?.writable === true && hasRoom(sql);
}
