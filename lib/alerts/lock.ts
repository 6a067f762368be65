import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import type { AlertRecord } from "./row";

/** Takes the advisory locks of alerts, in one order for all who change several; those of one dedup key share a lock. */
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
 * Changes of one alert, and of all alerts of one dedup key, queue here. A row lock would not do: a transaction has its
 * place in the feed before it waits for one, and the timeline would show two changes in the wrong order.
 * @param ids UUIDs.
 * @returns those that exist.
 */
export function lockAlerts(
  tx: Transaction,
  ctx: Pick<Context, "organizationId">,
  ids: readonly string[],
): Promise<readonly Pick<AlertRecord, "id" | "dedup_key">[]> {
  return tx.execute<Pick<AlertRecord, "id" | "dedup_key">>(lockAlertsStatement(ctx, ids));
}
