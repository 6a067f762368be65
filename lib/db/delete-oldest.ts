import { and, desc, eq, lte, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { database } from "./client";

interface Oldest {
  /** The table's organization column. */
  organization: PgColumn;
  /** The column by which the oldest rows are found. */
  order: PgColumn;
  /** The condition that deletable rows match. */
  rows: SQL;
  /** The maximum number of rows per step. Rows with the same `order` value as the last one are deleted as well. */
  limit: number;
}

/**
 * Deletes an organization's oldest rows that match a condition, in one step of about `limit` rows.
 * @returns the number of deleted rows. If it is less than the limit, none are left.
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
