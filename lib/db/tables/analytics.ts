import { bigint, date, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { AlertStatus, CountRollup, Severity } from "@/lib/values";
import { moment, organizationId } from "./columns";

/**
 * Changes of alert counts that aren't in `alert_counts` yet. Statements that write alerts insert rows here in the
 * same transaction, and the roll-up job removes them. Rows are never updated, so writers don't wait for each
 * other.
 */
export const alertDeltas = pgTable(
  "alert_deltas",
  {
    organizationId: organizationId(),
    /** The start of the quarter hour of `occurred_at`. All UTC offsets since 1972 are multiples of a quarter hour. */
    quarter: moment("quarter").notNull(),
    cameraId: uuid("camera_id").notNull(),
    useCase: text("use_case").notNull(),
    severity: text("severity").$type<Severity>().notNull(),
    status: text("status").$type<AlertStatus>().notNull(),
    n: integer("n").notNull(),
    /** Makes the key unique, because a roll-up step takes all rows up to one key. */
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.quarter, table.id] })],
);

/**
 * Alert counts per rollup, UTC day and combination of dimension values. Dimensions that the rollup doesn't have
 * are null.
 */
export const alertCounts = pgTable(
  "alert_counts",
  {
    organizationId: organizationId(),
    cube: text("cube").$type<CountRollup>().notNull(),
    day: date("day").notNull(),
    cameraId: uuid("camera_id"),
    useCase: text("use_case"),
    severity: text("severity").$type<Severity>(),
    status: text("status").$type<AlertStatus>(),
    /**
     * Prefix sums: element n counts the alerts of the day's first n quarter hours. So any range within the day
     * takes two reads.
     */
    counts: integer("counts").array().notNull(),
  },
  (table) => [
    unique("alert_counts_cell")
      .on(table.organizationId, table.cube, table.day, table.cameraId, table.useCase, table.severity, table.status)
      .nullsNotDistinct(),
  ],
);
