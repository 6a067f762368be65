import type { Sql } from "@/lib/db/query";
import { processSingleton } from "@/lib/process-singleton";

const DISK_FULL = "53100";
/**
 * Creates a temporary table of 1 MB, for which PostgreSQL must find disk space. The table is dropped at commit and
 * isn't written to the write-ahead log.
 */
const PROBE =
  "create temporary table disk_probe on commit drop as select repeat(md5(n::text), 32) from generate_series(1, 1000) n";

/** Whether a write failed because the database's disk was full, and no probe has found space since. */
const state = () => processSingleton("disk", () => ({ isFull: false }));

/** Remembers that the database's disk is full, if that is why a request failed. `code` is PostgreSQL's error code. */
export function recordDatabaseFailure(code: string | undefined): void {
  if (code === DISK_FULL) state().isFull = true;
}

/**
 * Returns whether the database's disk has space. It probes the disk only after a write failed, because the probe
 * also writes.
 */
export async function hasRoom(sql: Sql): Promise<boolean> {
  if (!state().isFull) return true;
  const code = await sql.query(PROBE).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
  // A role without permission for temporary tables can't probe, so only its next write shows whether there is
  // space.
  state().isFull = code === DISK_FULL;
  return !state().isFull;
}
