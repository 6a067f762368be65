import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import type { AlertRecord } from "./row";

/**
 * Returns the statement that takes advisory locks on alerts, in a fixed order to prevent deadlocks. Alerts with
 * the same dedup key share a lock.
 */
export const lockAlertsStatement = (
  { organizationId }: Pick<Context, "organizationId">,
  ids: readonly string[],
): SQL => sql`
select q.id, q.dedup_key, pg_advisory_xact_lock(q.lock_key)
from (
  select a.id, a.dedup_key, hashtextextended(
    coalesce('dedup/' || a.organization_id || '/' || a.dedup_key, 'alert/' || a.id), 0) as lock_key
  from alerts a
  where a.organization_id = ${organizationId} and a.id = any(${sql.param(ids)}::uuid[])
  order by lock_key
) q`;

/**
 * Locks alerts until the transaction ends. This serializes changes of one alert, and of alerts with the same dedup
 * key. Row locks aren't enough. A transaction would get its feed position before waiting, and the timeline would
 * show changes in the wrong order.
 * @param ids UUIDs.
 * @returns the ID and dedup key of each alert that exists.
 */
export function lockAlerts(
  tx: Transaction,
  ctx: Pick<Context, "organizationId">,
  ids: readonly string[],
): Promise<readonly Pick<AlertRecord, "id" | "dedup_key">[]> {
  return tx.execute<Pick<AlertRecord, "id" | "dedup_key">>(lockAlertsStatement(ctx, ids));
}
