import { and, desc, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { timeOfId } from "@/lib/db/ids";
import { webhookAttempts, webhooks } from "@/lib/db/tables/webhooks";
import { type FeedPosition, readFeed } from "@/lib/events/feed";
import { notFound } from "@/lib/http/failures";
import { parseId } from "@/lib/http/request/parse";
import { DAY_MS, HOUR_MS } from "@/lib/time";
import type { WebhookPeriod } from "@/lib/values";
import { msOfDurationClass } from "./attempt-counts";
import { webhookFormats } from "./formats/formats";
import { readWebhook, toDeliveryAttempt, webhookWithId } from "./reads";
import type { WebhookStatistics } from "./statistics-schema";

/** The length of each period and of its buckets, in milliseconds. */
const lengths: Record<WebhookPeriod, { period: number; step: number }> = {
  "24h": { period: DAY_MS, step: HOUR_MS },
  "7d": { period: 7 * DAY_MS, step: 6 * HOUR_MS },
  "30d": { period: 30 * DAY_MS, step: DAY_MS },
};
/** How many of the newest deliveries are searched for one with an attempt. */
const MAX_SEARCHED = 500;
/** How many bounded scans of the feed search for the next wanted event. */
const MAX_SCANS = 3;

/** The figures of a bucket, or of the whole period if `start` is null. */
interface CountRow extends Record<string, unknown> {
  start: string | null;
  succeeded: number;
  failed: number;
  median: number | null;
  p95: number | null;
}

/**
 * Returns the attempts of a webhook per bucket, and what waits to be sent now.
 * @throws Failure `not_found`.
 */
export async function readWebhookStatistics(
  ctx: Context,
  id: string,
  period: WebhookPeriod,
): Promise<WebhookStatistics> {
  const { pending } = await readWebhook(ctx, id);
  const uuid = parseId("webhook", id);
  const now = Date.now();
  const { step } = lengths[period];
  const first = Math.floor((now - lengths[period].period) / step) * step + step;
  const [rows, lastAttempt, oldestPendingAt, nextEventAt] = await Promise.all([
    countBuckets(ctx, uuid, first, step),
    findLastAttempt(ctx, uuid),
    findOldestPending(ctx, uuid),
    findNextEvent(ctx, uuid),
  ]);
  const byStart = new Map(rows.map((row) => [row.start === null ? null : Date.parse(row.start), row]));
  const starts = Array.from({ length: Math.ceil((now - first) / step) }, (_, index) => first + index * step);
  const ageS = (time: number) => Math.max(0, Math.floor((now - time) / 1_000));
  return {
    from: new Date(first).toISOString(),
    to: new Date(now).toISOString(),
    bucket_s: step / 1_000,
    buckets: starts.map((start) => ({ start: new Date(start).toISOString(), ...figuresOf(byStart.get(start)) })),
    ...figuresOf(byStart.get(null)),
    pending,
    oldest_pending_s: oldestPendingAt === null ? null : ageS(oldestPendingAt),
    last_attempt: lastAttempt,
    feed_lag_s: nextEventAt === null ? 0 : ageS(nextEventAt),
  };
}

const figuresOf = (row: CountRow | undefined) => ({
  succeeded: row?.succeeded ?? 0,
  failed: row?.failed ?? 0,
  median_ms: row?.median ? msOfDurationClass(row.median) : null,
  p95_ms: row?.p95 ? msOfDurationClass(row.p95) : null,
});

/** Sums the counts of each bucket and of the whole period. Percentiles are by nearest rank. */
function countBuckets({ db, organizationId }: Context, uuid: string, from: number, step: number) {
  return db.execute<CountRow>(sql`
    with classes as (
      select date_bin(make_interval(secs => ${step / 1_000}::int), c.hour, 'epoch'::timestamptz) as start,
        c.duration_class, sum(c.count) as total, coalesce(sum(c.count) filter (where c.succeeded), 0) as succeeded
      from webhook_attempt_counts c
      where c.organization_id = ${organizationId} and c.webhook_id = ${uuid}
        and c.hour >= ${new Date(from).toISOString()}::timestamptz
      group by grouping sets ((1, c.duration_class), (c.duration_class))
    ), ranked as (
      select *, sum(total) filter (where duration_class > 0) over (partition by start order by duration_class) as upto,
        sum(total) filter (where duration_class > 0) over (partition by start) as measured
      from classes
    )
    select start, sum(succeeded)::int as succeeded, sum(total - succeeded)::int as failed,
      min(duration_class) filter (where duration_class > 0 and upto >= 0.5 * measured) as median,
      min(duration_class) filter (where duration_class > 0 and upto >= 0.95 * measured) as p95
    from ranked group by start`);
}

/** Returns the last attempt of the newest delivery that has one, among the newest `MAX_SEARCHED` deliveries. */
export async function findLastAttempt({ db, organizationId }: Pick<Context, "db" | "organizationId">, uuid: string) {
  const [newest] = await db.execute<{ id: string }>(sql`
    select d.id from (
      select d.id from webhook_deliveries d
      where d.organization_id = ${organizationId} and d.webhook_id = ${uuid} order by d.id desc limit ${MAX_SEARCHED}
    ) d
    where exists (select 1 from webhook_attempts a where a.organization_id = ${organizationId} and a.delivery_id = d.id)
    order by d.id desc limit 1`);
  if (!newest) return null;
  const [row] = await db
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.organizationId, organizationId), eq(webhookAttempts.deliveryId, newest.id)))
    .orderBy(desc(webhookAttempts.number))
    .limit(1);
  return row ? toDeliveryAttempt(row) : null;
}

/** Returns when the oldest pending delivery was created, or null if none is pending. */
async function findOldestPending({ db, organizationId }: Context, uuid: string): Promise<number | null> {
  const [row] = await db.execute<{ id: string }>(sql`
    select d.id from webhook_deliveries d
    where d.organization_id = ${organizationId} and d.webhook_id = ${uuid} and d.state = 'pending'
    order by d.id limit 1`);
  return row ? timeOfId(row.id).getTime() : null;
}

/**
 * Returns the time of the oldest event that the webhook wants and that isn't a delivery yet, or null if there is none.
 * The filter isn't applied. If many events of other types come first, it returns a time before the wanted event.
 */
async function findNextEvent(ctx: Context, uuid: string): Promise<number | null> {
  const [webhook] = await ctx.db
    .select({
      kind: webhooks.kind,
      types: webhooks.eventTypes,
      transactionId: webhooks.positionTransactionId,
      id: webhooks.positionEventId,
    })
    .from(webhooks)
    .where(webhookWithId(ctx, uuid));
  if (!webhook) throw notFound();
  const supported = webhookFormats[webhook.kind].eventTypes;
  const types = webhook.types?.filter((type) => supported?.includes(type) ?? true) ?? supported ?? undefined;
  let position: FeedPosition = { transactionId: webhook.transactionId, id: webhook.id };
  for (let scans = 0; scans < MAX_SCANS; scans += 1) {
    const reading = await readFeed(ctx, position, { limit: 1, types });
    const [event] = reading.rows;
    if (event) return timeOfId(event.id).getTime();
    if (reading.isEnd) return null;
    position = reading.position;
  }
  return timeOfId(position.id).getTime();
}
