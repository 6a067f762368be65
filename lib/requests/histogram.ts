import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { runStatement } from "@/lib/db/drizzle";
import { searchInTime } from "@/lib/http/reply/count";
import { assertPeriod } from "@/lib/http/request/parse";
import { MAX_COUNTED_REQUESTS, REQUEST_LOG_RETENTION_D } from "@/lib/limits";
import { DAY_MS, HOUR_MS } from "@/lib/time";
import { needsRows, requestCondition, timeCondition } from "./condition";
import type { RequestHistogram, RequestHistogramQuery } from "./schema";

const HOUR_S = 3_600;
const MAX_BUCKETS = 100;
/** Possible bucket lengths in seconds. From one hour up, they are whole hours. */
const STEPS_S = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800].concat(
  [1, 2, 3, 4, 6, 8, 12, 24].map((h) => h * HOUR_S),
);

type Filters = Omit<RequestHistogramQuery, "from" | "to">;
type CountRow = { start: string; class: number; count: number; oldest?: string };
type Period = { from: number; to: number };

/**
 * Counts requests by outcome over time. Whole hours come from counters, and partial hours from rows of the log.
 * With a filter by code, IP address or duration, it reads only the newest `MAX_COUNTED_REQUESTS` rows.
 * @throws Failure `validation_failed` if the period ends before it starts.
 */
export async function readRequestHistogram(ctx: Context, query: RequestHistogramQuery): Promise<RequestHistogram> {
  const { from, to, ...filters } = query;
  const period = periodOf(from, to);
  const onlyRows = needsRows(filters);
  const counts = new Map<number, [number, number, number]>();
  let step = stepFor(period);
  // If a short period has too many rows to read, it uses buckets of an hour, which are already counted.
  if (!onlyRows && step < HOUR_S && (await isTooMuch(ctx, filters, period))) step = HOUR_S;
  const rows =
    onlyRows || step < HOUR_S
      ? await countRows(ctx, filters, period, step, onlyRows)
      : await countHours(ctx, filters, period, step);
  const first = Math.floor(period.from / (step * 1_000)) * step * 1_000;
  for (let start = first; start < period.to; start += step * 1_000) counts.set(start, [0, 0, 0]);
  let [total, read, oldest] = [0, 0, period.to];
  for (const row of rows) {
    read += row.count;
    if (row.oldest) oldest = Math.min(oldest, Date.parse(row.oldest));
    const bucket = counts.get(Date.parse(row.start));
    if (!bucket) continue;
    total += row.count;
    bucket[Math.min(2, Math.max(0, row.class - 3)) as 0 | 1 | 2] += row.count;
  }
  const isBounded = onlyRows && read >= MAX_COUNTED_REQUESTS;
  return {
    from: iso(period.from),
    to: iso(period.to),
    bucket_s: step,
    buckets: Array.from(counts, ([start, [successes, client_errors, server_errors]]) => {
      return { start: iso(start), successes, client_errors, server_errors };
    }),
    total,
    counted_from: isBounded ? iso(oldest) : null,
  };
}

const iso = (time: number) => new Date(time).toISOString();

/**
 * Returns the period to count. It starts no earlier than the log's retention limit.
 * @throws Failure `validation_failed` if it ends before it starts.
 */
function periodOf(from: string | undefined, to: string | undefined): Period {
  const now = Date.now();
  const end = to === undefined ? now : Date.parse(to);
  const start = from === undefined ? end - DAY_MS : Date.parse(from);
  assertPeriod(start, end);
  const last = Math.max(Math.min(end, now + HOUR_MS), now - REQUEST_LOG_RETENTION_D * DAY_MS + 1);
  return { from: Math.min(Math.max(start, now - REQUEST_LOG_RETENTION_D * DAY_MS), last - 1), to: last };
}

function stepFor({ from, to }: Period): number {
  const bucketsOf = (step: number) => Math.ceil(to / 1_000 / step) - Math.floor(from / 1_000 / step);
  return STEPS_S.find((step) => bucketsOf(step) <= MAX_BUCKETS) ?? 24 * HOUR_S;
}

async function isTooMuch(ctx: Context, filters: Filters, { from, to }: Period): Promise<boolean> {
  const counting = sql`
    select coalesce(sum(r.count), 0)::float8 as count from request_counts r
    where ${requestCondition(ctx, filters)} and r.hour > ${iso(from - HOUR_MS)}::timestamptz and r.hour < ${iso(to)}::timestamptz`;
  const [row] = await runStatement<{ count: number }>(ctx.db, counting, { prepare: false });
  return (row?.count ?? 0) > MAX_COUNTED_REQUESTS;
}

const bin = (step: number, column: SQL) =>
  sql`date_bin(make_interval(secs => ${step}::int), ${column}, 'epoch'::timestamptz)`;

async function countRows(
  ctx: Context,
  filters: Filters,
  { from, to }: Period,
  step: number,
  isBounded: boolean,
): Promise<CountRow[]> {
  if (from >= to) return [];
  const newest = isBounded ? sql`order by r.id desc limit ${MAX_COUNTED_REQUESTS}` : sql``;
  const counting = sql`
    select ${bin(step, sql`r.created_at`)} as start, case when r.status < 400 then 3 else r.status / 100 end as class,
      count(*)::int as count, min(r.created_at) as oldest
    from (select r.created_at, r.status from requests r
          where ${requestCondition(ctx, filters)}${timeCondition(iso(from), iso(to))} ${newest}) r
    group by 1, 2`;
  return searchInTime("requests", () => runStatement<CountRow>(ctx.db, counting, { prepare: false }));
}

/** Reads whole hours from counters, and the partial first and last hour from rows. */
async function countHours(ctx: Context, filters: Filters, period: Period, step: number): Promise<CountRow[]> {
  const from = Math.ceil(period.from / HOUR_MS) * HOUR_MS;
  const to = Math.max(from, Math.floor(period.to / HOUR_MS) * HOUR_MS);
  const counting = sql`
    select ${bin(step, sql`r.hour`)} as start, case when r.status < 400 then 3 else r.status / 100 end as class,
      sum(r.count)::int as count
    from request_counts r
    where ${requestCondition(ctx, filters)} and r.hour >= ${iso(from)}::timestamptz and r.hour < ${iso(to)}::timestamptz
    group by 1, 2`;
  const parts = await Promise.all([
    runStatement<CountRow>(ctx.db, counting, { prepare: false }),
    countRows(ctx, filters, { from: period.from, to: Math.min(from, period.to) }, step, false),
    countRows(ctx, filters, { from: to, to: period.to }, step, false),
  ]);
  return parts.flat();
}
