import type { Sql } from "@/lib/db/query";
import { processSingleton } from "@/lib/process-singleton";

const DISK_FULL = "53100";
/** A file of 1 MB that PostgreSQL must find room for. It vanishes with the transaction and needs no log. */
const PROBE =
  "create temporary table disk_probe on commit drop as select repeat(md5(n::text), 32) from generate_series(1, 1000) n";

/** Whether a write failed because the database's disk is full, and none has succeeded since. */
const state = () => processSingleton("disk", () => ({ isFull: false }));

/** Remembers that a request failed because the disk is full. */
export function recordDatabaseFailure(code: string | undefined): void {
  if (code === DISK_FULL) state().isFull = true;
}

/** Whether the disk has room. It is probed only after a write failed, since the probe is a write too. */
export async function hasRoom(sql: Sql): Promise<boolean> {
  if (!state().isFull) return true;
  const code = await sql.query(PROBE).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
  // A role that may make no temporary tables finds out with its next write.
  state().isFull = code === DISK_FULL;
  return !state().isFull;
}
