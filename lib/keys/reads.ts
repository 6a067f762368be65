import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { encodeId, firstIdAt } from "@/lib/db/ids";
import { apiKeys, keyUsage } from "@/lib/db/tables/keys";
import { requests } from "@/lib/db/tables/records";
import { notFound } from "@/lib/http/failures";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { parseId } from "@/lib/http/request/parse";
import type { PageQuery } from "@/lib/http/wire";
import { KEY_WARNINGS_D } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";
import {
  type ApiKey,
  type ApiKeyList,
  type EndingKey,
  EXPIRING_DAYS,
  type KeyState,
  type KeyUsageDay,
  USAGE_DAYS,
} from "./schema";

const RECENT_DAYS = 7;
/** IP addresses are counted in only this many requests per key, so that busy keys cost no more than quiet ones. */
const MAX_REQUESTS_READ = 2_000;
const FIRST_WARNING_D = Math.max(...KEY_WARNINGS_D);

/** SQL condition: the key works now, or could be enabled again, by the database's clock. */
export const keyCanBeUsed = sql<boolean>`(${apiKeys.revokedAt} is null
  and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now()))`;

/** SQL expression for a key's state. If several states apply, it is the worst one. */
export const keyState = sql<KeyState>`case
  when ${apiKeys.revokedAt} is not null then 'revoked'
  when ${apiKeys.expiresAt} <= now() then 'expired'
  when ${apiKeys.disabledAt} is not null then 'disabled'
  when ${apiKeys.replacedBy} is not null then 'rotating'
  when ${apiKeys.expiresAt} <= now() + make_interval(days => ${EXPIRING_DAYS}) then 'expiring'
  else 'active' end`;

/**
 * Returns a page of the organization's keys with their usage: usable keys first, then the others. Both groups are
 * sorted newest first. If a key expires between two page requests, it appears again among the others.
 * @throws Failure `invalid_cursor`.
 */
export async function readKeys(ctx: Context, query: PageQuery): Promise<ApiKeyList> {
  const { limit, cursor } = query;
  const identity = listIdentity("keys", query);
  const [alive, id] = cursor ? decodeCursor(ctx, identity, cursor) : [];
  const after =
    id === undefined ? undefined : sql`(${keyCanBeUsed}::int, ${apiKeys.id}) < (${alive}::int, ${id}::uuid)`;
  const rows = await selectKeys(ctx, after, limit + 1);
  const toWire = await withUsage(ctx, rows);
  const ofOrganization = eq(apiKeys.organizationId, ctx.organizationId);
  const counted = query.include_total
    ? await ctx.db.select({ total: count() }).from(apiKeys).where(ofOrganization)
    : [];
  const position = (row: KeyRow) => [Number(row.isAlive), row.id];
  return toPage(ctx, rows, { limit, identity, position, toWire, total: counted[0]?.total });
}

/**
 * Returns one key of the organization by its public ID.
 * @throws Failure `not_found`.
 */
export async function readKey(ctx: Context, id: string): Promise<ApiKey> {
  return readKeyByUuid(ctx, parseId("key", id));
}

/**
 * Returns one key of the organization by its UUID.
 * @throws Failure `not_found`.
 */
export async function readKeyByUuid(ctx: Context, uuid: string): Promise<ApiKey> {
  const rows = await selectKeys(ctx, eq(apiKeys.id, uuid), 1);
  const [row] = rows;
  if (!row) throw notFound();
  return (await withUsage(ctx, rows))(row);
}

/** SQL condition: the key is active, wasn't replaced, and expires within the first warning period. */
export const keyIsEnding = and(
  isNull(apiKeys.revokedAt),
  isNull(apiKeys.disabledAt),
  isNull(apiKeys.replacedBy),
  gt(apiKeys.expiresAt, sql`now()`),
  lte(apiKeys.expiresAt, sql`now() + make_interval(days => ${FIRST_WARNING_D})`),
);

/** SQL expression for the whole days until a key expires, rounded up. */
export const daysLeft = sql<number>`ceil(extract(epoch from ${apiKeys.expiresAt} - now()) / 86400)::int`;

/** Returns the organization's keys that expire soon and should be shown in a warning, soonest first. */
export async function listEndingKeys(ctx: Context): Promise<EndingKey[]> {
  const rows = await ctx.db
    .select({ id: apiKeys.id, name: apiKeys.name, expiresAt: apiKeys.expiresAt, days: daysLeft })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, ctx.organizationId), keyIsEnding))
    .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id));
  return rows.map(({ id, name, expiresAt, days }) => ({
    id: encodeId("key", id),
    name,
    expires_at: expiresAt?.toISOString() ?? "",
    days,
  }));
}

type KeyRow = Awaited<ReturnType<typeof selectKeys>>[number];

async function selectKeys(ctx: Context, only: SQL | undefined, limit: number) {
  return ctx.db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      start: apiKeys.start,
      lastFour: apiKeys.lastFour,
      scopes: apiKeys.scopes,
      state: keyState,
      isAlive: keyCanBeUsed,
      version: apiKeys.version,
      createdAt: apiKeys.createdAt,
      createdByName: apiKeys.createdByName,
      expiresAt: apiKeys.expiresAt,
      disabledAt: apiKeys.disabledAt,
      revokedAt: apiKeys.revokedAt,
      replacedBy: apiKeys.replacedBy,
      lastUsedAt: apiKeys.lastUsedAt,
      lastUsedIp: apiKeys.lastUsedIp,
      lastUsedAgent: apiKeys.lastUsedAgent,
      today: sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, ctx.organizationId), only))
    .orderBy(desc(keyCanBeUsed), desc(apiKeys.id))
    .limit(limit);
}

/**
 * Reads the usage of these keys.
 * @returns a function that converts a key's row to the API's format.
 */
async function withUsage(ctx: Context, rows: readonly KeyRow[]): Promise<(row: KeyRow) => ApiKey> {
  const ids = rows.map((row) => row.id);
  const days = lastDays(rows[0]?.today ?? new Date().toISOString().slice(0, 10));
  const [usage, addresses] = [await readUsage(ctx, ids, days), await countAddresses(ctx, ids)];
  return (row) => {
    const ofKey = days.map((day) => usage.get(`${row.id} ${day}`) ?? unused(day));
    return {
      id: encodeId("key", row.id),
      name: row.name,
      start: row.start,
      last_four: row.lastFour,
      scopes: row.scopes,
      state: row.state,
      version: row.version,
      created_at: row.createdAt.toISOString(),
      created_by: row.createdByName,
      expires_at: row.expiresAt?.toISOString() ?? null,
      disabled_at: row.disabledAt?.toISOString() ?? null,
      revoked_at: row.revokedAt?.toISOString() ?? null,
      replaced_by: row.replacedBy ? encodeId("key", row.replacedBy) : null,
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
      last_used_ip: row.lastUsedIp,
      last_used_agent: row.lastUsedAgent,
      usage: ofKey,
      requests_7d: ofKey.slice(-RECENT_DAYS).reduce((sum, day) => sum + totalOf(day), 0),
      addresses_7d: addresses.get(row.id) ?? 0,
    };
  };
}

async function readUsage(ctx: Context, ids: string[], days: string[]): Promise<Map<string, KeyUsageDay>> {
  const rows = await ctx.db
    .select({
      keyId: keyUsage.keyId,
      day: keyUsage.day,
      ok: keyUsage.ok,
      rate_limited: keyUsage.rateLimited,
      denied: keyUsage.denied,
      invalid: keyUsage.invalid,
      failed: keyUsage.failed,
    })
    .from(keyUsage)
    .where(
      and(
        eq(keyUsage.organizationId, ctx.organizationId),
        inArray(keyUsage.keyId, ids),
        gte(keyUsage.day, days[0] ?? ""),
      ),
    );
  return new Map(rows.map(({ keyId, ...day }) => [`${keyId} ${day.day}`, day]));
}

async function countAddresses(ctx: Context, ids: string[]): Promise<Map<string, number>> {
  const recent = ctx.db
    .select({ ip: requests.ip })
    .from(requests)
    .where(
      and(
        eq(requests.organizationId, ctx.organizationId),
        eq(requests.credentialId, apiKeys.id),
        gt(requests.id, firstIdAt(new Date(Date.now() - RECENT_DAYS * DAY_MS))),
      ),
    )
    .orderBy(desc(requests.id))
    .limit(MAX_REQUESTS_READ)
    .as("recent");
  const rows = await ctx.db
    .select({ id: apiKeys.id, addresses: sql<number>`count(distinct ${recent.ip})::int` })
    .from(apiKeys)
    .innerJoinLateral(recent, sql`true`)
    .where(and(eq(apiKeys.organizationId, ctx.organizationId), inArray(apiKeys.id, ids)))
    .groupBy(apiKeys.id);
  return new Map(rows.map((row) => [row.id, row.addresses]));
}

function lastDays(today: string): string[] {
  const end = Date.parse(today);
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    return new Date(end - (USAGE_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
  });
}

function unused(day: string): KeyUsageDay {
  return { day, ok: 0, rate_limited: 0, denied: 0, invalid: 0, failed: 0 };
}

function totalOf(day: KeyUsageDay): number {
  return day.ok + day.rate_limited + day.denied + day.invalid + day.failed;
}
