import type { Sql } from "@/lib/db/query";
import { processSingleton } from "@/lib/process-singleton";

const DISK_FULL = "53100";
/**
 * A temporary file of 1 MB that PostgreSQL must find space for. It is removed with the transaction and isn't logged.
 */
const PROBE =
  "create temporary table disk_probe on commit drop as select repeat(md5(n::text), 32) from generate_series(1, 1000) n";

/** Whether a write failed because the database's disk is full, and none has succeeded since. */
const state = () => processSingleton("disk", () => ({ isFull: false }));

/** Records that a request failed because the disk is full. */
export function recordDatabaseFailure(code: string | undefined): void {
  if (code === DISK_FULL) state().isFull = true;
}

/** Returns whether the disk has space. It is probed only after a write failed, because the probe is a write, too. */
export async function hasRoom(sql: Sql): Promise<boolean> {
  if (!state().isFull) return true;
  const code = await sql.query(PROBE).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
  // A role that may not create temporary tables learns it with its next write.
  state().isFull = code === DISK_FULL;
  return !state().isFull;
}
