import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { DEFAULT_ALERT_RETENTION_D } from "../../limits";
import type { Role } from "../values";
import { bytes, moment, organizationId } from "./columns";

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    /** Raised when every open session must end: a changed password, a sign-out everywhere. */
    sessionVersion: integer("session_version").notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("users_email").on(sql`lower(${table.email})`)],
);

export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  name: text("name").notNull(),
  apiAccess: boolean("api_access").notNull().default(false),
  alertRetentionDays: integer("alert_retention_days").notNull().default(DEFAULT_ALERT_RETENTION_D),
  createdAt: moment("created_at").notNull().defaultNow(),
});

export const memberships = pgTable(
  "memberships",
  {
    organizationId: organizationId().references(() => organizations.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    role: text("role").$type<Role>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index("memberships_user").on(table.userId),
  ],
);

/** Failed sign-ins per e-mail and address; the key is a hash, so the table names nobody. */
export const signInAttempts = pgTable("sign_in_attempts", {
  key: bytes("key").primaryKey(),
  failures: integer("failures").notNull(),
  blockedUntil: moment("blocked_until"),
  lastFailureAt: moment("last_failure_at").notNull().defaultNow(),
});
