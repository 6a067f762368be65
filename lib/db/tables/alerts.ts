import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ActorKind, AlertStatus, Disposition, Severity } from "@/lib/values";
import { moment, organizationId } from "./columns";

/**
 * The table has no foreign keys, because inserts would contend for locks on the organization's and the camera's
 * row. Each insert reads the camera by (organization_id, id), and cameras are archived, never deleted.
 */
export const alerts = pgTable(
  "alerts",
  {
    organizationId: organizationId(),
    /** A UUIDv7, which contains `created_at` and sorts by it. */
    id: uuid("id").notNull(),
    cameraId: uuid("camera_id").notNull(),
    useCase: text("use_case").notNull(),
    status: text("status").$type<AlertStatus>().notNull(),
    severity: text("severity").$type<Severity>().notNull(),
    title: text("title"),
    description: text("description"),
    occurredAt: moment("occurred_at").notNull(),
    dedupKey: text("dedup_key"),
    confidence: doublePrecision("confidence"),
    media: jsonb("media").$type<unknown[]>().notNull().default(sql`'[]'`),
    tags: text("tags").array().notNull().default(sql`'{}'`),
    metadata: jsonb("metadata").$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    assigneeId: uuid("assignee_id"),
    disposition: text("disposition").$type<Disposition>(),
    dispositionReason: text("disposition_reason"),
    occurrenceCount: integer("occurrence_count").notNull().default(1),
    lastOccurredAt: moment("last_occurred_at").notNull(),
    sourceKind: text("source_kind").$type<ActorKind>().notNull(),
    sourceId: uuid("source_id").notNull(),
    sourceName: text("source_name").notNull(),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    acknowledgedAt: moment("acknowledged_at"),
    acknowledgedByKind: text("acknowledged_by_kind").$type<ActorKind>(),
    acknowledgedById: uuid("acknowledged_by_id"),
    acknowledgedByName: text("acknowledged_by_name"),
    resolvedAt: moment("resolved_at"),
    resolvedByKind: text("resolved_by_kind").$type<ActorKind>(),
    resolvedById: uuid("resolved_by_id"),
    resolvedByName: text("resolved_by_name"),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    // Each of these indexes contains the alerts of one value in ID order, which is the order of lists.
    index("alerts_camera").on(table.organizationId, table.cameraId, table.id),
    index("alerts_status").on(table.organizationId, table.status, table.id),
    index("alerts_use_case").on(table.organizationId, table.useCase, table.id),
    index("alerts_severity").on(table.organizationId, table.severity, table.id),
    index("alerts_assignee").on(table.organizationId, table.assigneeId, table.id),
    /**
     * The index for the filters `tag` and `q`. It includes the organization, so that a search never scans another
     * organization's alerts.
     */
    index("alerts_search").using(
      "gin",
      table.organizationId,
      table.tags,
      sql`(coalesce(${table.title}, '') || chr(1) || coalesce(${table.description}, '') || chr(1) || ${table.useCase}) gin_trgm_ops`,
    ),
    index("alerts_updated").on(table.organizationId, table.updatedAt, table.id),
    index("alerts_occurred").on(table.organizationId, table.occurredAt, table.id),
    // Indexes of alerts that were reported or changed late. For all others, `occurred_at` nearly determines their
    // position in a list.
    index("alerts_late")
      .on(table.organizationId, table.id)
      .where(sql`${table.createdAt} - ${table.occurredAt} > interval '15 minutes'`),
    index("alerts_very_late")
      .on(table.organizationId, table.id)
      .where(sql`${table.createdAt} - ${table.occurredAt} > interval '2 days'`),
    index("alerts_changed_late")
      .on(table.organizationId, table.updatedAt, table.id)
      .where(sql`${table.updatedAt} - ${table.occurredAt} > interval '7 days'`),
  ],
);

/**
 * The dedup keys of open and acknowledged alerts. They have their own table, because a unique index on `alerts`
 * would prevent partitioning by time. A row is deleted when its alert is resolved or dismissed.
 */
export const openDedupKeys = pgTable(
  "open_dedup_keys",
  {
    organizationId: organizationId(),
    dedupKey: text("dedup_key").notNull(),
    alertId: uuid("alert_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.dedupKey] })],
);
