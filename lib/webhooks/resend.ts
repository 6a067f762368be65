import { and, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import { firstIdAt, newId, timeOfId } from "@/lib/db/ids";
import { webhookDeliveries, webhooks } from "@/lib/db/tables/webhooks";
import { Failure } from "@/lib/errors";
import { notFound, validationFailed } from "@/lib/http/failures";
import { parseId } from "@/lib/http/request/parse";
import { MAX_RESENT_DELIVERIES } from "@/lib/limits";
import type { EventType } from "@/lib/values";
import { sameWebhook, unknownWebhook } from "./failures";
import { webhookFormats } from "./formats/formats";
import { deliveryWithId, readDelivery, readWebhookByUuid, webhookWithId } from "./reads";
import type { DeliveryDetail, WebhookRecovery, WebhookReplay, WebhookReplayResult } from "./schema";

/** Deliveries per transaction. Sending waits for the webhook's row lock only as long as one batch takes. */
const BATCH_SIZE = 1_000;

/** Makes a delivery due now, with a new schedule. Earlier attempts stay in its log. */
const dueAgain = {
  state: "pending" as const,
  attemptsBefore: sql`${webhookDeliveries.attempts}`,
  nextAttemptAt: sql`now()`,
  finishedAt: null,
};

/**
 * Makes a delivery due now, with a new schedule. Its body and its `webhook-id` stay the same.
 * @throws Failure `not_found`, `conflict` if the webhook is disabled or the event was deleted.
 */
export async function repeatDelivery(ctx: Context, id: string, did: string): Promise<DeliveryDetail> {
  const repeated = await ctx.db
    .update(webhookDeliveries)
    .set(dueAgain)
    .where(
      and(
        deliveryWithId(ctx, id, did),
        sql`${webhookDeliveries.state} <> 'canceled'`,
        sql`exists (select 1 from webhooks w where w.organization_id = ${ctx.organizationId}
          and w.id = ${parseId("webhook", id)} and w.enabled)`,
      ),
    )
    .returning({ id: webhookDeliveries.id });
  const delivery = await readDelivery(ctx, id, did);
  if (repeated.length > 0) return delivery;
  if (delivery.state !== "canceled") {
    throw new Failure("conflict", "This webhook is disabled, so nothing is sent. Enable it first.");
  }
  throw new Failure("conflict", "The event of this delivery was deleted, so there is nothing to send.");
}

/**
 * Makes all deliveries since a time that failed or wait for a retry due now, with a new schedule. Deliveries that
 * wait for their first attempt need no recovery.
 * @throws Failure `not_found`.
 */
export async function recoverDeliveries(ctx: Context, id: string, since: Date): Promise<WebhookRecovery> {
  const uuid = parseId("webhook", id);
  await readWebhookByUuid(ctx, uuid);
  const { done, next } = await inBatches(ctx, uuid, firstIdAt(since), async (tx, after, limit) => {
    const openIn = (state: string, where = sql`true`) => sql`
      (select d.id from webhook_deliveries d
      where d.organization_id = ${ctx.organizationId} and d.webhook_id = ${uuid} and d.state = ${sql.raw(`'${state}'`)}
        and d.id > ${after}::uuid and ${where} order by d.id limit ${limit})`;
    const rows = await tx.execute<{ id: string }>(sql`
      ${openIn("failed")} union all ${openIn("pending", sql`d.attempts > d.attempts_before and d.leased_until is null`)}
      order by id limit ${limit}`);
    const ids = rows.map((row) => row.id);
    await tx
      .update(webhookDeliveries)
      .set(dueAgain)
      .where(
        and(
          eq(webhookDeliveries.organizationId, ctx.organizationId),
          sql`${webhookDeliveries.id} = any(${sql.param(ids)}::uuid[])`,
        ),
      );
    return ids;
  });
  return { recovered: done, continue_since: next };
}

interface ReplayedRow extends Record<string, unknown> {
  event_id: string;
  event_type: EventType;
  subject_id: string;
  transaction_id: string;
}

/**
 * Delivers the events of one webhook's deliveries in a time range to another one, if its format can deliver them.
 * Events that the other one already has become due again. Deliveries of one subject are sent in feed order, as always.
 * @throws Failure `not_found`, `validation_failed` for an unknown target, the webhook itself or an empty range.
 */
export async function replayDeliveries(
  ctx: Context,
  id: string,
  { to, since, until }: WebhookReplay,
): Promise<WebhookReplayResult> {
  const source = parseId("webhook", id);
  const target = parseId("webhook", to);
  await readWebhookByUuid(ctx, source);
  if (source === target) throw sameWebhook();
  const end = until === undefined ? new Date() : new Date(until);
  if (Date.parse(since) >= end.getTime()) {
    const detail = until === undefined ? "Must be in the past." : "Must be before `until`.";
    throw validationFailed([{ pointer: "/since", code: "empty_range", detail }]);
  }
  const [known] = await ctx.db.select({ kind: webhooks.kind }).from(webhooks).where(webhookWithId(ctx, target));
  if (!known) throw unknownWebhook();
  const types = webhookFormats[known.kind].eventTypes;
  const { done, next } = await inBatches(ctx, target, firstIdAt(new Date(since)), async (tx, after, limit) => {
    const rows = await tx.execute<ReplayedRow>(sql`
      select d.event_id, d.event_type, d.subject_id, d.transaction_id from webhook_deliveries d
      where d.organization_id = ${ctx.organizationId} and d.webhook_id = ${source} and d.state <> 'canceled'
        and d.event_id > ${after}::uuid and d.event_id < ${firstIdAt(end)}::uuid
        ${types ? sql`and d.event_type = any(${sql.param([...types])}::text[])` : sql``}
      order by d.event_id limit ${limit}`);
    const deliveries = rows.map((row) => ({ ...row, id: newId() }));
    await tx.execute(sql`
      insert into webhook_deliveries as d
        (organization_id, id, webhook_id, event_id, event_type, subject_id, transaction_id)
      select ${ctx.organizationId}, r.id, ${target}, r.event_id, r.event_type, r.subject_id, r.transaction_id
      from json_to_recordset(${JSON.stringify(deliveries)}::json) as r(
        id uuid, event_id uuid, event_type text, subject_id uuid, transaction_id xid8)
      on conflict (organization_id, webhook_id, event_id) do update
        set state = 'pending', attempts_before = d.attempts, next_attempt_at = now(), finished_at = null
        where d.state <> 'canceled'`);
    return rows.map((row) => row.event_id);
  });
  return { replayed: done, continue_since: next };
}

/**
 * Runs a change in batches, each in its own transaction, in ascending order of IDs. Each locks the webhook's row first,
 * as storing attempts does, because both change many deliveries and would deadlock otherwise.
 * @param batch changes at most `limit` rows after an ID, and returns the IDs in ascending order.
 * @returns the number of changed rows, and the time from which on more may be left, or null.
 */
async function inBatches(
  ctx: Context,
  uuid: string,
  first: string,
  batch: (tx: Transaction, after: string, limit: number) => Promise<string[]>,
): Promise<{ done: number; next: string | null }> {
  let done = 0;
  let after = first;
  for (;;) {
    const limit = Math.min(BATCH_SIZE, MAX_RESENT_DELIVERIES - done);
    const ids = await ctx.db.transaction(async (tx) => {
      const locked = await tx
        .select({ id: webhooks.id })
        .from(webhooks)
        .where(webhookWithId(ctx, uuid))
        .for("no key update");
      if (locked.length === 0) throw notFound();
      return batch(tx, after, limit);
    });
    done += ids.length;
    const last = ids.at(-1);
    if (ids.length < limit || last === undefined) return { done, next: null };
    if (done >= MAX_RESENT_DELIVERIES) return { done, next: timeOfId(last).toISOString() };
    after = last;
  }
}
