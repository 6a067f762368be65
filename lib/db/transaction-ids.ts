import type postgres from "postgres";
import { log } from "@/lib/log";

/** The lowest transaction id that PostgreSQL gives to a transaction (`FirstNormalTransactionId`). */
const FIRST = 3;

/**
 * Makes restored events readable. The feed is read up to the oldest running transaction, and a dump that is restored
 * into a new cluster brings transaction ids that this cluster has not reached: its events, and all that follow, would
 * stay unread until the counter catches up. Shifts all ids by the same number, so that their order stays; those that
 * would fall below the first id share it, and are in the order of their own ids.
 */
export async function repairTransactionIds(sql: postgres.Sql): Promise<void> {
  // One look into the feed's index per organization; the newest event of each is the only one that matters.
  const ahead = await sql<{ by: string }[]>`
    select (max(e.transaction_id::text::numeric) - pg_snapshot_xmax(pg_current_snapshot())::text::numeric + 1)::text as by
    from organizations o cross join lateral (select transaction_id from events
      where organization_id = o.id order by transaction_id desc, id desc limit 1) e
    where e.transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
    having count(*) > 0`;
  const by = ahead[0]?.by;
  if (by === undefined) return;
  log.warn({ by }, "events of a restored database have transaction ids from its old cluster; they are set right");
  const { count } = await sql`
    update events
    set transaction_id = greatest(transaction_id::text::numeric - ${by}::numeric, ${FIRST})::text::xid8`;
  log.warn({ events: count }, "events of a restored database were set right");
}
