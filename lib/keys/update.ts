import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { apiKeys } from "@/lib/db/tables/keys";
import { Failure } from "@/lib/errors";
import { validationFailed } from "@/lib/http/failures";
import { assertVersion } from "@/lib/http/reply/entity-tag";
import { inOrder } from "@/lib/values";
import { readKeyByUuid } from "./reads";
import { assertAlive, assertGrantable, databaseNow, keyWithId, lockKey, nextKeyVersion } from "./row";
import type { ApiKey, ApiKeyUpdate } from "./schema";

type Row = Awaited<ReturnType<typeof lockKey>>;
type Facts = Pick<ApiKey, "name" | "scopes" | "expires_at">;

/**
 * Changes a key's name, scopes or expiry, or disables and enables it. The secret stays the same. Changes take
 * effect with the next request. If nothing differs, nothing is written.
 * @param ifMatch the `If-Match` header, or null to change any version.
 * @throws Failure `not_found`, `version_mismatch`, `conflict` for a key that has ended or a new expiry of a
 * replaced key, `forbidden` for a scope that the caller lacks, `validation_failed` for an expiry in the past.
 */
export async function changeKey(
  ctx: Context,
  id: string,
  input: ApiKeyUpdate,
  ifMatch: string | null = null,
): Promise<ApiKey> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockKey(tx, ctx, id);
    assertVersion("key", row.version, ifMatch);
    assertAlive(row);
    const { enabled } = input;
    const { before, after } = changedFacts(row, input);
    const isEdited = Object.keys(after).length > 0;
    const isSwitched = enabled !== undefined && enabled !== (row.disabledAt === null);
    if (after.scopes) assertGrantable(ctx, after.scopes);
    if (after.expires_at !== undefined) assertOwnEnd(row);
    if (isEdited || isSwitched) {
      await tx
        .update(apiKeys)
        .set({
          ...columnsOf(after),
          ...(isSwitched && { disabledAt: enabled ? null : databaseNow }),
          version: nextKeyVersion,
        })
        .where(keyWithId(ctx, row.id));
    }
    const key = await readKeyByUuid({ ...ctx, db: tx }, row.id);
    if (key.state === "expired") throw passed();
    const target = { targetId: id, targetName: key.name };
    if (isEdited) await recordAudit(tx, ctx, { action: "key.updated", ...target, before, after });
    if (isSwitched) {
      const action = enabled ? "key.enabled" : "key.disabled";
      await recordAudit(tx, ctx, { action, ...target, before: { enabled: !enabled }, after: { enabled } });
    }
    return key;
  });
}

/** Returns the fields that an update changes, with their values before and after. */
function changedFacts(row: Row, input: ApiKeyUpdate): { before: Partial<Facts>; after: Partial<Facts> } {
  const now: Facts = { name: row.name, scopes: inOrder(row.scopes), expires_at: row.expiresAt?.toISOString() ?? null };
  const wanted: Partial<Facts> = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.scopes !== undefined && { scopes: inOrder(input.scopes) }),
    ...(input.expires_at !== undefined && { expires_at: input.expires_at }),
  };
  const changed = (["name", "scopes", "expires_at"] as const).filter(
    (fact) => fact in wanted && JSON.stringify(wanted[fact]) !== JSON.stringify(now[fact]),
  );
  const pick = (facts: Partial<Facts>) => Object.fromEntries(changed.map((fact) => [fact, facts[fact]]));
  return { before: pick(now), after: pick(wanted) };
}

function columnsOf({ name, scopes, expires_at }: Partial<Facts>) {
  return {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes }),
    // Admins are warned again before a new expiry.
    ...(expires_at !== undefined && { expiresAt: expires_at === null ? null : new Date(expires_at), warnedDays: null }),
  };
}

// Rejects a new expiry for a replaced key. Replaced keys don't count toward the limit, so they must not live
// longer.
function assertOwnEnd(row: Row): void {
  if (row.replacedBy === null) return;
  throw new Failure(
    "conflict",
    "This key was replaced and expires when its overlap ends. To end it sooner, revoke it.",
  );
}

function passed(): Failure {
  return validationFailed([{ pointer: "/expires_at", code: "custom", detail: "Must be in the future." }]);
}
