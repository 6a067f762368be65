import { type SQL, sql } from "drizzle-orm";

/**
 * The smallest id of what is at most so many days old by the database's clock. Ids begin with the moment they were
 * minted (RFC 9562 §5.7), so a range of ids is a range of time that the primary key finds.
 */
export function firstIdWithin(days: number): SQL {
  const moment = sql`now() - make_interval(days => ${days}::int)`;
  return sql`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}
