import { timingSafeEqual } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";
import { oauthApps } from "@/lib/db/tables/oauth";
import { organizations } from "@/lib/db/tables/people";
import type { Caller, OrganizationId } from "./context";
import { hashCredential, isWellFormed } from "./credential";

/** An active OAuth app. Requests that the app makes for itself belong to the organization that created it. */
export interface App {
  id: string;
  name: string;
  clientId: string;
  redirectUris: string[];
  secretVersion: number;
  grantVersion: number;
  secretHash: Buffer;
  caller: Caller;
}

/**
 * Returns the active app with a client ID. Null if the ID is malformed or unknown, or the app is disabled or
 * deleted.
 */
export async function findAppByClientId(db: Executor, clientId: string): Promise<App | null> {
  if (!isWellFormed("app", clientId)) return null;
  const [row] = await db
    .select({
      id: oauthApps.id,
      name: oauthApps.name,
      scopes: oauthApps.scopes,
      redirectUris: oauthApps.redirectUris,
      secretVersion: oauthApps.secretVersion,
      grantVersion: oauthApps.grantVersion,
      secretHash: oauthApps.secretHash,
      organizationId: oauthApps.organizationId,
      slug: organizations.slug,
      organizationName: organizations.name,
      apiAccess: organizations.apiAccess,
      alertRetentionDays: organizations.alertRetentionDays,
      requireTwoFactor: organizations.requireTwoFactor,
    })
    .from(oauthApps)
    .innerJoin(organizations, eq(organizations.id, oauthApps.organizationId))
    .where(and(eq(oauthApps.clientId, clientId), isNull(oauthApps.disabledAt), isNull(oauthApps.deletedAt)));
  if (!row) return null;
  const { id, name, redirectUris, secretVersion, grantVersion, secretHash, ...owned } = row;
  const { organizationId, scopes, organizationName, ...rest } = owned;
  const caller: Caller = {
    organizationId: organizationId as OrganizationId,
    organization: { ...rest, name: organizationName },
    actor: { kind: "oauth_app", id, name },
    role: null,
    scopes,
    expiresAt: null,
  };
  return { id, name, clientId, redirectUris, secretVersion, grantVersion, secretHash, caller };
}

export function isAppSecret(app: App, secret: string): boolean {
  return timingSafeEqual(app.secretHash, Buffer.from(hashCredential(secret), "hex"));
}

/**
 * Returns the organization to which an app's code, token or grant gives access.
 * @throws Error if it belongs to another app.
 */
export function ownedOrganizationId(app: App, owned: { appId: string; organizationId: string }): OrganizationId {
  if (owned.appId !== app.id) throw new Error("This belongs to another app");
  return owned.organizationId as OrganizationId;
}
