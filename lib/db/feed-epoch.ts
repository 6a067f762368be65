import type postgres from "postgres";
import { log } from "@/lib/log";

/**
 * SQL for the ID of the oldest running transaction. All transactions with lower IDs have ended, and their writes
 * are visible.
 */
const RUNNING = "pg_snapshot_xmin(pg_current_snapshot())::text::numeric";
/**
 * Like `RUNNING`, but for a Citus coordinator. With two-phase commit, a transaction's writes on other nodes can
 * become visible after it has ended on the coordinator. They are visible once it has released the lock on its ID,
 * so it counts as running until then. Locks show only 32 bits of an ID.
 */
const RUNNING_ON_NODES = `(select xmin - coalesce(max(behind), 0)
  from (select ${RUNNING} as xmin) s left join lateral (
    select mod(xmin - l.transactionid::text::numeric, 4294967296) as behind
    from pg_locks l where l.locktype = 'transactionid') l on behind between 1 and 2147483647
  group by xmin)`;

/** More transaction IDs than a cluster assigns in 30 years at 1,000 per second. Each epoch reserves this many. */
const IDS_PER_EPOCH = 2n ** 40n;

/**
 * Starts a new epoch of the event feed if the database has moved to another cluster or back to an earlier time.
 * Its transaction IDs then no longer tell the order of earlier writes. Events of earlier epochs can be read at
 * once, and new events come after them.
 */
export async function continueFeed(sql: postgres.Sql): Promise<void> {
  const [now] = await sql<{ cluster: string; hours: number }[]>`
    select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
        || (select coalesce(max('/citus'), '') from pg_extension where extname = 'citus') as cluster,
      floor(extract(epoch from now()) / 3600)::int as hours
    from pg_control_system()`;
  const [newest] = await sql<{ epoch: number; cluster: string }[]>`
    select epoch, cluster from feed_epochs order by epoch desc limit 1`;
  if (!now || newest?.cluster === now.cluster) return;
  // Restoring a backup loses the epochs that were started after it. Starting at the hours since 1970 keeps new
  // epoch numbers above the lost ones.
  const epoch = Math.max(now.hours, (newest?.epoch ?? 0) + 1);
  const shift = (id: string) => `(${id} + ${BigInt(epoch) * IDS_PER_EPOCH})::text::xid8`;
  const horizon = now.cluster.endsWith("/citus") ? RUNNING_ON_NODES : RUNNING;
  await sql.begin(async (tx) => {
    // Waits for transactions that write events, so that none of the previous epoch is running when the new one
    // starts.
    await tx`lock table events in share row exclusive mode`;
    await tx`insert into feed_epochs (epoch, cluster) values (${epoch}, ${now.cluster})`;
    await tx.unsafe(`create or replace function feed_transaction_id() returns xid8 language sql stable
      as $$ select ${shift("pg_current_xact_id()::text::numeric")} $$`);
    await tx.unsafe(`create or replace function feed_horizon() returns xid8 language sql stable parallel safe
      as $$ select ${shift(horizon)} $$`);
  });
  log.warn({ epoch }, "the database was moved to another cluster, so the event feed starts a new epoch");
}
