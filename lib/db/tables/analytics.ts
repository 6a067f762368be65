import { bigint, date, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { AlertStatus, CountRollup, Severity } from "@/lib/values";
import { moment, organizationId } from "./columns";

/**
 * What changed in the numbers of alerts and is not in `alert_counts` yet. Triggers on `alerts` append to it in the
 * transaction of the change, the fold takes from it; nobody updates a row, so writers never wait for each other.
 */
export const alertDeltas = pgTable(
  "alert_deltas",
  {
    organizationId: organizationId(),
    /** Start of the quarter of an hour that holds `occurred_at`; every zone's offset since 1972 is a multiple of it. */
    quarter: moment("quarter").notNull(),
    cameraId: uuid("camera_id").notNull(),
    useCase: text("use_case").notNull(),
    severity: text("severity").$type<Severity>().notNull(),
    status: text("status").$type<AlertStatus>().notNull(),
    n: integer("n").notNull(),
    /** Makes the key unique: a step of the rollup takes the rows up to a certain key. */
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.quarter, table.id] })],
);

/** Alerts per cube, UTC day and values of the cube's dimensions; dimensions that are not of the cube are null. */
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
    /** Prefix sums: element n counts the first n quarters of the day, so any range within it is two reads. */
    counts: integer("counts").array().notNull(),
  },
  (table) => [
    unique("alert_counts_cell")
      .on(table.organizationId, table.cube, table.day, table.cameraId, table.useCase, table.severity, table.status)
      .nullsNotDistinct(),
  ],
);
