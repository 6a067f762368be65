import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Scope } from "@/lib/values";
import { bytes, moment, organizationId } from "./columns";
import { organizations } from "./people";

export const apiKeys = pgTable(
  "api_keys",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the key. The key itself is never stored. */
    hash: bytes("hash").notNull(),
    start: text("start").notNull(),
    lastFour: text("last_four").notNull(),
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    createdBy: uuid("created_by"),
    createdByName: text("created_by_name").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at"),
    disabledAt: moment("disabled_at"),
    revokedAt: moment("revoked_at"),
    /** The key that replaced this one. `expires_at` is then the time until which both keys work. */
    replacedBy: uuid("replaced_by"),
    lastUsedAt: moment("last_used_at"),
    lastUsedIp: text("last_used_ip"),
    lastUsedAgent: text("last_used_agent"),
    /** The latest expiry warning that was sent, as the number of days before the expiry. */
    warnedDays: integer("warned_days"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("api_keys_hash").on(table.hash),
    /** Keys for which an expiry warning can be sent. */
    index("api_keys_ending").on(table.expiresAt).where(sql`${table.revokedAt} is null and ${table.replacedBy} is null`),
  ],
);

/**
 * Requests per key, UTC day and outcome. A key's sparkline and health are read from here, not from the request
 * log.
 */
export const keyUsage = pgTable(
  "key_usage",
  {
    organizationId: organizationId(),
    keyId: uuid("key_id").notNull(),
    day: date("day").notNull(),
    ok: integer("ok").notNull().default(0),
    rateLimited: integer("rate_limited").notNull().default(0),
    denied: integer("denied").notNull().default(0),
    invalid: integer("invalid").notNull().default(0),
    failed: integer("failed").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.keyId, table.day] })],
);
