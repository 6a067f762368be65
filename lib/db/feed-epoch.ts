import type postgres from "postgres";
import { log } from "@/lib/log";

/** A cluster assigns so many transaction ids in 30 years at 1,000 a second. */
const IDS_PER_EPOCH = 2n ** 40n;

/**
 * Begins a new epoch of the feed when the database has moved to another cluster, or back in time: its transaction ids
 * say nothing about the order of what was written before. The events of all epochs before can be read at once, and
 * what is written from now on comes after them.
 */
export async function continueFeed(sql: postgres.Sql): Promise<void> {
  const [now] = await sql<{ cluster: string; hours: number }[]>`
    select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as cluster,
      floor(extract(epoch from now()) / 3600)::int as hours
    from pg_control_system()`;
  const [newest] = await sql<{ epoch: number; cluster: string }[]>`
    select epoch, cluster from feed_epochs order by epoch desc limit 1`;
  if (!now || newest?.cluster === now.cluster) return;
  // The hours since 1970 also lie behind the epochs that began after the backup was made, and were lost with it.
  const epoch = Math.max(now.hours, (newest?.epoch ?? 0) + 1);
  const shift = (id: string) => `(${id}::text::numeric + ${BigInt(epoch) * IDS_PER_EPOCH})::text::xid8`;
  await sql.begin(async (tx) => {
    // Waits for those that write events, so that none of the epoch before is still running when this one begins.
    await tx`lock table events in share row exclusive mode`;
    await tx`insert into feed_epochs (epoch, cluster) values (${epoch}, ${now.cluster})`;
    await tx.unsafe(`create or replace function feed_transaction_id() returns xid8 language sql stable
      as $$ select ${shift("pg_current_xact_id()")} $$`);
    await tx.unsafe(`create or replace function feed_horizon() returns xid8 language sql stable parallel safe
      as $$ select ${shift("pg_snapshot_xmin(pg_current_snapshot())")} $$`);
  });
  log.warn({ epoch }, "the database has moved to another cluster, so a new epoch of the event feed begins");
}
