import { and, desc, eq, lte, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { database } from "./client";

interface Oldest {
  /** The column of the table that names the organization. */
  organization: PgColumn;
  /** The column in whose order rows go. */
  order: PgColumn;
  /** Which rows may go. */
  rows: SQL;
  /** Rows of one step; those that share the last one's value of `order` go with it. */
  limit: number;
}

/**
 * Deletes the oldest of an organization's rows that meet a condition, up to a limit.
 * @returns how many went: fewer than the limit when none are left.
 */
export async function deleteOldest(
  organizationId: string,
  { organization, order, rows, limit }: Oldest,
): Promise<number> {
  const { db } = database();
  const mine = and(eq(organization, organizationId), rows);
  const step = db.select({ value: order }).from(order.table).where(mine).orderBy(order).limit(limit).as("step");
  const last = db.select().from(step).orderBy(desc(step.value)).limit(1);
  const deleted = await db.delete(order.table).where(and(mine, lte(order, last)));
  return deleted.count;
}
