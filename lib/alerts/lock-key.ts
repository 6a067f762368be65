import { sql } from "drizzle-orm";

/** The advisory lock under which an alert `a` changes, the same for all alerts of one dedup key. */
export const alertLockKey = sql.raw(`hashtextextended(
  coalesce('dedup/' || a.organization_id || '/' || a.dedup_key, 'alert/' || a.id), 0)`);
