import { and, eq, sql } from "drizzle-orm";
import type { OrganizationId } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { webhooks } from "@/lib/db/tables/webhooks";
import { type EventRow, type FeedPosition, isFeedPositionAfter, readFeed } from "@/lib/events/feed";
import { processSingleton } from "@/lib/process-singleton";
import type { EventType, WebhookKind } from "@/lib/values";
import { isDue, useOrderIndex } from "./claim";
import { filterEvents } from "./filter";
import { webhookFormats } from "./formats/formats";

/** The maximum number of events per step, and of deliveries that a step's transaction inserts. */
const EVENTS_PER_STEP = 500;
const DELIVERIES_PER_STEP = 2_000;
const FIRST_ANALYZED = 500;
/**
 * The number of due deliveries with which a webhook needs no more. Its other events stay in the feed, where they cost
 * nothing, so that a backlog doesn't take the time in which it could be sent.
 */
const ENOUGH_DUE = 40;

/**
 * Turns the events after the webhooks' positions into deliveries, and moves the positions. Webhooks with enough due
 * deliveries stay where they are. Webhooks that are far behind the others get one step of their own, so that they don't
 * delay the others while they catch up.
 * @returns whether more events are readable.
 */
export async function expandEvents(organizationId: OrganizationId): Promise<boolean> {
  let hasMore = false;
  for (let from: FeedPosition | null | undefined; from !== null; ) {
    const step = await expandStep(organizationId, from);
    await analyzeAfterGrowth(step.inserted);
    hasMore ||= step.hasMore;
    from = step.next;
  }
  return hasMore;
}

/** The deliveries that this process inserted, and the number at which it analyzes their table. */
const growth = () => processSingleton("webhook-growth", () => ({ inserted: 0, analyzeAt: FIRST_ANALYZED }));

/**
 * Updates the planner's statistics of deliveries each time their number doubled. Autovacuum does so only once a minute.
 * Until then, claiming and storing would choose indexes as for an empty table, and read the whole backlog.
 */
async function analyzeAfterGrowth(rows: number): Promise<void> {
  const { inserted, analyzeAt } = growth();
  growth().inserted = inserted + rows;
  if (inserted + rows < analyzeAt) return;
  growth().analyzeAt = (inserted + rows) * 2;
  await database().sql`analyze webhook_deliveries`;
}

interface Step {
  hasMore: boolean;
  /** The number of new deliveries. */
  inserted: number;
  /** The position from which other webhooks are to be served, or null if there are none. */
  next: FeedPosition | null;
}

/**
 * Reads events once, from the lowest position of the webhooks that aren't before `from`, for all webhooks whose
 * positions are among these events. Deliveries and positions commit together, so no event is skipped or delivered
 * twice after a crash. Webhooks that another process is expanding are skipped.
 */
async function expandStep(organizationId: OrganizationId, from: FeedPosition | undefined): Promise<Step> {
  return database().db.transaction(async (tx) => {
    const rest =
      from &&
      sql`(${webhooks.positionTransactionId}, ${webhooks.positionEventId})
      >= (${from.transactionId}::xid8, ${from.id}::uuid)`;
    const needsMore = sql`(select count(*) from (select from webhook_deliveries d
      where ${isDue(organizationId, sql`${webhooks}.id`)} limit ${ENOUGH_DUE}) due) < ${ENOUGH_DUE}`;
    await useOrderIndex(tx);
    const enabled = await tx
      .select({
        id: webhooks.id,
        kind: webhooks.kind,
        eventTypes: webhooks.eventTypes,
        filter: webhooks.filter,
        transactionId: webhooks.positionTransactionId,
        eventId: webhooks.positionEventId,
      })
      .from(webhooks)
      .where(and(eq(webhooks.organizationId, organizationId), eq(webhooks.enabled, true), rest, needsMore))
      .orderBy(webhooks.id)
      .for("no key update", { skipLocked: true });
    const positions = enabled.map((webhook) => ({
      ...webhook,
      position: { transactionId: webhook.transactionId, id: webhook.eventId },
    }));
    const first = lowestPosition(positions);
    if (first === null) return { hasMore: false, inserted: 0, next: null };
    const limit = Math.min(EVENTS_PER_STEP, Math.floor(DELIVERIES_PER_STEP / positions.length));
    const { rows, position, isEnd } = await readFeed({ organizationId, db: tx }, first, { limit });
    const deliveries: DeliveryRow[] = [];
    for (const webhook of positions) {
      const wanted = rows.filter((event) => isWanted(webhook, event));
      const matching = await filterEvents({ organizationId, db: tx }, webhook.filter, wanted);
      deliveries.push(...matching.map((event) => toDeliveryRow(webhook.id, event)));
    }
    if (deliveries.length > 0) {
      await tx.execute(sql`
        insert into webhook_deliveries
          (organization_id, id, webhook_id, event_id, event_type, subject_id, transaction_id, next_attempt_at)
        select ${organizationId}, r.id, r.webhook_id, r.event_id, r.event_type, r.subject_id, r.transaction_id,
          -- A delivery waits for the first pending one of its subject, so that it isn't scanned until then.
          greatest(now(), (select e.next_attempt_at from webhook_deliveries e
            where e.organization_id = ${organizationId} and e.webhook_id = r.webhook_id and e.state = 'pending'
              and e.subject_id = r.subject_id order by e.transaction_id, e.event_id limit 1))
        from json_to_recordset(${JSON.stringify(deliveries)}::json) as r(
          id uuid, webhook_id uuid, event_id uuid, event_type text, subject_id uuid, transaction_id xid8)
        on conflict (organization_id, webhook_id, event_id) do nothing`);
    }
    const moved = positions.filter((webhook) => isFeedPositionAfter(position, webhook.position)).map(({ id }) => id);
    // Without new events, the position may stay: the next read finds nothing before the same events.
    if (rows.length > 0 && moved.length > 0) {
      await tx.execute(sql`
        update webhooks set position_transaction_id = ${position.transactionId}::xid8, position_event_id = ${position.id}::uuid
        where organization_id = ${organizationId} and id = any(${sql.param(moved)}::uuid[])`);
    }
    const inserted = deliveries.length;
    return {
      hasMore: !isEnd,
      inserted,
      next: isEnd ? null : lowestPosition(positions.filter(({ id }) => !moved.includes(id))),
    };
  });
}

type Positioned = { kind: WebhookKind; position: FeedPosition; eventTypes: readonly EventType[] | null };

const lowestPosition = (webhooks: readonly Pick<Positioned, "position">[]) =>
  webhooks.reduce<FeedPosition | null>(
    (lowest, { position }) => (lowest === null || isFeedPositionAfter(lowest, position) ? position : lowest),
    null,
  );

function isWanted({ kind, position, eventTypes }: Positioned, { transaction_id, id, type }: EventRow): boolean {
  const isNew = isFeedPositionAfter({ transactionId: transaction_id, id }, position);
  return isNew && [eventTypes, webhookFormats[kind].eventTypes].every((types) => types?.includes(type) ?? true);
}

type DeliveryRow = ReturnType<typeof toDeliveryRow>;

const toDeliveryRow = (webhookId: string, event: EventRow) => ({
  id: newId(),
  webhook_id: webhookId,
  event_id: event.id,
  event_type: event.type,
  subject_id: event.subject_id,
  transaction_id: event.transaction_id,
});
