import { type SQL, sql } from "drizzle-orm";
import type { OrganizationId } from "@/lib/auth/context";
import { database, type Transaction } from "@/lib/db/client";
import { processSingleton } from "@/lib/process-singleton";
import { type DestinationRow, destinationColumns, type SourceRow, sourceOf } from "./compose";

/** The maximum number of this process's concurrent requests to each webhook. */
export const MAX_PER_WEBHOOK = 4;
/** Seconds after which the process that claimed a delivery is considered dead. A request takes half of it at most. */
const LEASE_S = 30;

/** A delivery whose attempt this process makes. */
export type ClaimedDelivery = DestinationRow & {
  id: string;
  subject_id: string;
  attempts: number;
  /** The number of attempts before the current schedule. */
  attempts_before: number;
  /** The webhook's version at the time of the attempt. */
  version: number;
  message_id: string | null;
  source: SourceRow | null;
};

/**
 * The subjects of this process's requests, by webhook. Leases in the database aren't counted, because those of a killed
 * process would stop its webhooks until they end. Recurring jobs run in one process at a time.
 */
const openRequests = () => processSingleton("webhook-requests", () => new Map<string, Set<string>>());
/** The organizations for which this process is claiming deliveries. */
const claiming = () => processSingleton("webhook-claims", () => new Set<OrganizationId>());

type Requested = Pick<ClaimedDelivery, "webhook_id" | "subject_id">;

function beginRequest({ webhook_id, subject_id }: Requested): void {
  const subjects = openRequests().get(webhook_id) ?? new Set();
  openRequests().set(webhook_id, subjects.add(subject_id));
}

/** Records that a claimed delivery's request is over, so that its webhook and subject can get another one. */
export function endRequest({ webhook_id, subject_id }: Requested): void {
  const subjects = openRequests().get(webhook_id);
  subjects?.delete(subject_id);
  if (subjects?.size === 0) openRequests().delete(webhook_id);
}

/**
 * Claims due deliveries of one organization, so that at most `MAX_PER_WEBHOOK` requests to each webhook are open. A
 * webhook's row is locked, so that another process that stores results can't cause a deadlock. A delivery waits while
 * an earlier one of the same subject is pending, or any one is being sent.
 */
export async function claimDeliveries(organizationId: OrganizationId, limit: number): Promise<ClaimedDelivery[]> {
  if (limit <= 0 || claiming().has(organizationId)) return [];
  claiming().add(organizationId);
  try {
    const claimed = await claimDue(organizationId, limit);
    for (const delivery of claimed) beginRequest(delivery);
    return claimed;
  } finally {
    claiming().delete(organizationId);
  }
}

/**
 * Returns the SQL condition for deliveries `d` that can be sent now: due, not leased, and the first pending one of
 * their subject.
 */
export const isDue = (organizationId: OrganizationId, webhookId: SQL): SQL => sql`
  d.organization_id = ${organizationId} and d.webhook_id = ${webhookId} and d.state = 'pending'
    and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until <= now())
    and d.event_id = (select e.event_id from webhook_deliveries e
      where e.organization_id = ${organizationId} and e.webhook_id = d.webhook_id and e.state = 'pending'
        and e.subject_id = d.subject_id order by e.transaction_id, e.event_id limit 1)`;

// `due` is materialized, or PostgreSQL without statistics may evaluate it again for each pending delivery.
async function claimDue(organizationId: OrganizationId, limit: number): Promise<ClaimedDelivery[]> {
  const busy = JSON.stringify(Object.fromEntries([...openRequests()].map(([id, subjects]) => [id, [...subjects]])));
  const statement = sql`
    with open as (
      select w.id, coalesce(${busy}::jsonb -> w.id::text, '[]') as busy
      from webhooks w where w.organization_id = ${organizationId} and w.enabled
      -- In any order, so that the limit doesn't prefer the same webhooks each time.
      order by random() for no key update skip locked
    ), due as materialized (
      select d.id from open cross join lateral (
        select d.id from webhook_deliveries d where ${isDue(organizationId, sql`open.id`)}
          -- An earlier one that is sent again waits for a later one that is being sent.
          and not jsonb_exists(open.busy, d.subject_id::text)
        order by d.next_attempt_at, d.transaction_id, d.event_id
        limit greatest(0, ${MAX_PER_WEBHOOK}::int - jsonb_array_length(open.busy))) d
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
    select c.id, c.subject_id, c.attempts, c.attempts_before, w.version, ${destinationColumns},
      case when w.channel is not null then (select m.message_id from webhook_deliveries m
        where m.organization_id = ${organizationId} and m.webhook_id = c.webhook_id and m.subject_id = c.subject_id
          and m.message_id is not null order by m.transaction_id desc, m.event_id desc limit 1) end as message_id,
      ${sourceOf(organizationId, sql`c.event_id`)} as source
    from claimed c join webhooks w on w.organization_id = ${organizationId} and w.id = c.webhook_id`;
  return database().db.transaction(async (tx) => {
    await useOrderIndex(tx);
    return [...(await tx.execute<ClaimedDelivery>(statement))];
  });
}

/**
 * Makes the planner find a subject's deliveries in order by `webhook_deliveries_order`, which needs no sort. Its
 * statistics lag behind a burst of events. It would then read the whole backlog of a webhook for each row, which takes
 * longer than the statement timeout.
 */
export async function useOrderIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local enable_sort = off`);
}
