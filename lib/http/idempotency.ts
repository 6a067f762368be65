import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { seal, unseal } from "@/lib/auth/seal";
import type { SignedIn } from "@/lib/auth/session";
import type { Executor } from "@/lib/db/client";
import { idempotencyKeys } from "@/lib/db/tables/records";
import { idempotencyInProgress, idempotencyKeyReused, invalidIdempotencyKey } from "@/lib/http/failures";
import type { ApiRequest, Reply } from "@/lib/http/reply/reply";
import { IDEMPOTENCY_RETENTION_H } from "@/lib/limits";

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns a request's `Idempotency-Key`, or null.
 * @throws Failure `invalid_request` unless it is 1 to 255 visible ASCII characters.
 */
export function idempotencyKey(request: ApiRequest): string | null {
  const key = request.method === "POST" ? request.headers.get("idempotency-key") : null;
  if (key !== null && !KEY.test(key)) {
    throw invalidIdempotencyKey();
  }
  return key;
}

/** The caller of an idempotent request: a member or credential of an organization, or a person. */
type Keyed = { db: Executor } & (Pick<Context, "organizationId" | "actor"> | { person: SignedIn });

/** The UUID of the keys' owner. Two owners may use the same key. */
const ownerOf = (ctx: Keyed): string => ("organizationId" in ctx ? ctx.organizationId : ctx.person.id);

/**
 * The owner of a key. Credentials of an organization share keys. A person's keys are private, because replies to them
 * can contain personal data or a secret.
 */
function fingerprint(ctx: Keyed, { method, target, body }: Asked): Buffer {
  return createHash("sha256")
    .update("actor" in ctx && ctx.actor.kind === "user" ? `${ctx.actor.id} ` : "")
    .update(`${method} ${target}\n`)
    .update(body ?? "")
    .digest();
}

/** Identifies a request. `target` is its path and query. */
interface Asked {
  method: string;
  target: string;
  body: Buffer | null;
}

/** A body for storage, with null for values that are shown once. */
function withoutSecrets(body: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return body;
  return JSON.stringify({ ...JSON.parse(body), ...Object.fromEntries(secrets.map((name) => [name, null])) });
}

/**
 * Runs a request's work once per key and owner. Work, events and the stored reply commit together. A failure stores
 * nothing, so a corrected request may reuse its key. Of concurrent requests one runs, and the others are rejected: the
 * lock is only tried, and the primary key is the final check.
 * @param secrets names of reply fields that are null in a replay.
 * @throws Failure `idempotency_in_progress`, `idempotency_key_reused`, and whatever the work throws.
 */
export async function runOnce<C extends Keyed>(
  ctx: C,
  key: string,
  asked: Asked,
  secrets: readonly string[],
  work: (ctx: C) => Promise<Reply>,
): Promise<Reply> {
  const owner = ownerOf(ctx);
  const print = fingerprint(ctx, asked);
  return ctx.db.transaction(async (tx) => {
    const place = `${owner}/${key}`;
    const [attempt] = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${place}, 0)) as locked`,
    );
    if (!attempt?.locked) throw idempotencyInProgress();
    const mine = and(eq(idempotencyKeys.ownerId, owner), eq(idempotencyKeys.key, key));
    const kept = sql<boolean>`${idempotencyKeys.createdAt} > now() - make_interval(hours => ${IDEMPOTENCY_RETENTION_H})`;
    const [stored] = await tx
      .select({
        fingerprint: idempotencyKeys.fingerprint,
        status: idempotencyKeys.status,
        headers: idempotencyKeys.headers,
        body: idempotencyKeys.body,
        kept,
      })
      .from(idempotencyKeys)
      .where(mine);
    if (stored?.kept) {
      if (!stored.fingerprint.equals(print)) throw idempotencyKeyReused();
      return {
        status: stored.status,
        headers: { ...stored.headers, "Idempotent-Replayed": "true" },
        // Servers of the previous version may have stored the secrets.
        body: stored.body && withoutSecrets(unseal("idempotency", place, stored.body), secrets),
      };
    }
    if (stored) await tx.delete(idempotencyKeys).where(mine);
    const reply = await work({ ...ctx, db: tx });
    if (typeof reply.body === "object" && reply.body !== null) return reply;
    await tx.insert(idempotencyKeys).values({
      ownerId: owner,
      key,
      fingerprint: print,
      status: reply.status,
      headers: reply.headers,
      body: reply.body === null ? null : seal("idempotency", place, withoutSecrets(reply.body, secrets)),
    });
    return reply;
  });
}
