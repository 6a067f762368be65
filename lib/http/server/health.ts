import { database } from "@/lib/db/client";
import { withDeadline } from "@/lib/http/deadline";
import { processSingleton } from "@/lib/process-singleton";
import { hasRoom } from "./disk";

/**
 * Returns the state of this process. `ready` is true from the start, because the server listens only after
 * startup. When shutdown begins, `ready` becomes false and `stop` is aborted, which ends long-running replies.
 * `next start` doesn't signal shutdown.
 */
export const health = () =>
  processSingleton("health", (): Health => ({ ready: true, stop: new AbortController(), check: null }));

interface Health {
  ready: boolean;
  stop: AbortController;
  /** The latest check of the database. */
  check: { at: number; result: Promise<boolean> } | null;
}

const READY_WITHIN_MS = 2_000;
/** The minimum time between two database checks in milliseconds, however many load balancers request them. */
const CHECK_EVERY_MS = 1_000;

/** Returns whether this process can serve requests: it accepts them, and the database responds and accepts writes. */
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
