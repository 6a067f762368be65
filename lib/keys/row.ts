import { and, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { apiKeys } from "@/lib/db/tables/keys";
import { Failure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { parseId } from "@/lib/http/request/parse";
import { roleScopes, type Scope } from "@/lib/values";
import type { KeySnapshot } from "./events";
import { keyState } from "./reads";
import type { ApiKey } from "./schema";

/**
 * The database's current time, truncated to milliseconds. Without truncation, the column would round up, and a key
 * would stay valid for a moment after its reported end.
 */
export const databaseNow = sql`date_trunc('milliseconds', now())`;

export const nextKeyVersion = sql`${apiKeys.version} + 1`;

/** Returns the SQL condition for one key of the organization. */
export function keyWithId(ctx: Context, uuid: string) {
  return and(eq(apiKeys.organizationId, ctx.organizationId), eq(apiKeys.id, uuid));
}

/**
 * Locks a key's row until the transaction ends.
 * @returns the columns that a change needs.
 * @throws Failure `not_found`.
 */
export async function lockKey(tx: Executor, ctx: Context, id: string) {
  const [row] = await tx
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      start: apiKeys.start,
      lastFour: apiKeys.lastFour,
      scopes: apiKeys.scopes,
      state: keyState,
      version: apiKeys.version,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      disabledAt: apiKeys.disabledAt,
      replacedBy: apiKeys.replacedBy,
    })
    .from(apiKeys)
    .where(keyWithId(ctx, parseId("key", id)))
    .for("update");
  if (!row) throw notFound();
  return row;
}

/**
 * Checks that a key is neither revoked nor expired.
 * @throws Failure `conflict` if it is.
 */
export function assertAlive({ state }: { state: ApiKey["state"] }): void {
  if (state === "revoked" || state === "expired") {
    throw new Failure("conflict", `This key is ${state}, which can't be undone. Create a new key.`);
  }
}

/**
 * Checks that the actor has all scopes that they give to a key.
 * @throws Failure `forbidden` for a scope that the actor lacks.
 */
export function assertGrantable(ctx: Context, wanted: readonly Scope[]): void {
  const held = ctx.role === null ? ctx.scopes : roleScopes[ctx.role];
  const missing = wanted.filter((scope) => !held.includes(scope));
  if (missing.length > 0) {
    throw new Failure(
      "forbidden",
      `Your role doesn't include ${missing.join(", ")}. Give the key only permissions of your role, or ask an admin.`,
    );
  }
}

/** Returns the fields that identify a key in events, in the API's format. */
export function keyLabelFields(row: { name: string; start: string; lastFour: string }) {
  return { name: row.name, start: row.start, last_four: row.lastFour };
}

/** Returns the snapshot of a key that the feed and the audit log store. */
export function keySnapshot(key: ApiKey): KeySnapshot {
  const { id, name, start, last_four, expires_at } = key;
  return { id, name, start, last_four, scopes: key.scopes, expires_at };
}
