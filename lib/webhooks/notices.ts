import { and, asc, eq, sql } from "drizzle-orm";
import type { Context, OrganizationId } from "@/lib/auth/context";
import { actAsSystem, forEachOrganization } from "@/lib/auth/system";
import { database, type Transaction } from "@/lib/db/client";
import { webhooks } from "@/lib/db/tables/webhooks";
import { type EmailPayloads, queueEmail } from "@/lib/emails/writes";
import { env } from "@/lib/env";
import { EVENT_RETENTION_D, FAILING_WEBHOOK_D, WEBHOOK_NOTICES_H } from "@/lib/limits";
import { listAdmins } from "@/lib/members/reads";
import { describeAttempt } from "./describe-attempt";
import { readWebhookByUuid, webhookWithId } from "./reads";
import { findLastAttempt } from "./statistics";

/**
 * SQL expression for the time at which a webhook's latest notice became due, or null. Each notice of each failing
 * period has its own time, so it identifies the notice, and nothing has to be reset after a success.
 */
const noticeTime = sql`case
  when ${webhooks.enabled} then (
    select max(${webhooks.failingSince} + make_interval(hours => h))
    from unnest(${sql.param(`{${WEBHOOK_NOTICES_H.join()}}`)}::int[]) h
    where ${webhooks.failingSince} + make_interval(hours => h) <= now())
  when ${webhooks.disabledReason} <> 'requested' then ${webhooks.disabledAt}
  end`;
const isDue = sql`${noticeTime} <> coalesce(${webhooks.noticedAt}, '-infinity')`;

/**
 * Sends an email to each admin after the first hour of a webhook's failures, half way to its end, and when it was
 * disabled. Each notice is sent once, and a late one replaces those before it. Several instances may run it
 * concurrently, because it skips locked webhooks.
 * @param signal stops it after the current webhook.
 * @returns the number of notices.
 * @throws AggregateError if organizations failed, as `forEachOrganization`.
 */
export async function noticeFailingWebhooks(signal?: AbortSignal): Promise<number> {
  const due = await database().db.selectDistinct({ id: webhooks.organizationId }).from(webhooks).where(isDue);
  const step = async (organizationId: OrganizationId) => {
    const ctx = await actAsSystem(organizationId);
    const isNoticed = ctx !== null && (await noticeNextWebhook(ctx));
    return { done: Number(isNoticed), hasMore: isNoticed };
  };
  return forEachOrganization(
    due.map(({ id }) => id),
    step,
    signal,
  );
}

/** Sends the notice of one webhook of the organization. Returns false if none is due. */
export function noticeNextWebhook(ctx: Context): Promise<boolean> {
  return ctx.db.transaction((tx) => queueNotice(tx, ctx));
}

async function queueNotice(tx: Transaction, ctx: Context): Promise<boolean> {
  const [due] = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.organizationId, ctx.organizationId), isDue))
    .orderBy(asc(webhooks.id))
    .limit(1)
    .for("no key update", { skipLocked: true });
  if (!due) return false;
  await tx.update(webhooks).set({ noticedAt: noticeTime }).where(webhookWithId(ctx, due.id));
  const { id, url, description, enabled, disabled_reason, disabled_at, failing_since, pending } =
    await readWebhookByUuid({ ...ctx, db: tx }, due.id);
  const last = await findLastAttempt({ ...ctx, db: tx }, due.id);
  const content: EmailPayloads["webhook_failing"] = {
    organization: ctx.organization.name,
    webhook: new URL(url).host,
    description,
    since: failing_since ?? disabled_at ?? new Date().toISOString(),
    pending,
    reply: last && { status: last.status, text: last.reply, meaning: describeAttempt(last) },
    url: `${env().BASE_URL}/${ctx.organization.slug}/settings/webhooks/${id}`,
  };
  const { organizationId } = ctx;
  for (const { email: to } of await listAdmins(ctx, tx)) {
    if (enabled) {
      await queueEmail(tx, { kind: "webhook_failing", to, content }, { organizationId, days: FAILING_WEBHOOK_D });
    } else {
      const disabled = { ...content, isGone: disabled_reason === "gone" };
      const options = { organizationId, days: EVENT_RETENTION_D };
      await queueEmail(tx, { kind: "webhook_disabled", to, content: disabled }, options);
    }
  }
  return true;
}
