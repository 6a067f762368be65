import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { hashKey, keyLabel, mintKey } from "@/lib/auth/key";
import type { Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { apiKeys } from "@/lib/db/tables/keys";
import { Failure } from "@/lib/errors";
import { appendEvents } from "@/lib/events/writes";
import { parseId } from "@/lib/http/request/parse";
import { DEFAULT_KEY_LIFETIME_D, MAX_ACTIVE_KEYS } from "@/lib/limits";
import { lockOrganization } from "@/lib/organizations/lock";
import { inOrder, type RotationOverlapS, type Scope } from "@/lib/values";
import { keyCreated, keyExpiring, keyRevoked } from "./events";
import { tooManyKeys } from "./failures";
import { keyCanBeUsed, readKeyByUuid } from "./reads";
import {
  assertAlive,
  assertGrantable,
  databaseNow,
  keyLabelFields,
  keySnapshot,
  keyWithId,
  lockKey,
  nextKeyVersion,
} from "./row";
import type { ApiKey, ApiKeyCreate, NewApiKey } from "./schema";

/**
 * Creates a key. Its secret is returned only here.
 * @throws Failure `api_access_disabled`, `forbidden` for a scope that the creator lacks, `limit_reached`.
 */
export async function addKey(ctx: Context, input: ApiKeyCreate): Promise<NewApiKey> {
  assertGrantable(ctx, input.scopes);
  return ctx.db.transaction(async (tx) => {
    const { apiAccess } = await lockOrganization(tx, ctx.organizationId);
    if (!apiAccess) {
      throw new Failure("api_access_disabled", "Turn on API access before you create a key.");
    }
    const { standing } = await countKeys(tx, ctx);
    if (standing >= MAX_ACTIVE_KEYS) throw tooManyKeys();
    const lifetime = sql`${databaseNow} + make_interval(days => ${DEFAULT_KEY_LIFETIME_D})`;
    const chosen = typeof input.expires_at === "string" ? new Date(input.expires_at) : input.expires_at;
    const { id, secret } = await insertKey(tx, ctx, {
      name: input.name,
      scopes: input.scopes,
      expiresAt: chosen === undefined ? lifetime : chosen,
    });
    const key = await readKeyByUuid({ ...ctx, db: tx }, id);
    await appendEvents(tx, ctx, [keyCreated.of(id, { key: keySnapshot(key) })]);
    await recordAudit(tx, ctx, {
      action: "key.created",
      targetId: key.id,
      targetName: key.name,
      after: keySnapshot(key),
    });
    return { key, secret };
  });
}

/**
 * Replaces a key with a new one that has the same name, scopes and lifetime. The old key keeps working for `overlapS`
 * seconds, but not beyond its own expiry; 0 ends it immediately.
 * @throws Failure `not_found`, `conflict` if the key doesn't work or was already replaced, `limit_reached`.
 */
export async function replaceKey(ctx: Context, id: string, overlapS: RotationOverlapS): Promise<NewApiKey> {
  return ctx.db.transaction(async (tx) => {
    await lockOrganization(tx, ctx.organizationId);
    const row = await lockKey(tx, ctx, id);
    assertAlive(row);
    if (row.state === "disabled")
      throw new Failure("conflict", "This key is disabled. Enable it before you rotate it.");
    assertGrantable(ctx, row.scopes);
    const { leaving } = await countKeys(tx, ctx);
    if (overlapS > 0 && leaving >= MAX_ACTIVE_KEYS) {
      throw new Failure(
        "limit_reached",
        `Your organization has reached the limit of ${leaving} replaced keys that still work. Revoke one, or rotate without an overlap.`,
      );
    }
    const lifetimeS = row.expiresAt && (row.expiresAt.getTime() - row.createdAt.getTime()) / 1_000;
    const next = await insertKey(tx, ctx, {
      name: row.name,
      scopes: row.scopes,
      expiresAt: lifetimeS === null ? null : sql`${databaseNow} + make_interval(secs => ${lifetimeS})`,
    });
    const end = sql`${databaseNow} + make_interval(secs => ${overlapS})`;
    const replaced = await tx
      .update(apiKeys)
      .set({ replacedBy: next.id, expiresAt: sql`least(${apiKeys.expiresAt}, ${end})`, version: nextKeyVersion })
      .where(and(keyWithId(ctx, row.id), isNull(apiKeys.replacedBy)))
      .returning({ expiresAt: apiKeys.expiresAt });
    const [old] = replaced;
    if (!old) throw new Failure("conflict", "This key was already rotated. Rotate the key that replaced it.");
    const key = await readKeyByUuid({ ...ctx, db: tx }, next.id);
    const oldEnd = old.expiresAt?.toISOString() ?? null;
    const expiring = { key: { ...keyLabelFields(row), id, expires_at: oldEnd }, replaced_by: key.id };
    await appendEvents(tx, ctx, [
      keyCreated.of(next.id, { key: keySnapshot(key), replaces: id }),
      keyExpiring.of(row.id, expiring),
    ]);
    await recordAudit(tx, ctx, {
      action: "key.rotated",
      targetId: id,
      targetName: row.name,
      before: { expires_at: row.expiresAt?.toISOString() ?? null, replaced_by: null },
      after: { expires_at: oldEnd, replaced_by: key.id, overlap_s: overlapS },
    });
    return { key, secret: next.secret };
  });
}

/**
 * Revokes a key permanently, with effect from the next request. Revoking it again changes nothing.
 * @throws Failure `not_found`.
 */
export async function endKey(ctx: Context, id: string): Promise<ApiKey> {
  const uuid = parseId("key", id);
  return ctx.db.transaction(async (tx) => {
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: databaseNow, version: nextKeyVersion })
      .where(and(keyWithId(ctx, uuid), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    const key = await readKeyByUuid({ ...ctx, db: tx }, uuid);
    if (revoked.length === 0) return key;
    await appendEvents(tx, ctx, [keyRevoked.of(uuid, { key: keySnapshot(key) })]);
    await recordAudit(tx, ctx, {
      action: "key.revoked",
      targetId: id,
      targetName: key.name,
      before: { revoked_at: null },
      after: { revoked_at: key.revoked_at },
    });
    return key;
  });
}

interface NewKey {
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null | SQL;
}

async function insertKey(tx: Executor, ctx: Context, key: NewKey): Promise<{ id: string; secret: string }> {
  const id = newId();
  const secret = mintKey();
  await tx.insert(apiKeys).values({
    ...key,
    organizationId: ctx.organizationId,
    id,
    scopes: inOrder(key.scopes),
    hash: Buffer.from(hashKey(secret), "hex"),
    ...keyLabel(secret),
    createdBy: ctx.actor.id,
    createdByName: ctx.actor.name,
  });
  return { id, secret };
}

/**
 * Counts the organization's usable keys. `standing` is the number of keys that weren't replaced, including
 * disabled ones. `leaving` is the number of replaced keys that still work.
 */
async function countKeys(tx: Executor, ctx: Context): Promise<{ standing: number; leaving: number }> {
  const [row] = await tx
    .select({
      standing: sql<number>`(count(*) filter (where ${apiKeys.replacedBy} is null))::int`,
      leaving: sql<number>`count(${apiKeys.replacedBy})::int`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, ctx.organizationId), keyCanBeUsed));
  return row ?? { standing: 0, leaving: 0 };
}
