import { and, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { hashCredential, mintCredential } from "@/lib/auth/credential";
import type { Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { oauthApps, oauthGrants } from "@/lib/db/tables/oauth";
import { Failure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { assertVersion } from "@/lib/http/reply/entity-tag";
import { parseId } from "@/lib/http/request/parse";
import { MAX_APPS } from "@/lib/limits";
import { lockOrganization } from "@/lib/organizations/lock";
import { inOrder } from "@/lib/values";
import { readApp } from "./reads";
import type { NewOAuthApp, OAuthApp, OAuthAppCreate, OAuthAppUpdate } from "./schema";

// The database's current time, truncated to milliseconds. Without truncation, the column would round up, and the
// stored end could be later than the reply.
const databaseNow = sql`date_trunc('milliseconds', now())`;

const nextVersion = sql`${oauthApps.version} + 1`;
const nextSecret = sql`${oauthApps.secretVersion} + 1`;
/**
 * Column changes of an app that end all of its access tokens, and all of its grants with their codes and refresh
 * tokens.
 */
const endedTokens = { secretVersion: nextSecret, grantVersion: sql`${oauthApps.grantVersion} + 1` };

/**
 * Creates a client secret.
 * @returns the secret, and the columns that store its hash and last characters.
 */
function newSecret() {
  const secret = mintCredential("secret");
  const stored = { secretHash: Buffer.from(hashCredential(secret), "hex"), secretLastFour: secret.slice(-4) };
  return { secret, stored };
}

/**
 * Creates an app. Its secret is returned only here.
 * @throws Failure `limit_reached`.
 */
export async function addApp(ctx: Context, input: OAuthAppCreate): Promise<NewOAuthApp> {
  const id = newId();
  const { secret, stored } = newSecret();
  return ctx.db.transaction(async (tx) => {
    await lockOrganization(tx, ctx.organizationId);
    const [row] = await tx
      .select({ apps: sql<number>`count(*)::int` })
      .from(oauthApps)
      .where(and(eq(oauthApps.organizationId, ctx.organizationId), isNull(oauthApps.deletedAt)));
    if (row && row.apps >= MAX_APPS) {
      throw new Failure(
        "limit_reached",
        `Your organization has reached the limit of ${MAX_APPS} apps. Delete one first.`,
      );
    }
    await tx.insert(oauthApps).values({
      organizationId: ctx.organizationId,
      id,
      name: input.name,
      clientId: mintCredential("app"),
      ...stored,
      scopes: inOrder(input.scopes),
      redirectUris: input.redirect_uris,
      createdBy: ctx.actor.id,
      createdByName: ctx.actor.name,
    });
    const app = await readApp({ ...ctx, db: tx }, id);
    await recordAudit(tx, ctx, {
      action: "app.created",
      targetId: app.id,
      targetName: app.name,
      after: { ...changeable(app), client_id: app.client_id },
    });
    return { app, client_secret: secret };
  });
}

/**
 * Changes an app, or disables and enables it. Its tokens lose removed scopes. Disabling revokes its tokens, codes
 * and grants permanently. Changes take effect with the next request. If nothing differs, nothing is written.
 * @param ifMatch the `If-Match` header, or null to change any version.
 * @throws Failure `not_found`, `version_mismatch`.
 */
export async function changeApp(
  ctx: Context,
  id: string,
  input: OAuthAppUpdate,
  ifMatch: string | null = null,
): Promise<OAuthApp> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const uuid = await lockApp(tx, ctx, id);
    const old = await readApp(inside, uuid);
    assertVersion("app", old.version, ifMatch);
    const { enabled, ...fields } = input;
    const wanted = { ...changeable(old), ...fields, ...(fields.scopes && { scopes: inOrder(fields.scopes) }) };
    const changed = (["name", "scopes", "redirect_uris"] as const).filter(
      (field) => JSON.stringify(wanted[field]) !== JSON.stringify(old[field]),
    );
    const isSwitched = enabled !== undefined && enabled !== (old.state === "active");
    if (changed.length === 0 && !isSwitched) return old;
    await tx
      .update(oauthApps)
      .set({
        name: wanted.name,
        scopes: wanted.scopes,
        redirectUris: wanted.redirect_uris,
        version: nextVersion,
        ...(isSwitched && { ...endedTokens, disabledAt: enabled ? null : databaseNow }),
      })
      .where(appWithId(ctx, uuid));
    const target = { targetId: old.id, targetName: wanted.name };
    if (changed.length > 0) {
      const only = (from: object) =>
        Object.fromEntries(Object.entries(from).filter(([name]) => changed.some((c) => c === name)));
      await recordAudit(tx, ctx, {
        action: "app.updated",
        ...target,
        before: only(changeable(old)),
        after: only(wanted),
      });
    }
    if (isSwitched) {
      const action = enabled ? "app.enabled" : "app.disabled";
      await recordAudit(tx, ctx, { action, ...target, before: { enabled: !enabled }, after: { enabled } });
    }
    return readApp(inside, uuid);
  });
}

/**
 * Replaces an app's secret. The old secret and all access tokens issued with it are revoked. Grants are kept, so
 * the app can use its refresh tokens with the new secret.
 * @throws Failure `not_found`.
 */
export async function replaceAppSecret(ctx: Context, id: string): Promise<NewOAuthApp> {
  const { secret, stored } = newSecret();
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const uuid = await lockApp(tx, ctx, id);
    const old = await readApp(inside, uuid);
    await tx
      .update(oauthApps)
      .set({ ...stored, secretVersion: nextSecret, secretRotatedAt: databaseNow, version: nextVersion })
      .where(appWithId(ctx, uuid));
    const app = await readApp(inside, uuid);
    await recordAudit(tx, ctx, {
      action: "app.secret_rotated",
      targetId: app.id,
      targetName: app.name,
      before: { secret_last_four: old.secret_last_four },
      after: { secret_last_four: app.secret_last_four },
    });
    return { app, client_secret: secret };
  });
}

/**
 * Deletes an app, and revokes its codes and tokens in all organizations.
 * @throws Failure `not_found`.
 */
export async function removeApp(ctx: Context, id: string): Promise<undefined> {
  return ctx.db.transaction(async (tx) => {
    const uuid = await lockApp(tx, ctx, id);
    const app = await readApp({ ...ctx, db: tx }, uuid);
    await tx.update(oauthApps).set({ deletedAt: databaseNow }).where(appWithId(ctx, uuid));
    await recordAudit(tx, ctx, {
      action: "app.deleted",
      targetId: app.id,
      targetName: app.name,
      before: { ...changeable(app), client_id: app.client_id },
    });
    return undefined;
  });
}

/**
 * Revokes one of the organization's grants, with all of its codes and tokens.
 * @throws Failure `not_found`, also if the grant was already revoked.
 */
export async function withdrawGrant(ctx: Context, id: string): Promise<undefined> {
  return ctx.db.transaction(async (tx) => {
    const [grant] = await tx
      .update(oauthGrants)
      .set({ revokedAt: databaseNow })
      .where(
        and(
          eq(oauthGrants.organizationId, ctx.organizationId),
          eq(oauthGrants.id, parseId("grant", id)),
          isNull(oauthGrants.revokedAt),
        ),
      )
      .returning({ appId: oauthGrants.appId, scopes: oauthGrants.scopes });
    if (!grant) throw notFound();
    const [app] = await tx.select({ name: oauthApps.name }).from(oauthApps).where(eq(oauthApps.id, grant.appId));
    await recordAudit(tx, ctx, {
      action: "app.authorization_revoked",
      targetId: id,
      ...(app && { targetName: app.name }),
      before: { scopes: grant.scopes },
    });
    return undefined;
  });
}

/**
 * Locks an app's row until the transaction ends.
 * @returns the app's UUID.
 * @throws Failure `not_found`.
 */
async function lockApp(tx: Executor, ctx: Context, id: string): Promise<string> {
  const uuid = parseId("app", id);
  const [row] = await tx.select({ id: oauthApps.id }).from(oauthApps).where(appWithId(ctx, uuid)).for("update");
  if (!row) throw notFound();
  return row.id;
}

function appWithId(ctx: Context, uuid: string) {
  return and(eq(oauthApps.organizationId, ctx.organizationId), eq(oauthApps.id, uuid), isNull(oauthApps.deletedAt));
}

/** Returns the fields of an app that admins can change. The audit log records them. */
function changeable({ name, scopes: held, redirect_uris }: OAuthApp) {
  return { name, scopes: held, redirect_uris };
}
