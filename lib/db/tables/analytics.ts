import { bigint, date, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { AlertStatus, CountRollup, Severity } from "@/lib/values";
import { moment, organizationId } from "./columns";

/**
 * Changes of alert counts that aren't in `alert_counts` yet. The statements that write alerts insert rows in the same
 * transaction, and the roll-up job removes them. Rows are never updated, so writers don't wait for each other.
 */
export const alertDeltas = pgTable(
  "alert_deltas",
  {
    organizationId: organizationId(),
    /** The start of the quarter hour of `occurred_at`. All UTC offsets since 1972 are multiples of it. */
    quarter: moment("quarter").notNull(),
    cameraId: uuid("camera_id").notNull(),
    useCase: text("use_case").notNull(),
    severity: text("severity").$type<Severity>().notNull(),
    status: text("status").$type<AlertStatus>().notNull(),
    n: integer("n").notNull(),
    /** Makes the key unique: a roll-up step takes the rows up to a certain key. */
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.quarter, table.id] })],
);

/** Alerts per rollup, UTC day and dimension values. Dimensions outside the rollup are null. */
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
    /** Prefix sums: element n counts the first n quarter hours of the day, so any range within it takes two reads. */
    counts: integer("counts").array().notNull(),
  },
  (table) => [
    unique("alert_counts_cell")
      .on(table.organizationId, table.cube, table.day, table.cameraId, table.useCase, table.severity, table.status)
      .nullsNotDistinct(),
  ],
);
