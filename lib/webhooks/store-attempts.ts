import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { OrganizationId } from "@/lib/auth/context";
import { actAsSystem } from "@/lib/auth/system";
import { database, type Transaction } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { appendEvents } from "@/lib/events/writes";
import { FAILING_WEBHOOK_D } from "@/lib/limits";
import { log } from "@/lib/log";
import type { OutboundOutcome } from "@/lib/outbound/client";
import { countAttempts } from "./attempt-counts";
import { type ClaimedDelivery, MAX_PER_WEBHOOK, useOrderIndex } from "./claim";
import { webhookDisabled } from "./events";
import type { FormatReply } from "./formats/format";
import { shownReply } from "./replies";

/** Seconds until the next attempt, by the number of attempts so far. The actual time differs by up to 20 %. */
const RETRY_AFTER_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const MAX_RETRY_AFTER_S = 3_600;
/** The number of later deliveries of a subject that wait for its next attempt. Others are scanned and skipped. */
const MAX_MOVED = 20_000;
/** Seconds after the start of an attempt until which its result can be stored, before the lease ends. */
const STORE_WITHIN_S = 25;

/** An attempt and its result. */
export interface Attempted {
  delivery: ClaimedDelivery;
  startedAt: Date;
  outcome: OutboundOutcome;
  reply: FormatReply;
}

/** Returns the seconds until the next attempt, or null if there is none. */
export function retryDelayS(attempts: number, retryAfter: string | null, random = Math.random()): number | null {
  const scheduled = RETRY_AFTER_S[attempts - 1];
  if (scheduled === undefined) return null;
  const asked = /^\d{1,9}$/.test(retryAfter ?? "") ? Math.min(Number(retryAfter), MAX_RETRY_AFTER_S) : 0;
  return Math.max(asked, Math.round(scheduled * (0.8 + 0.4 * random)));
}

/**
 * Stores the results of attempts. Returns those that couldn't be stored, except old ones: these deliveries are repeated
 * after their lease. If a result can't be stored, the others are stored without it.
 */
export async function storeOrKeep(organizationId: OrganizationId, list: readonly Attempted[]): Promise<Attempted[]> {
  try {
    await storeAttempts(organizationId, list);
    return [];
  } catch (error) {
    const { name } = error as Error;
    log.warn({ error: name, attempts: list.length }, "results of webhook deliveries weren't stored");
    const kept = list.length > 1 ? await storeSingly(organizationId, list) : [...list];
    const oldest = Date.now() - STORE_WITHIN_S * 1_000;
    return kept.filter(({ startedAt }) => startedAt.getTime() > oldest);
  }
}

/** Stores results one by one, and returns those that couldn't be stored. After a few, the others have to wait, too. */
async function storeSingly(organizationId: OrganizationId, list: readonly Attempted[]): Promise<Attempted[]> {
  const failed: Attempted[] = [];
  for (const [index, one] of list.entries()) {
    if (failed.length > MAX_PER_WEBHOOK) return [...failed, ...list.slice(index)];
    await storeAttempts(organizationId, [one]).catch(() => failed.push(one));
  }
  return failed;
}

/** Stores the results of attempts, and disables webhooks that are gone or have failed for days. */
async function storeAttempts(organizationId: OrganizationId, list: readonly Attempted[]): Promise<void> {
  const rows = list.map(({ delivery, startedAt, outcome, reply: { delivered, messageId } }) => {
    const retryAfter = "status" in outcome ? outcome.retryAfter : null;
    const isDeleted = delivery.source === null;
    const waitS = retryDelayS(delivery.attempts - delivery.attempts_before, retryAfter);
    return {
      id: delivery.id,
      webhook_id: delivery.webhook_id,
      version: delivery.version,
      number: delivery.attempts,
      before: delivery.attempts_before,
      started_at: startedAt.toISOString(),
      duration_ms: outcome.ms,
      status: "status" in outcome ? outcome.status : null,
      fault: "fault" in outcome ? outcome.fault : null,
      reply: "status" in outcome ? shownReply(outcome.text) : null,
      state: isDeleted ? "canceled" : delivered ? "delivered" : waitS === null ? "failed" : "pending",
      wait_s: waitS ?? 0,
      message_id: messageId ?? null,
      message_lost: messageId === null,
    };
  });
  await database().db.transaction(async (tx) => {
    await useOrderIndex(tx);
    // Claiming locks webhooks before deliveries, so storing must, too.
    const current = await tx.execute<{ id: string; version: number }>(sql`
      select id, version from webhooks where organization_id = ${organizationId}
        and id = any(${sql.param([...new Set(rows.map(({ webhook_id }) => webhook_id))])}::uuid[])
      order by id for no key update`);
    await tx.execute(sql`
      insert into webhook_attempts
        (organization_id, delivery_id, number, started_at, duration_ms, status, fault, delivered, reply)
      select ${organizationId}, r.id, r.number, r.started_at, r.duration_ms, r.status, r.fault, r.state = 'delivered', r.reply
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(
        id uuid, number int, started_at timestamptz, duration_ms int, status int, fault text, reply text, state text)
      where r.state <> 'canceled'
      on conflict (organization_id, delivery_id, number) do nothing`);
    await countAttempts(tx, organizationId, rows);
    // An attempt whose lease has ended may be repeated concurrently, and a delivery can be sent again while an attempt
    // runs. The latest attempt of the current schedule decides.
    await tx.execute(sql`
      update webhook_deliveries d set state = r.state, leased_until = null,
        next_attempt_at = now() + make_interval(secs => r.wait_s),
        finished_at = case when r.state <> 'pending' then now() end, message_id = coalesce(r.message_id, d.message_id)
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(
        id uuid, number int, before int, state text, wait_s int, message_id text)
      where d.organization_id = ${organizationId} and d.id = r.id and d.attempts = r.number
        and d.attempts_before = r.before and d.state = 'pending'`);
    await moveLaterDeliveries(tx, organizationId, rows);
    if (rows.some(({ message_lost }) => message_lost)) {
      await tx.execute(sql`
        update webhook_deliveries f set message_id = null
        from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, message_lost boolean)
          join webhook_deliveries d on d.organization_id = ${organizationId} and d.id = r.id
        where r.message_lost and f.organization_id = ${organizationId} and f.webhook_id = d.webhook_id
          and f.subject_id = d.subject_id and f.message_id is not null`);
    }
    const changed = await tx.execute<{ id: string; gone: boolean }>(sql`
      update webhooks w set
        last_success_at = case when r.succeeded then now() else w.last_success_at end,
        failing_since = case when r.succeeded then null else coalesce(w.failing_since, now()) end
      from (select r.webhook_id, bool_or(r.state = 'delivered') as succeeded
        from json_to_recordset(${JSON.stringify(rows)}::json) as r(webhook_id uuid, state text)
        where r.state <> 'canceled' group by r.webhook_id) r
      where w.organization_id = ${organizationId} and w.id = r.webhook_id and w.enabled
      returning w.id, w.failing_since < now() - make_interval(days => ${FAILING_WEBHOOK_D}) as gone`);
    // A late 410 of a URL that was corrected during the request doesn't disable the webhook.
    const versions = new Map(current.map(({ id, version }) => [id, version]));
    const isCurrent = (row: (typeof rows)[number]) => versions.get(row.webhook_id) === row.version;
    const gone = rows.filter((row) => row.status === 410 && isCurrent(row)).map(({ webhook_id }) => webhook_id);
    const failing = changed.filter((row) => row.gone).map(({ id }) => id);
    await disableWebhooks(tx, organizationId, new Set(gone), "gone");
    await disableWebhooks(tx, organizationId, new Set(failing), "failing");
  });
}

/**
 * Moves the time of later deliveries of the same subjects, which wait for these. After a failure, they move to its next
 * attempt, so that they aren't scanned until then. After a success, only the next one becomes due, because rewriting a
 * long backlog for each delivery would take longer than sending it.
 */
async function moveLaterDeliveries(
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly { id: string }[],
): Promise<void> {
  const move = (state: SQL, time: SQL, limit: number) =>
    tx.execute(sql`
      update webhook_deliveries f set next_attempt_at = later.at
      from json_to_recordset(${JSON.stringify(rows.map(({ id }) => ({ id })))}::json) as r(id uuid)
        join webhook_deliveries d on d.organization_id = ${organizationId} and d.id = r.id
        cross join lateral (select l.id, ${time} as at from webhook_deliveries l
          where l.organization_id = ${organizationId} and l.webhook_id = d.webhook_id and l.state = 'pending'
            and l.subject_id = d.subject_id and (l.transaction_id, l.event_id) > (d.transaction_id, d.event_id)
          order by l.transaction_id, l.event_id limit ${limit}) later
      where ${state} and f.organization_id = ${organizationId} and f.id = later.id and f.next_attempt_at <> later.at`);
  await move(sql`d.state = 'pending'`, sql`d.next_attempt_at`, MAX_MOVED);
  await move(sql`d.state <> 'pending'`, sql`now()`, 1);
}

async function disableWebhooks(
  tx: Transaction,
  organizationId: OrganizationId,
  ids: ReadonlySet<string>,
  reason: "gone" | "failing",
): Promise<void> {
  if (ids.size === 0) return;
  const disabled = await tx.execute<{ id: string; description: string }>(sql`
    update webhooks set enabled = false, disabled_reason = ${reason}, disabled_at = now(),
      version = version + 1, updated_at = now()
    where organization_id = ${organizationId} and id = any(${sql.param([...ids])}::uuid[]) and enabled
    returning id, description`);
  const ctx = disabled.length > 0 ? await actAsSystem(organizationId) : null;
  if (!ctx) return;
  for (const { id, description } of disabled) {
    await recordAudit(tx, ctx, {
      action: "webhook.disabled",
      targetId: encodeId("webhook", id),
      ...(description && { targetName: description }),
      before: { enabled: true },
      after: { enabled: false, disabled_reason: reason },
    });
  }
  await appendEvents(
    tx,
    ctx,
    disabled.map(({ id, description }) =>
      webhookDisabled.of(id, { webhook: { id: encodeId("webhook", id), description, disabled_reason: reason } }),
    ),
  );
  log.info({ webhooks: disabled.length, reason }, "webhooks were disabled");
}
