import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { OauthTokenKind, Scope } from "@/lib/values";
import { bytes, moment, organizationId } from "./columns";
import { organizations } from "./people";

/** OAuth clients (RFC 6749 §2), made by an organization for itself or for the customers it serves. */
export const oauthApps = pgTable(
  "oauth_apps",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    clientId: text("client_id").notNull(),
    /** SHA-256 of the client secret. */
    secretHash: bytes("secret_hash").notNull(),
    secretLastFour: text("secret_last_four").notNull(),
    /** Goes up with every new secret; access tokens that an older one brought have ended. */
    secretVersion: integer("secret_version").notNull().default(1),
    secretRotatedAt: moment("secret_rotated_at"),
    /** Goes up when the app is disabled; consents that were given to it before have ended. */
    grantVersion: integer("grant_version").notNull().default(1),
    /** The most that the app may ask for. */
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    /** Compared character by character (RFC 9700 §2.1); none: client credentials alone. */
    redirectUris: text("redirect_uris").array().notNull(),
    createdBy: uuid("created_by"),
    createdByName: text("created_by_name").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    disabledAt: moment("disabled_at"),
    deletedAt: moment("deleted_at"),
    lastUsedAt: moment("last_used_at"),
    lastUsedIp: text("last_used_ip"),
    lastUsedAgent: text("last_used_agent"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("oauth_apps_client").on(table.clientId),
    uniqueIndex("oauth_apps_id").on(table.id),
  ],
);

/** A consent: an admin let an app act for the organization. Revoking it ends every code and token made from it. */
export const oauthGrants = pgTable(
  "oauth_grants",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid("id").notNull(),
    /** Of the app, which may belong to another organization. */
    appId: uuid("app_id").notNull(),
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    grantedBy: uuid("granted_by").notNull(),
    grantedByName: text("granted_by_name").notNull(),
    /** The app's when the consent was given. */
    grantVersion: integer("grant_version").notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    revokedAt: moment("revoked_at"),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("oauth_grants_id").on(table.id),
    index("oauth_grants_app").on(table.appId),
  ],
);

/** Authorization codes (RFC 6749 §4.1, PKCE with S256 alone); SHA-256 of each. */
export const oauthCodes = pgTable(
  "oauth_codes",
  {
    hash: bytes("hash").primaryKey(),
    organizationId: organizationId(),
    appId: uuid("app_id").notNull(),
    grantId: uuid("grant_id").notNull(),
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    redirectUri: text("redirect_uri").notNull(),
    challenge: text("challenge").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [index("oauth_codes_expiring").on(table.expiresAt)],
);

/** Access and refresh tokens, opaque; SHA-256 of each. */
export const oauthTokens = pgTable(
  "oauth_tokens",
  {
    hash: bytes("hash").primaryKey(),
    kind: text("kind").$type<OauthTokenKind>().notNull(),
    /** The organization whose data the token opens. */
    organizationId: organizationId(),
    appId: uuid("app_id").notNull(),
    /** Null for client credentials. */
    grantId: uuid("grant_id"),
    /** The app's when it got the token. */
    secretVersion: integer("secret_version").notNull(),
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    /** When a refresh token was exchanged; a second time revokes its grant (RFC 9700 §4.14.2). */
    usedAt: moment("used_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [index("oauth_tokens_grant").on(table.grantId), index("oauth_tokens_expiring").on(table.expiresAt)],
);
