import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Role } from "@/lib/values";
import { DEFAULT_ALERT_RETENTION_D } from "../../limits";
import { bytes, moment, organizationId } from "./columns";

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull(),
    /** The time when an emailed link or an identity provider proved who owns the email. Null until then. */
    emailProvedAt: moment("email_proved_at"),
    name: text("name").notNull(),
    /** Null for a person who signs in only through an identity provider. */
    passwordHash: text("password_hash"),
    /**
     * Incremented when the password changes, so that sign-ins that checked the old one fail. Servers of the
     * previous version may still be running, and end sessions when it changes.
     */
    sessionVersion: integer("session_version").notNull().default(1),
    /**
     * The encrypted secret of the authenticator app. Without `totpEnabledAt`, the secret was shown but no code was
     * confirmed.
     */
    totpSecret: bytes("totp_secret"),
    totpEnabledAt: moment("totp_enabled_at"),
    /** The time step of the latest accepted code, so that a code works only once (RFC 6238 §5.2). */
    totpLastStep: integer("totp_last_step"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("users_email").on(sql`lower(${table.email})`)],
);

export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  name: text("name").notNull(),
  apiAccess: boolean("api_access").notNull().default(false),
  requireTwoFactor: boolean("require_two_factor").notNull().default(false),
  alertRetentionDays: integer("alert_retention_days").notNull().default(DEFAULT_ALERT_RETENTION_D),
  version: integer("version").notNull().default(1),
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

/** Open and ended sessions. The cookie contains a session's ID, and every request reads its row. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    endedAt: moment("ended_at"),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
    ip: text("ip"),
    userAgent: text("user_agent"),
  },
  (table) => [index("sessions_user").on(table.userId), index("sessions_expiring").on(table.expiresAt)],
);

/** Recovery codes. Each replaces an authenticator code once. Only their SHA-256 is stored. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    hash: bytes("hash").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/**
 * People's identities at an identity provider. Issuer and subject together identify a person (OpenID Connect Core
 * §2).
 */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index("identities_user").on(table.userId)],
);

/** Sign-ups that wait for email verification. The token in the link and the password then create the account. */
export const signUps = pgTable(
  "sign_ups",
  {
    /** SHA-256 of the token in the link. */
    hash: bytes("hash").primaryKey(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    organizationName: text("organization_name").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("sign_ups_email").on(sql`lower(${table.email})`)],
);

/** Password reset links. Only the SHA-256 of a link's token is stored. */
export const passwordResets = pgTable(
  "password_resets",
  {
    hash: bytes("hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
    /** False for a link that the operator passes on. Using such a link doesn't prove who owns the email. */
    emailed: boolean("emailed").notNull().default(true),
    endsTwoFactor: boolean("ends_two_factor").notNull().default(false),
  },
  (table) => [index("password_resets_user").on(table.userId)],
);

/** Invitations to an organization, bound to an email. Only the SHA-256 of the link's token is stored. */
export const invitations = pgTable(
  "invitations",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid("id").notNull(),
    email: text("email").notNull(),
    role: text("role").$type<Role>().notNull(),
    hash: bytes("hash").notNull(),
    /**
     * Whether the link was sent only by email. Accepting it then proves who owns the email. Otherwise, an admin
     * has seen the link.
     */
    emailed: boolean("emailed").notNull().default(false),
    invitedBy: uuid("invited_by").notNull(),
    invitedByName: text("invited_by_name").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("invitations_hash").on(table.hash),
    uniqueIndex("invitations_open")
      .on(table.organizationId, sql`lower(${table.email})`)
      .where(sql`${table.acceptedAt} is null and ${table.revokedAt} is null`),
  ],
);

/**
 * Failed attempts, for example sign-ins per email and IP address. The key is a hash, so the table contains no
 * emails.
 */
export const signInAttempts = pgTable("sign_in_attempts", {
  key: bytes("key").primaryKey(),
  failures: integer("failures").notNull(),
  blockedUntil: moment("blocked_until"),
  lastFailureAt: moment("last_failure_at").notNull().defaultNow(),
});
