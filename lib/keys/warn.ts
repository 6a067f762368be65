import { and, asc, eq, sql } from "drizzle-orm";
import type { Context, OrganizationId } from "@/lib/auth/context";
import { actAsSystem, forEachOrganization } from "@/lib/auth/system";
import { database, type Executor } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { apiKeys } from "@/lib/db/tables/keys";
import { queueEmail } from "@/lib/emails/writes";
import { env } from "@/lib/env";
import { appendEvents } from "@/lib/events/writes";
import { KEY_WARNINGS_D } from "@/lib/limits";
import { listAdmins } from "@/lib/members/reads";
import { keyExpiring } from "./events";
import { daysLeft, keyIsEnding } from "./reads";
import { keyLabelFields, keyWithId } from "./row";

/** Keys per transaction. Each key causes an event, and an email to every admin. */
const KEYS_PER_STEP = 20;

/** SQL expression for the warning that is due for a key: 30, 7 or 1 days before its expiry. */
const dueWarning = sql<number>`(select min(d) from unnest(${sql.param(`{${KEY_WARNINGS_D.join()}}`)}::int[]) d
  where ${apiKeys.expiresAt} <= now() + make_interval(days => d))`;
const isDue = and(keyIsEnding, sql`(${apiKeys.warnedDays} is null or ${apiKeys.warnedDays} > ${dueWarning})`);

/**
 * Warns about keys 30, 7 and 1 days before they expire, with the event `key.expiring` and an email to each admin.
 * A short-lived key gets only the nearest warning, and a new expiry is warned about again. It works in steps, one
 * organization at a time. Several instances may run it concurrently, because it skips locked keys.
 * @param signal stops it after the current step.
 * @returns the number of warnings.
 * @throws AggregateError if organizations failed, as `forEachOrganization`.
 */
export async function warnOfExpiringKeys(signal?: AbortSignal): Promise<number> {
  const due = await database().db.selectDistinct({ id: apiKeys.organizationId }).from(apiKeys).where(isDue);
  const step = async (organizationId: OrganizationId) => {
    const ctx = await actAsSystem(organizationId);
    return { done: ctx ? await warnOrganization(ctx, signal) : 0, hasMore: false };
  };
  return forEachOrganization(
    due.map(({ id }) => id),
    step,
    signal,
  );
}

/**
 * Sends all warnings that are due for one organization.
 * @param signal stops the work after the current step.
 * @returns the number of warnings.
 */
export async function warnOrganization(ctx: Context, signal?: AbortSignal): Promise<number> {
  let warned = 0;
  for (;;) {
    const step = await ctx.db.transaction((tx) => warnStep(tx, ctx));
    warned += step;
    if (step < KEYS_PER_STEP || signal?.aborted) return warned;
  }
}

async function warnStep(tx: Executor, ctx: Context): Promise<number> {
  const keys = await tx
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      start: apiKeys.start,
      lastFour: apiKeys.lastFour,
      expiresAt: apiKeys.expiresAt,
      warning: dueWarning,
      days: daysLeft,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, ctx.organizationId), isDue))
    .orderBy(asc(apiKeys.expiresAt))
    .limit(KEYS_PER_STEP)
    .for("update", { skipLocked: true });
  const admins = keys.length > 0 ? await listAdmins(ctx, tx) : [];
  for (const { id: uuid, expiresAt, warning, days, ...row } of keys) {
    const id = encodeId("key", uuid);
    const expires_at = expiresAt?.toISOString() ?? "";
    await tx.update(apiKeys).set({ warnedDays: warning }).where(keyWithId(ctx, uuid));
    const data = { key: { ...keyLabelFields(row), id, expires_at }, days };
    await appendEvents(tx, ctx, [keyExpiring.of(uuid, data)]);
    const content = {
      organization: ctx.organization.name,
      key: row.name,
      label: `${row.start}…${row.lastFour}`,
      expiresAt: expires_at,
      days,
      url: `${env().BASE_URL}/${ctx.organization.slug}/settings/api-keys/${id}`,
    };
    for (const { email } of admins) {
      await queueEmail(tx, { kind: "key_expiring", to: email, content }, { organizationId: ctx.organizationId, days });
    }
  }
  return keys.length;
}
