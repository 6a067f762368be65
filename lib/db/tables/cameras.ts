import { sql } from "drizzle-orm";
import {
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
    /** Without user and password: these are sealed in `stream_credentials` and leave only to open the stream. */
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
    disabledAt: moment("disabled_at"),
    heartbeatTimeoutS: integer("heartbeat_timeout_s").notNull().default(300),
    offlineGraceS: integer("offline_grace_s").notNull().default(60),
    lastSeenAt: moment("last_seen_at"),
    /** Start of the unbroken and unimpaired run of heartbeats that `last_seen_at` ends. */
    seenSince: moment("seen_since"),
    /** What the last heartbeat reported, and since when it has been out of range. */
    fps: doublePrecision("fps"),
    reconnects: integer("reconnects"),
    reportedError: text("reported_error"),
    impairedSince: moment("impaired_since"),
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
    index("cameras_site").on(table.organizationId, table.siteId, table.id),
    foreignKey({
      columns: [table.organizationId, table.siteId],
      foreignColumns: [sites.organizationId, sites.id],
      name: "cameras_site_fk",
    }),
  ],
);
