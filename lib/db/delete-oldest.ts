import { type SQL, sql } from "drizzle-orm";
import { database } from "./client";

interface Oldest {
  table: string;
  /** The column in whose order rows go. */
  order: string;
  /** Which rows may go. */
  rows: SQL;
  /** Rows of one step; those that share the last one's value of `order` go with it. */
  limit: number;
}

/**
 * Deletes the oldest of an organization's rows that meet a condition, up to a limit.
 * @returns how many went: fewer than the limit when none are left.
 */
export async function deleteOldest(organizationId: string, { table, order, rows, limit }: Oldest): Promise<number> {
  const [from, column] = [sql.identifier(table), sql.identifier(order)];
  const mine = sql`from ${from} where organization_id = ${organizationId} and ${rows}`;
  const step = await database().db.execute(sql`
    delete ${mine} and ${column} <= (select ${column} from (select ${column} ${mine} order by ${column} limit ${limit}) step
      order by ${column} desc limit 1)`);
  return step.count;
}
