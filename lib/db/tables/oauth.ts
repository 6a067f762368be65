import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { OauthTokenKind, Scope } from "@/lib/values";
import { bytes, moment, organizationId } from "./columns";
import { organizations } from "./people";

/** OAuth clients (RFC 6749 §2), created by an organization for itself or for its customers. */
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
    /** Incremented with every new secret, which invalidates the access tokens issued for older secrets. */
    secretVersion: integer("secret_version").notNull().default(1),
    secretRotatedAt: moment("secret_rotated_at"),
    /** Incremented when the app is disabled, which invalidates all earlier grants. */
    grantVersion: integer("grant_version").notNull().default(1),
    /** The scopes that the app may request. */
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    /**
     * Redirect URIs are compared exactly (RFC 9700 §2.1). The list is empty for apps that use only client
     * credentials.
     */
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

/**
 * Grants: an admin authorized an app to access the organization. Revoking a grant invalidates all of its codes and
 * tokens.
 */
export const oauthGrants = pgTable(
  "oauth_grants",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid("id").notNull(),
    /** The app, which may belong to another organization. */
    appId: uuid("app_id").notNull(),
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    grantedBy: uuid("granted_by").notNull(),
    grantedByName: text("granted_by_name").notNull(),
    /** The app's `grantVersion` when it was authorized. */
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

/** Authorization codes (RFC 6749 §4.1, with PKCE S256). Only their SHA-256 is stored. */
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

/** Opaque access and refresh tokens. Only their SHA-256 is stored. */
export const oauthTokens = pgTable(
  "oauth_tokens",
  {
    hash: bytes("hash").primaryKey(),
    kind: text("kind").$type<OauthTokenKind>().notNull(),
    /** The organization whose data the token can access. */
    organizationId: organizationId(),
    appId: uuid("app_id").notNull(),
    /** The grant under which the token was issued. Null for client credentials. */
    grantId: uuid("grant_id"),
    /** The app's `secretVersion` when the token was issued. */
    secretVersion: integer("secret_version").notNull(),
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    /** The time when a refresh token was exchanged. A second exchange revokes its grant (RFC 9700 §4.14.2). */
    usedAt: moment("used_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [index("oauth_tokens_grant").on(table.grantId), index("oauth_tokens_expiring").on(table.expiresAt)],
);
