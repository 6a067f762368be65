import { type SQL, sql } from "drizzle-orm";

/**
 * Returns SQL for the lowest possible ID of rows at most this many days old, by the database's clock. IDs start
 * with their creation time (RFC 9562 §5.7), so a time range is a range of the primary key.
 */
export function firstIdWithin(days: number): SQL {
  const moment = sql`now() - make_interval(days => ${days}::int)`;
  return sql`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}
