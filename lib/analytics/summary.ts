import { type SQL, sql } from "drizzle-orm";
import { alertCondition } from "@/lib/alerts/condition";
import { beforeTimeout, type CountRow, countAlertsBetween, countAllAlerts } from "@/lib/alerts/rollup-counts";
import type { CountFilters } from "@/lib/alerts/schema";
import type { Context } from "@/lib/auth/context";
import type { Executor, Transaction } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { MAX_SUMMARY_GROUPS } from "@/lib/limits";
import { alertStatuses, severities } from "@/lib/values";
import type { AlertSummary, AlertSummaryQuery, CountFigure, SummaryFigure } from "./schema";
import { readGroupNames, resolvePeriod } from "./series";

/** Memory for sorting response times. With PostgreSQL's default of 4 MB, 100,000 of them would be sorted on disk. */
const SORT_MEMORY = "32MB";

type ResponseRow = {
  alerts: number;
  alerts_before: number;
  mean: number | null;
  mean_before: number | null;
  p95: number | null;
  p95_before: number | null;
};
type ReviewRow = {
  use_case: string | null;
  camera_id: string | null;
  reviewed: number;
  reviewed_before: number;
  false_positives: number;
  false_positives_before: number;
};

/**
 * Returns the figures of a period and of the previous period of the same length, from one snapshot.
 * @throws Failure `validation_failed` for an invalid period.
 */
export async function readAlertSummary(ctx: Context, query: AlertSummaryQuery): Promise<AlertSummary> {
  const { from: _from, to: _to, timezone, ...filters } = query;
  const [from, to] = resolvePeriod(query);
  const start = from - (to - from);
  const read = { ...spanOf(start, from, to), condition: alertCondition(ctx, filters) };
  const readAll = async (db: Transaction) => {
    await db.execute(sql.raw(`set local work_mem = '${SORT_MEMORY}'`));
    return Promise.all([
      countAlertsBetween(ctx, { edges: [start, from, to], groups: ["status", "severity"], filters, db }),
      countOpen(ctx, filters, db),
      readResponseTimes(db, sql`a.acknowledged_at`, read),
      readResponseTimes(db, sql`a.resolved_at`, read),
      readReviews(db, read),
    ]);
  };
  const [counts, openNow, acknowledged, resolved, reviews] = await beforeTimeout(() =>
    ctx.db.transaction(readAll, { isolationLevel: "repeatable read", accessMode: "read only" }),
  );
  const all = reviews.find(({ use_case, camera_id }) => use_case === null && camera_id === null);
  const cameras = topOf(reviews.filter(({ camera_id }) => camera_id !== null));
  const names = await readGroupNames(
    ctx,
    "camera",
    cameras.flatMap(({ camera_id }) => camera_id ?? []),
  );
  return {
    from: iso(from),
    to: iso(to),
    previous_from: iso(start),
    timezone,
    total: compare(counts, () => true),
    by_status: Object.fromEntries(
      alertStatuses.map((status) => [status, compare(counts, (row) => row.status === status)]),
    ) as AlertSummary["by_status"],
    by_severity: Object.fromEntries(
      severities.map((severity) => [severity, compare(counts, (row) => row.severity === severity)]),
    ) as AlertSummary["by_severity"],
    open_now: openNow,
    time_to_acknowledge: acknowledged,
    time_to_resolve: resolved,
    false_positives: falsePositives(all),
    false_positives_by_use_case: topOf(reviews.filter(({ use_case }) => use_case !== null)).map((row) => ({
      use_case: row.use_case ?? "",
      ...falsePositives(row),
    })),
    false_positives_by_camera: cameras.map((row) => ({
      camera: { id: encodeId("camera", row.camera_id ?? ""), name: names.get(row.camera_id ?? "") ?? "" },
      ...falsePositives(row),
    })),
  };
}

const iso = (moment: number) => new Date(moment).toISOString();

interface Read {
  /** Conditions: `within` selects the alerts of both periods, and `current` those of the later one. */
  within: SQL;
  current: SQL;
  condition: SQL;
}

function spanOf(start: number, from: number, to: number): Pick<Read, "within" | "current"> {
  return {
    within: sql`a.occurred_at >= ${iso(start)}::timestamptz and a.occurred_at < ${iso(to)}::timestamptz`,
    current: sql`a.occurred_at >= ${iso(from)}::timestamptz`,
  };
}

function countOpen(ctx: Context, filters: CountFilters, db: Executor): Promise<number> {
  if (filters.status && !filters.status.includes("open")) return Promise.resolve(0);
  return countAllAlerts(ctx, { ...filters, status: ["open"] }, db);
}

// Excludes alerts that were created as acknowledged or closed. Their response time is their creation time, so they
// don't count as responses.
async function readResponseTimes(db: Executor, end: SQL, { within, current, condition }: Read) {
  const [row] = await db.execute<ResponseRow>(sql`
    select (count(*) filter (where current))::int as alerts,
      (count(*) filter (where not current))::int as alerts_before,
      avg(s) filter (where current) as mean, avg(s) filter (where not current) as mean_before,
      percentile_disc(0.95) within group (order by s) filter (where current) as p95,
      percentile_disc(0.95) within group (order by s) filter (where not current) as p95_before
    from (select ${current} as current, date_part('epoch', ${end} - a.created_at) as s
      from alerts a where ${condition} and ${within} and ${end} > a.created_at) times`);
  return {
    alerts: countFigure(row?.alerts ?? 0, row?.alerts_before ?? 0),
    mean_s: figure(row?.mean, row?.mean_before),
    p95_s: figure(row?.p95, row?.p95_before),
  };
}

async function readReviews(db: Executor, { within, current, condition }: Read): Promise<ReviewRow[]> {
  const rows = await db.execute<ReviewRow>(sql`
    select use_case, camera_id,
      (count(*) filter (where current))::int as reviewed,
      (count(*) filter (where not current))::int as reviewed_before,
      (count(*) filter (where current and is_false))::int as false_positives,
      (count(*) filter (where not current and is_false))::int as false_positives_before
    from (select a.use_case, a.camera_id, ${current} as current, a.disposition = 'false_positive' as is_false
      from alerts a where ${condition} and ${within} and a.disposition is not null) reviews
    group by grouping sets ((), (use_case), (camera_id))`);
  return [...rows];
}

/** Returns the use cases or cameras with reviewed alerts, those with the most false positives first. */
function topOf(rows: ReviewRow[]): ReviewRow[] {
  const nameOf = (row: ReviewRow) => row.use_case ?? row.camera_id ?? "";
  return rows
    .filter(({ reviewed }) => reviewed > 0)
    .sort(
      (a, b) => b.false_positives - a.false_positives || b.reviewed - a.reviewed || (nameOf(a) < nameOf(b) ? -1 : 1),
    )
    .slice(0, MAX_SUMMARY_GROUPS);
}

function falsePositives(row: ReviewRow | undefined): AlertSummary["false_positives"] {
  const rate = (part = 0, whole = 0) => (whole === 0 ? null : part / whole);
  return {
    false_positives: countFigure(row?.false_positives ?? 0, row?.false_positives_before ?? 0),
    reviewed: countFigure(row?.reviewed ?? 0, row?.reviewed_before ?? 0),
    rate: figure(rate(row?.false_positives, row?.reviewed), rate(row?.false_positives_before, row?.reviewed_before)),
  };
}

function compare(rows: readonly CountRow[], belongs: (row: CountRow) => boolean): CountFigure {
  const counts = rows.filter(belongs).flatMap((row) => row.counts);
  const sum = (period: number) => counts.reduce((total, [bucket, n]) => (bucket === period ? total + n : total), 0);
  return countFigure(sum(1), sum(0));
}

const countFigure = (value: number, previous: number): CountFigure => ({ value, previous, delta: value - previous });

/** Rounds to useful precision: milliseconds for times, thousandths for rates. */
const round = (value: number) => Math.round(value * 1_000) / 1_000;

function figure(value: number | null | undefined, previous: number | null | undefined): SummaryFigure {
  const [now, before] = [value ?? null, previous ?? null].map((number) => (number === null ? null : round(number)));
  const delta =
    now === null || now === undefined || before === null || before === undefined ? null : round(now - before);
  return { value: now ?? null, previous: before ?? null, delta };
}
