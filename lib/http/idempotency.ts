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
 * Returns the `Idempotency-Key` of a POST request, or null if there is none.
 * @throws Failure `invalid_request` unless it is 1 to 255 visible ASCII characters.
 */
export function idempotencyKey(request: ApiRequest): string | null {
  const key = request.method === "POST" ? request.headers.get("idempotency-key") : null;
  if (key !== null && !KEY.test(key)) {
    throw invalidIdempotencyKey();
  }
  return key;
}

/**
 * The context of a request with an `Idempotency-Key`. Its caller is a member or credential of an organization, or
 * a person.
 */
type Keyed = { db: Executor } & (Pick<Context, "organizationId" | "actor"> | { person: SignedIn });

/** Returns the UUID of the key's owner: the organization or the person. Different owners may use the same key. */
const ownerOf = (ctx: Keyed): string => ("organizationId" in ctx ? ctx.organizationId : ctx.person.id);

/**
 * Returns a hash that identifies the request. All credentials of an organization share keys. A member's hash
 * includes the person, because replies to people can contain personal data or a secret.
 */
function fingerprint(ctx: Keyed, { method, target, body }: Asked): Buffer {
  return createHash("sha256")
    .update("actor" in ctx && ctx.actor.kind === "user" ? `${ctx.actor.id} ` : "")
    .update(`${method} ${target}\n`)
    .update(body ?? "")
    .digest();
}

/** The request sent with the key. `target` is its path and query. */
interface Asked {
  method: string;
  target: string;
  body: Buffer | null;
}

/** Returns a JSON body with null in place of all values that are shown only once. */
function withoutSecrets(body: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return body;
  return JSON.stringify({ ...JSON.parse(body), ...Object.fromEntries(secrets.map((name) => [name, null])) });
}

/**
 * Runs a request's work once per key and owner. The work, its events and the stored reply commit together. A
 * failure stores nothing, so a corrected request may reuse its key. While one request runs, concurrent ones with
 * the same key are rejected instead of waiting.
 * @param secrets names of reply fields that are null in a replay.
 * @throws Failure `idempotency_in_progress`, `idempotency_key_reused`, and any error of the work.
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
        // Servers of the previous version may have stored secrets, so they are removed here, too.
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
