import { setTimeout as sleep } from "node:timers/promises";
import { eq, type SQL, sql } from "drizzle-orm";
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
import { processSingleton } from "@/lib/process-singleton";
import { countAttempts } from "./attempt-counts";
import {
  composeRequest,
  type DestinationRow,
  destinationColumns,
  type SourceRow,
  sourceOf,
  toDeliverySource,
} from "./compose";
import { webhookDisabled } from "./events";
import { expandEvents } from "./expand";
import type { FormatReply } from "./formats/format";
import { webhookFormats } from "./formats/formats";

/** The maximum number of this process's concurrent requests, in total and to each webhook. */
const MAX_IN_FLIGHT = 200;
const MAX_PER_WEBHOOK = 4;
/** Seconds after which the process that claimed a delivery is considered dead. A request takes half of it at most. */
const LEASE_S = 30;
/** Seconds until the next attempt, by the number of attempts so far. The actual time differs by up to 20 %. */
const RETRY_AFTER_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const MAX_RETRY_AFTER_S = 3_600;
const MAX_STORED_REPLY = 1_024;
/** The number of later deliveries of a subject that wait for its next attempt. Others are scanned and skipped. */
const MAX_MOVED = 5_000;
/** Seconds after the start of an attempt until which its result can be stored, before the lease ends. */
const STORE_WITHIN_S = 25;
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
  /** The webhook's version at the time of the attempt. */
  version: number;
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
  const unstored = new Map<OrganizationId, Attempted[]>();
  let attempts = 0;
  let share = MAX_IN_FLIGHT;

  async function startDue(organizationId: OrganizationId) {
    const hasMore = await expandEvents(organizationId);
    const claimed = await claimDeliveries(organizationId, Math.min(share, MAX_IN_FLIGHT - inFlight.size));
    for (const delivery of claimed) {
      const sending = attempt(client, organizationId, delivery).then((attempted) => {
        inFlight.delete(sending);
        countRequest(delivery.webhook_id, -1);
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
    if (inFlight.size + unstored.size > 0) await Promise.race([sleep(found > 0 ? 0 : PAUSE_MS), ...inFlight]);
    unstored.clear();
    for (const [organizationId, list] of finished) {
      finished.delete(organizationId);
      const kept = await storeOrKeep(organizationId, list);
      attempts += list.length - kept.length;
      found += list.length - kept.length;
      if (kept.length > 0) unstored.set(organizationId, kept);
    }
    for (const [organizationId, list] of unstored) {
      finished.set(organizationId, [...list, ...(finished.get(organizationId) ?? [])]);
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
 * This process's requests by webhook. Leases in the database aren't counted, because those of a killed process would
 * stop its webhooks until they end. Recurring jobs run in one process at a time.
 */
const openRequests = () => processSingleton("webhook-requests", () => new Map<string, number>());
/** The organizations for which this process is claiming deliveries. */
const claiming = () => processSingleton("webhook-claims", () => new Set<OrganizationId>());

function countRequest(webhookId: string, change: 1 | -1): void {
  const requests = openRequests();
  const count = (requests.get(webhookId) ?? 0) + change;
  if (count > 0) requests.set(webhookId, count);
  else requests.delete(webhookId);
}

/**
 * Claims due deliveries of one organization, so that at most `MAX_PER_WEBHOOK` requests to each webhook are open. A
 * webhook's row is locked, so that another process that stores results can't cause a deadlock. A delivery waits while
 * an earlier one of the same subject is pending.
 */
async function claimDeliveries(organizationId: OrganizationId, limit: number): Promise<Claimed[]> {
  if (limit <= 0 || claiming().has(organizationId)) return [];
  claiming().add(organizationId);
  try {
    const claimed = await claimDue(organizationId, limit);
    for (const { webhook_id } of claimed) countRequest(webhook_id, 1);
    return claimed;
  } finally {
    claiming().delete(organizationId);
  }
}

// `due` is materialized, or PostgreSQL without statistics may evaluate it again for each pending delivery.
async function claimDue(organizationId: OrganizationId, limit: number): Promise<Claimed[]> {
  const requests = JSON.stringify(Object.fromEntries(openRequests()));
  const statement = sql`
    with open as (
      select w.id, ${MAX_PER_WEBHOOK}::int - coalesce((${requests}::jsonb ->> w.id::text)::int, 0) as free
      from webhooks w where w.organization_id = ${organizationId} and w.enabled for no key update skip locked
    ), due as materialized (
      select d.id from open cross join lateral (
        select d.id from webhook_deliveries d
        where d.organization_id = ${organizationId} and d.webhook_id = open.id and d.state = 'pending'
          and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until <= now())
          -- The subject's first pending delivery.
          and d.event_id = (select e.event_id from webhook_deliveries e
            where e.organization_id = ${organizationId} and e.webhook_id = d.webhook_id and e.state = 'pending'
              and e.subject_id = d.subject_id order by e.transaction_id, e.event_id limit 1)
        order by d.next_attempt_at, d.transaction_id, d.event_id
        limit greatest(0, open.free)) d
      limit ${limit}
    ), claimed as (
      update webhook_deliveries d set attempts = d.attempts + 1, leased_until = now() + make_interval(secs => ${LEASE_S}),
        -- An attempt that a crash interrupted doesn't count, or the next one would come minutes later.
        attempts_before = case when d.leased_until is null then d.attempts_before
          else least(d.attempts_before + 1, d.attempts) end
      from due where d.organization_id = ${organizationId} and d.id = due.id
        and d.state = 'pending' and (d.leased_until is null or d.leased_until <= now())
      returning d.id, d.webhook_id, d.event_id, d.subject_id, d.attempts, d.attempts_before
    )
    select c.id, c.attempts, c.attempts_before, w.version, ${destinationColumns},
      case when w.channel is not null then (select m.message_id from webhook_deliveries m
        where m.organization_id = ${organizationId} and m.webhook_id = c.webhook_id and m.subject_id = c.subject_id
          and m.message_id is not null order by m.transaction_id desc, m.event_id desc limit 1) end as message_id,
      ${sourceOf(organizationId, sql`c.event_id`)} as source
    from claimed c join webhooks w on w.organization_id = ${organizationId} and w.id = c.webhook_id`;
  return database().db.transaction(async (tx) => {
    await useOrderIndex(tx);
    return [...(await tx.execute<Claimed>(statement))];
  });
}

/**
 * Makes the planner find a subject's deliveries in order by `webhook_deliveries_order`, which needs no sort. Its
 * statistics lag behind a burst of events. It would then read the whole backlog of a webhook for each row, which takes
 * longer than the statement timeout.
 */
async function useOrderIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local enable_sort = off`);
}

/** Makes one attempt. It never throws, so that a damaged row or a hostile reply can't end the run. */
async function attempt(client: OutboundClient, organizationId: OrganizationId, delivery: Claimed): Promise<Attempted> {
  const startedAt = new Date();
  const outcome = await sendDelivery(client, organizationId, delivery, startedAt).catch((error: Error) => {
    log.warn({ delivery: encodeId("delivery", delivery.id), error: error.name }, "a webhook delivery couldn't be made");
    return { fault: "not_sent" as const, ms: 0 };
  });
  try {
    return { delivery, startedAt, outcome, reply: readReply(delivery, outcome) };
  } catch (error) {
    log.warn({ delivery: encodeId("delivery", delivery.id), error: (error as Error).name }, "a reply couldn't be read");
    return { delivery, startedAt, outcome, reply: { delivered: false } };
  }
}

async function sendDelivery(
  client: OutboundClient,
  organizationId: OrganizationId,
  delivery: Claimed,
  startedAt: Date,
): Promise<OutboundOutcome> {
  if (delivery.source === null) return { fault: "not_sent", ms: 0 };
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

/**
 * Stores the results of attempts. Returns those that couldn't be stored, except old ones: these deliveries are repeated
 * after their lease. If a result can't be stored, the others are stored without it.
 */
async function storeOrKeep(organizationId: OrganizationId, list: readonly Attempted[]): Promise<Attempted[]> {
  try {
    await storeAttempts(organizationId, list);
    return [];
  } catch (error) {
    const { name } = error as Error;
    log.warn({ error: name, attempts: list.length }, "results of webhook deliveries weren't stored");
    const kept: Attempted[] = [];
    for (const one of list.length > 1 ? list : []) kept.push(...(await storeOrKeep(organizationId, [one])));
    const oldest = Date.now() - STORE_WITHIN_S * 1_000;
    return (list.length > 1 ? kept : [...list]).filter(({ startedAt }) => startedAt.getTime() > oldest);
  }
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

/** Returns the start of a reply's text as PostgreSQL can store it: well-formed, and without NUL. */
export const shownReply = (text: string) => text.slice(0, MAX_STORED_REPLY).toWellFormed().replaceAll("\0", "");
