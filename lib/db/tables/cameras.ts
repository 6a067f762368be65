import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CameraStatus, CameraStatusReason, ProbeResult } from "@/lib/values";
import { bytes, moment, organizationId } from "./columns";
import { organizations } from "./people";

export const sites = pgTable(
  "sites",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    timezone: text("timezone").notNull().default("UTC"),
    address: text("address"),
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    version: integer("version").notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    /** When the site was deleted. The row is kept for the alerts of the site's archived cameras. */
    archivedAt: moment("archived_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

export const cameras = pgTable(
  "cameras",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    externalId: text("external_id"),
    siteId: uuid("site_id"),
    /**
     * The URL without username and password. Those are encrypted in `stream_credentials`. They are never sent, and
     * decrypted only to compare them with those of a new URL.
     */
    streamUrl: text("stream_url"),
    streamCredentials: bytes("stream_credentials"),
    manufacturer: text("manufacturer"),
    model: text("model"),
    macAddress: text("mac_address"),
    ipAddress: text("ip_address"),
    timezone: text("timezone"),
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    tags: text("tags").array().notNull().default(sql`'{}'`),
    useCases: text("use_cases").array().notNull().default(sql`'{}'`),
    enabled: boolean("enabled").notNull().default(true),
    heartbeatTimeoutS: integer("heartbeat_timeout_s").notNull().default(300),
    offlineGraceS: integer("offline_grace_s").notNull().default(60),
    /** No index contains a column that heartbeats write, so each heartbeat is a heap-only update. */
    lastSeenAt: moment("last_seen_at"),
    /** The values that the latest heartbeat reported. */
    fps: doublePrecision("fps"),
    reconnects: integer("reconnects"),
    reportedError: text("reported_error"),
    /**
     * The latest recorded status, and the time since when it applies. An outage that has begun but isn't recorded
     * yet doesn't change it.
     */
    recordedStatus: text("recorded_status").$type<CameraStatus>().notNull().default("pending"),
    recordedSince: moment("recorded_since").notNull().defaultNow(),
    /**
     * The time of the next probe of the stream's host, the time of the latest one, and its result. The result is
     * null if the host isn't allowed.
     */
    probeDueAt: moment("probe_due_at"),
    probedAt: moment("probed_at"),
    probeResult: text("probe_result").$type<ProbeResult>(),
    version: integer("version").notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    archivedAt: moment("archived_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("cameras_external_id")
      .on(table.organizationId, table.externalId)
      .where(sql`${table.archivedAt} is null`),
    /** External IDs of archived cameras, which needn't be unique. Alerts can still be filtered by them. */
    index("cameras_former_external_id")
      .on(table.organizationId, table.externalId)
      .where(sql`${table.archivedAt} is not null`),
    index("cameras_site").on(table.organizationId, table.siteId, table.id),
    index("cameras_watched")
      .on(table.organizationId, table.id)
      .where(sql`${table.recordedStatus} in ('online', 'degraded') and ${table.archivedAt} is null`),
    foreignKey({
      columns: [table.organizationId, table.siteId],
      foreignColumns: [sites.organizationId, sites.id],
      name: "cameras_site_fk",
    }),
  ],
);

/**
 * Status changes, with the time when they happened. For one camera, `id` and `at` increase together, because its
 * row is locked while a change is recorded.
 */
export const cameraStatusChanges = pgTable(
  "camera_status_changes",
  {
    organizationId: organizationId(),
    cameraId: uuid("camera_id").notNull(),
    at: moment("at").notNull(),
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity(),
    /**
     * The status before the change. With it, older entries can be deleted and the status at the start of the kept
     * period is still known.
     */
    fromStatus: text("from_status").$type<CameraStatus>().notNull(),
    status: text("status").$type<CameraStatus>().notNull(),
    reason: text("reason").$type<CameraStatusReason>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.cameraId, table.at, table.id] }),
    index("camera_status_changes_at").using("brin", table.at),
  ],
);
