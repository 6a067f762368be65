import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { OrganizationId } from "@/lib/auth/context";
import { actAsSystem, forEachOrganization } from "@/lib/auth/system";
import { database, type Transaction } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { webhooks } from "@/lib/db/tables/webhooks";
import { appendEvents } from "@/lib/events/writes";
import { FAILING_WEBHOOK_D } from "@/lib/limits";
import { log } from "@/lib/log";
import { type OutboundClient, type OutboundOutcome, outboundClient } from "@/lib/outbound/client";
import {
  composeRequest,
  type DestinationRow,
  destinationColumns,
  type SourceRow,
  sourceOf,
  toDeliverySource,
} from "./compose";
import { expandEvents } from "./expand";
import type { FormatReply } from "./formats/format";
import { webhookFormats } from "./formats/formats";

/** The maximum number of concurrent requests, of this process and of each webhook. */
const MAX_IN_FLIGHT = 200;
const MAX_PER_WEBHOOK = 4;
/** Seconds after which the process that claimed a delivery is considered dead. */
const LEASE_S = 60;
/** Seconds until the next attempt, by the number of attempts so far. The actual time differs by up to 20 %. */
const RETRY_AFTER_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const MAX_RETRY_AFTER_S = 3_600;
const MAX_STORED_REPLY = 1_024;
/** How long a run waits for replies before it looks for further work. */
const PAUSE_MS = 200;
/** How long a run continues while there is work. A job that runs for hours would be considered abandoned. */
const RUN_MS = 3_600_000;

export interface DeliverOptions {
  signal?: AbortSignal;
  /** Defaults to this process's client. */
  client?: OutboundClient;
  /** Restricts the run to these organizations, in tests. */
  organizationIds?: readonly string[];
}

type Claimed = DestinationRow & {
  id: string;
  attempts: number;
  /** The number of attempts before the current schedule. */
  attempts_before: number;
  message_id: string | null;
  source: SourceRow | null;
};

interface Attempted {
  delivery: Claimed;
  startedAt: Date;
  outcome: OutboundOutcome;
  reply: FormatReply;
}

/**
 * Turns new events into deliveries and sends those that are due, until none is left or the run's time is over. An
 * event is delivered at least once. Every attempt has the same `webhook-id`. Several processes may run it
 * concurrently: a delivery is leased, and its next attempt starts only after the lease if the process died.
 *
 * Deliveries of one alert are sent in feed order, so a failure delays only the events of its own alert.
 * @returns the number of attempts.
 */
export async function deliverWebhooks(options: DeliverOptions = {}): Promise<number> {
  const { signal, client = outboundClient() } = options;
  const end = Date.now() + RUN_MS;
  const inFlight = new Set<Promise<void>>();
  const finished = new Map<OrganizationId, Attempted[]>();
  let attempts = 0;
  let share = MAX_IN_FLIGHT;

  async function startDue(organizationId: OrganizationId) {
    const hasMore = await expandEvents(organizationId);
    const claimed = await claimDeliveries(organizationId, Math.min(share, MAX_IN_FLIGHT - inFlight.size));
    for (const delivery of claimed) {
      const sending = attempt(client, organizationId, delivery).then((attempted) => {
        inFlight.delete(sending);
        finished.set(organizationId, [...(finished.get(organizationId) ?? []), attempted]);
      });
      inFlight.add(sending);
    }
    return { done: claimed.length + Number(hasMore), hasMore: false };
  }

  for (let round = 0; ; round += 1) {
    let found = 0;
    const isEnding = signal?.aborted || Date.now() > end;
    if (!isEnding) {
      const ids = options.organizationIds ?? (await listOrganizationsWithWebhooks());
      // Each organization gets a share of the requests, and another one comes first in each round.
      share = Math.max(MAX_PER_WEBHOOK, Math.floor(MAX_IN_FLIGHT / Math.max(1, ids.length)));
      const first = round % Math.max(1, ids.length);
      found = await forEachOrganization([...ids.slice(first), ...ids.slice(0, first)], startDue, signal).catch(
        (error: Error) => {
          log.warn({ error: error.name }, "webhooks of some organizations couldn't be processed");
          return 0;
        },
      );
    }
    if (inFlight.size > 0) await Promise.race([sleep(found > 0 ? 0 : PAUSE_MS), ...inFlight]);
    for (const [organizationId, list] of finished) {
      finished.delete(organizationId);
      attempts += list.length;
      found += list.length;
      // Results that can't be stored are lost. These deliveries are repeated after their lease.
      await storeAttempts(organizationId, list).catch((error: Error) =>
        log.warn({ error: error.name, attempts: list.length }, "results of webhook deliveries weren't stored"),
      );
    }
    if (inFlight.size === 0 && finished.size === 0 && (found === 0 || isEnding)) return attempts;
  }
}

async function listOrganizationsWithWebhooks(): Promise<string[]> {
  const rows = await database()
    .db.selectDistinct({ id: webhooks.organizationId })
    .from(webhooks)
    .where(eq(webhooks.enabled, true));
  return rows.map(({ id }) => id);
}

/**
 * Claims due deliveries of one organization, at most `MAX_PER_WEBHOOK` at a time of each webhook. A webhook's row is
 * locked, so that two processes can't exceed the limit together. A delivery waits while an earlier one of the same
 * subject is pending.
 */
async function claimDeliveries(organizationId: OrganizationId, limit: number): Promise<Claimed[]> {
  if (limit <= 0) return [];
  const rows = await database().db.execute<Claimed>(sql`
    with open as (
      select w.id from webhooks w where w.organization_id = ${organizationId} and w.enabled for no key update skip locked
    ), due as (
      select d.id from open cross join lateral (
        select d.id from webhook_deliveries d
        where d.organization_id = ${organizationId} and d.webhook_id = open.id and d.state = 'pending'
          and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until <= now())
          and not exists (select 1 from webhook_deliveries e
            where e.organization_id = ${organizationId} and e.webhook_id = d.webhook_id and e.state = 'pending'
              and e.subject_id = d.subject_id and (e.transaction_id, e.event_id) < (d.transaction_id, d.event_id))
        order by d.next_attempt_at, d.transaction_id, d.event_id
        limit greatest(0, ${MAX_PER_WEBHOOK}::int - (select count(*)::int from webhook_deliveries l
          where l.organization_id = ${organizationId} and l.webhook_id = open.id and l.state = 'pending'
            and l.leased_until > now()))) d
      limit ${limit}
    ), claimed as (
      update webhook_deliveries d set attempts = d.attempts + 1, leased_until = now() + make_interval(secs => ${LEASE_S})
      from due where d.organization_id = ${organizationId} and d.id = due.id
        and d.state = 'pending' and (d.leased_until is null or d.leased_until <= now())
      returning d.id, d.webhook_id, d.event_id, d.subject_id, d.attempts, d.attempts_before
    )
    select c.id, c.attempts, c.attempts_before, ${destinationColumns},
      case when w.channel is not null then (select m.message_id from webhook_deliveries m
        where m.organization_id = ${organizationId} and m.webhook_id = c.webhook_id and m.subject_id = c.subject_id
          and m.message_id is not null order by m.transaction_id desc, m.event_id desc limit 1) end as message_id,
      ${sourceOf(organizationId, sql`c.event_id`)} as source
    from claimed c join webhooks w on w.organization_id = ${organizationId} and w.id = c.webhook_id`);
  return [...rows];
}

/** Makes one attempt. It never throws, so that a damaged row can't end the run. */
async function attempt(client: OutboundClient, organizationId: OrganizationId, delivery: Claimed): Promise<Attempted> {
  const startedAt = new Date();
  const outcome = await sendDelivery(client, organizationId, delivery, startedAt).catch((error: Error) => {
    log.warn({ delivery: encodeId("delivery", delivery.id), error: error.name }, "a webhook delivery couldn't be made");
    return { fault: "connection_closed" as const, ms: 0 };
  });
  return { delivery, startedAt, outcome, reply: readReply(delivery, outcome) };
}

async function sendDelivery(
  client: OutboundClient,
  organizationId: OrganizationId,
  delivery: Claimed,
  startedAt: Date,
): Promise<OutboundOutcome> {
  if (delivery.source === null) return { fault: "connection_closed", ms: 0 };
  const source = toDeliverySource(organizationId, delivery.source);
  const request = composeRequest(organizationId, delivery, source, delivery.message_id, startedAt);
  return client.send({ method: "POST", ...request });
}

/** Returns whether a delivery reached its receiver, and what the receiver says about its message. */
export function readReply(
  { kind, channel }: Pick<DestinationRow, "kind" | "channel">,
  outcome: OutboundOutcome,
): FormatReply {
  if (!("status" in outcome)) return { delivered: false };
  const { status, text } = outcome;
  return webhookFormats[kind].readReply?.({ channel }, status, text) ?? { delivered: status >= 200 && status < 300 };
}

/** Returns the seconds until the next attempt, or null if there is none. */
export function retryDelayS(attempts: number, retryAfter: string | null, random = Math.random()): number | null {
  const scheduled = RETRY_AFTER_S[attempts - 1];
  if (scheduled === undefined) return null;
  const asked = /^\d{1,9}$/.test(retryAfter ?? "") ? Math.min(Number(retryAfter), MAX_RETRY_AFTER_S) : 0;
  return Math.max(asked, Math.round(scheduled * (0.8 + 0.4 * random)));
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
    // Claiming locks webhooks before deliveries, so storing must, too.
    await tx.execute(sql`
      select 1 from webhooks where organization_id = ${organizationId}
        and id = any(${sql.param([...new Set(rows.map(({ webhook_id }) => webhook_id))])}::uuid[])
      order by id for no key update`);
    await tx.execute(sql`
      insert into webhook_attempts
        (organization_id, delivery_id, number, started_at, duration_ms, status, fault, reply)
      select ${organizationId}, r.id, r.number, r.started_at, r.duration_ms, r.status, r.fault, r.reply
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(
        id uuid, number int, started_at timestamptz, duration_ms int, status int, fault text, reply text, state text)
      where r.state <> 'canceled'
      on conflict (organization_id, delivery_id, number) do nothing`);
    // An attempt whose lease has ended may be repeated concurrently, and a delivery can be sent again while an attempt
    // runs. The latest attempt of the current schedule decides.
    await tx.execute(sql`
      update webhook_deliveries d set state = r.state, leased_until = null,
        next_attempt_at = now() + make_interval(secs => r.wait_s),
        finished_at = case when r.state <> 'pending' then now() end, message_id = r.message_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(
        id uuid, number int, before int, state text, wait_s int, message_id text)
      where d.organization_id = ${organizationId} and d.id = r.id and d.attempts = r.number
        and d.attempts_before = r.before and d.state = 'pending'`);
    // Later deliveries of the same subject wait for this one. Their time is moved, so that they aren't scanned until then.
    await tx.execute(sql`
      update webhook_deliveries f set next_attempt_at = case when d.state = 'pending' then d.next_attempt_at else now() end
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid)
        join webhook_deliveries d on d.organization_id = ${organizationId} and d.id = r.id
      where f.organization_id = ${organizationId} and f.webhook_id = d.webhook_id and f.subject_id = d.subject_id
        and f.state = 'pending' and (f.transaction_id, f.event_id) > (d.transaction_id, d.event_id)`);
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
      where w.organization_id = ${organizationId} and w.id = r.webhook_id
      returning w.id, w.failing_since < now() - make_interval(days => ${FAILING_WEBHOOK_D}) as gone`);
    const gone = rows.filter(({ status }) => status === 410).map(({ webhook_id }) => webhook_id);
    const failing = changed.filter((row) => row.gone).map(({ id }) => id);
    await disableWebhooks(tx, organizationId, new Set(gone), "gone");
    await disableWebhooks(tx, organizationId, new Set(failing), "failing");
  });
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
    disabled.map(({ id, description }) => ({
      type: "webhook.disabled" as const,
      subjectId: id,
      data: { webhook: { id: encodeId("webhook", id), description, disabled_reason: reason } },
    })),
  );
  log.info({ webhooks: disabled.length, reason }, "webhooks were disabled");
}

/** Returns the start of a reply's text as PostgreSQL can store it: well-formed, and without NUL. */
export const shownReply = (text: string) => text.slice(0, MAX_STORED_REPLY).toWellFormed().replaceAll("\0", "");
