import { and, count, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import { oauthApps, oauthGrants } from "@/lib/db/tables/oauth";
import { organizations } from "@/lib/db/tables/people";
import { notFound } from "@/lib/http/failures";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import type { PageQuery } from "@/lib/http/wire";
import { AUTHORIZATION_CODE_S } from "@/lib/limits";
import type { AppState, OAuthApp, OAuthAppList, OAuthGrant, OAuthGrantList } from "./schema";

/**
 * SQL condition for active grants. The grant isn't revoked, its app wasn't disabled after the consent, and its
 * code or one of its tokens is still valid.
 */
const isGrantAlive = sql<boolean>`(oauth_grants.revoked_at is null
  and oauth_grants.grant_version = oauth_apps.grant_version and (
  oauth_grants.created_at > now() - make_interval(secs => ${AUTHORIZATION_CODE_S})
  or exists (select 1 from oauth_tokens t where t.grant_id = oauth_grants.id and t.used_at is null
    and t.revoked_at is null and t.expires_at > now())))`;

const appState = sql<AppState>`case when ${oauthApps.disabledAt} is null then 'active' else 'disabled' end`;

/**
 * Returns a page of the organization's apps, newest first (keyset by ID).
 * @throws Failure `invalid_cursor`.
 */
export async function readApps(ctx: Context, query: PageQuery): Promise<OAuthAppList> {
  const { limit, cursor } = query;
  const identity = listIdentity("oauth-apps", query);
  const [before] = cursor ? decodeCursor(ctx, identity, cursor) : [];
  const rows = await selectApps(ctx, before === undefined ? undefined : lt(oauthApps.id, String(before)), limit + 1);
  const counted = query.include_total
    ? await ctx.db.select({ total: count() }).from(oauthApps).where(ofOwner(ctx))
    : [];
  return toPage(ctx, rows, { limit, identity, position: ({ id }) => [id], toWire: toApp, total: counted[0]?.total });
}

/**
 * Returns one app of the organization by UUID.
 * @throws Failure `not_found`, also for a deleted app.
 */
export async function readApp(ctx: Context, uuid: string): Promise<OAuthApp> {
  const [row] = await selectApps(ctx, eq(oauthApps.id, uuid), 1);
  if (!row) throw notFound();
  return toApp(row);
}

/** Returns the SQL condition for the organization's apps that aren't deleted. */
function ofOwner(ctx: Context): SQL | undefined {
  return and(eq(oauthApps.organizationId, ctx.organizationId), isNull(oauthApps.deletedAt));
}

type AppRow = Awaited<ReturnType<typeof selectApps>>[number];

async function selectApps(ctx: Context, only: SQL | undefined, limit: number) {
  const grants = sql<number>`(select count(*)::int from oauth_grants
    where oauth_grants.app_id = oauth_apps.id and ${isGrantAlive})`;
  return ctx.db
    .select({
      id: oauthApps.id,
      name: oauthApps.name,
      clientId: oauthApps.clientId,
      secretLastFour: oauthApps.secretLastFour,
      scopes: oauthApps.scopes,
      redirectUris: oauthApps.redirectUris,
      state: appState,
      grants,
      createdAt: oauthApps.createdAt,
      createdByName: oauthApps.createdByName,
      disabledAt: oauthApps.disabledAt,
      secretRotatedAt: oauthApps.secretRotatedAt,
      version: oauthApps.version,
      lastUsedAt: oauthApps.lastUsedAt,
      lastUsedIp: oauthApps.lastUsedIp,
      lastUsedAgent: oauthApps.lastUsedAgent,
    })
    .from(oauthApps)
    .where(and(ofOwner(ctx), only))
    .orderBy(desc(oauthApps.id))
    .limit(limit);
}

function toApp(row: AppRow): OAuthApp {
  return {
    id: encodeId("app", row.id),
    name: row.name,
    client_id: row.clientId,
    secret_last_four: row.secretLastFour,
    scopes: row.scopes,
    redirect_uris: row.redirectUris,
    state: row.state,
    grants: row.grants,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdByName,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    secret_rotated_at: row.secretRotatedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_ip: row.lastUsedIp,
    last_used_agent: row.lastUsedAgent,
  };
}

/**
 * Returns a page of the organization's active grants, newest first.
 * @throws Failure `invalid_cursor`.
 */
export async function readGrants(ctx: Context, query: PageQuery): Promise<OAuthGrantList> {
  const identity = listIdentity("oauth-grants", query);
  const [after] = query.cursor ? decodeCursor(ctx, identity, query.cursor) : [];
  const rows = await selectGrants(
    ctx,
    after === undefined ? undefined : lt(oauthGrants.id, String(after)),
    query.limit + 1,
  );
  return toPage(ctx, rows, {
    limit: query.limit,
    identity,
    position: ({ id }) => [id],
    toWire: toGrant(ctx),
    total: query.include_total ? await countGrants(ctx) : undefined,
  });
}

const toTheirApp = and(eq(oauthApps.id, oauthGrants.appId), isNull(oauthApps.deletedAt));
const holding = (ctx: Context) => and(eq(oauthGrants.organizationId, ctx.organizationId), isGrantAlive);

async function countGrants(ctx: Context): Promise<number> {
  const rows = ctx.db.select({ total: count() }).from(oauthGrants).innerJoin(oauthApps, toTheirApp).where(holding(ctx));
  return (await rows)[0]?.total ?? 0;
}

type GrantRow = Awaited<ReturnType<typeof selectGrants>>[number];

async function selectGrants(ctx: Context, only: SQL | undefined, limit: number) {
  return ctx.db
    .select({
      id: oauthGrants.id,
      appId: oauthApps.id,
      appName: oauthApps.name,
      appState,
      owner: organizations.name,
      ownerId: organizations.id,
      scopes: oauthGrants.scopes,
      appScopes: oauthApps.scopes,
      grantedByName: oauthGrants.grantedByName,
      createdAt: oauthGrants.createdAt,
      lastUsedAt: oauthGrants.lastUsedAt,
    })
    .from(oauthGrants)
    .innerJoin(oauthApps, toTheirApp)
    .innerJoin(organizations, eq(organizations.id, oauthApps.organizationId))
    .where(and(holding(ctx), only))
    .orderBy(desc(oauthGrants.id))
    .limit(limit);
}

const toGrant =
  (ctx: Context) =>
  (row: GrantRow): OAuthGrant => ({
    id: encodeId("grant", row.id),
    app: { id: encodeId("app", row.appId), name: row.appName, state: row.appState },
    owner: { name: row.owner, is_own: row.ownerId === ctx.organizationId },
    scopes: row.scopes.filter((scope) => row.appScopes.includes(scope)),
    granted_by: row.grantedByName,
    granted_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  });
