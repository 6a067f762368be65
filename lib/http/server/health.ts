import { database } from "@/lib/db/client";
import { withDeadline } from "@/lib/http/deadline";
import { processSingleton } from "@/lib/process-singleton";
import { hasRoom } from "./disk";

/**
 * Whether this process takes requests: false from the first moment of its stop. `stop` is aborted at that moment, for
 * replies that would go on for ever. Nothing listens before the start is over, and `next start` never says that it is.
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
/** The shortest time between two checks, however many balancers ask. */
const CHECK_EVERY_MS = 1_000;

/** Whether a request would be served now: taking requests, and the database answers and takes writes. */
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
