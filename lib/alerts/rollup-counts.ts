import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { inTime } from "@/lib/http/reply/count";
import { DAY_MS } from "@/lib/time";
import { type CountRollup, countRollups, type SeriesGroup } from "@/lib/values";
import { alertCondition } from "./condition";
import type { CountFilters } from "./schema";

const QUARTER_MS = 15 * 60_000;
/**
 * Rollups are used only if edges cut at most this many quarter hours. A period cuts up to two, one at each end.
 * Edges between buckets cut others only in time zones before 1972.
 */
const MAX_CUT_QUARTERS = 3;

type Column = (typeof countRollups)[CountRollup][number];
const columnOf: Record<SeriesGroup, Column> = {
  use_case: "use_case",
  camera: "camera_id",
  site: "camera_id",
  status: "status",
  severity: "severity",
};
/** The column for each filter. Other filters require counting the alerts themselves. */
const columnOfFilter: Partial<Record<keyof CountFilters, Column>> = {
  use_case: "use_case",
  camera_id: "camera_id",
  site_id: "camera_id",
  status: "status",
  severity: "severity",
};

/** One combination of group values, with its non-empty buckets as pairs of bucket index and count. */
export type CountRow = { counts: [bucket: number, n: number][] } & Partial<Record<SeriesGroup, string | null>>;

interface Counting {
  edges: readonly number[];
  groups: readonly SeriesGroup[];
  filters: CountFilters;
  /** The maximum number of non-empty buckets to read, over all groups. */
  limit?: number;
  db?: Executor;
}

/**
 * Counts alerts between consecutive edges (milliseconds, ascending), grouped by `groups`. One statement adds up
 * rollups, pending deltas, and alerts in quarter hours that an edge cuts. So all counts come from one snapshot and
 * equal a recount.
 * @throws Failure `validation_failed` if alerts have to be counted one by one and that takes too long.
 */
export async function countAlertsBetween(ctx: Context, counting: Counting): Promise<CountRow[]> {
  const { edges, groups, filters, limit, db = ctx.db } = counting;
  const columns = [...new Set(groups.map((group) => columnOf[group]))];
  const cut = [...new Set(edges.map(quarterOf).filter((quarter, index) => quarter !== edges[index]))];
  const cube = cut.length > MAX_CUT_QUARTERS ? undefined : smallestRollup(columns, filters);
  const parts = cube
    ? fromRollups(ctx, { cube, edges, cut, columns, filters })
    : [fromAlerts(ctx, edges, columns, filters, edges)];
  const names = groups.map((group) => sql.identifier(group));
  const keys = groups.map((group) => sql`${keyOf(group)} as ${sql.identifier(group)}`);
  const site = sql`left join cameras c on c.organization_id = ${ctx.organizationId} and c.id = part.camera_id`;
  const by = (first: SQL, rest: readonly SQLChunk[]) => sql.join([first, ...rest], sql`, `);
  const statement = sql`
    select ${by(sql`json_agg(json_build_array(bucket, n)) as counts`, names)}
    from (select ${by(sql`part.bucket, sum(part.n)::int as n`, keys)}
      from (${sql.join(parts, sql` union all `)}) part ${groups.includes("site") ? site : sql``}
      group by ${by(sql`part.bucket`, groups.map(keyOf))} having sum(part.n) <> 0
      ${limit === undefined ? sql`` : sql`limit ${limit}`}) cells
    ${names.length === 0 ? sql`having count(*) > 0` : sql`group by ${sql.join(names, sql`, `)}`}`;
  return cube ? db.execute<CountRow>(statement) : beforeTimeout(() => db.execute<CountRow>(statement));
}

/**
 * Runs a query that counts alerts one by one.
 * @throws Failure `validation_failed` if PostgreSQL's timeout ends the query. Only a shorter period would help,
 * not a retry.
 */
export function beforeTimeout<T>(work: () => Promise<T>): Promise<T> {
  const detail =
    "With these filters, every alert must be counted individually, which takes too long. Choose a shorter period.";
  return inTime(work, { parameter: "from", code: "too_much_to_count", detail });
}

/** Counts all alerts that match the filters, from rollups if possible. The result always equals a recount. */
export async function countAllAlerts(ctx: Context, filters: CountFilters, db: Executor = ctx.db): Promise<number> {
  const condition = alertCondition(ctx, filters);
  const cube = smallestRollup([], filters);
  const counted = cube
    ? sql`select coalesce((select sum(a.counts[96]) from alert_counts a where ${condition} and a.cube = ${cube}), 0)
        + coalesce((select sum(a.n) from alert_deltas a where ${condition}), 0)`
    : sql`select count(*) from alerts a where ${condition}`;
  const [row] = await db.execute<{ n: number }>(sql`select (${counted})::int as n`);
  return row?.n ?? 0;
}

const keyOf = (group: SeriesGroup) => (group === "site" ? sql`c.site_id` : sql.raw(`part.${columnOf[group]}`));

function smallestRollup(columns: readonly Column[], filters: CountFilters): CountRollup | undefined {
  const needed = new Set<Column>(columns);
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    const column = columnOfFilter[name as keyof CountFilters];
    if (!column) return undefined;
    needed.add(column);
  }
  const cubes = Object.entries(countRollups) as [CountRollup, readonly Column[]][];
  return cubes.find(([, kept]) => [...needed].every((column) => kept.includes(column)))?.[0];
}

// Drizzle passes arrays of dates to the driver, which can't send them.
const times = (list: readonly number[]) =>
  sql`${`{${list.map((moment) => new Date(moment).toISOString()).join()}}`}::timestamptz[]`;
const time = (value: number | undefined) => sql`${new Date(value ?? 0).toISOString()}::timestamptz`;
const list = (columns: readonly Column[]) => sql.raw(columns.map((column) => `, a.${column}`).join(""));

/** Returns a query that counts the alerts of a time range one by one. */
function fromAlerts(
  ctx: Context,
  [start, ...rest]: readonly number[],
  columns: readonly Column[],
  filters: CountFilters,
  edges: readonly number[],
): SQL {
  return sql`select width_bucket(a.occurred_at, ${times(edges)}) - 1 as bucket, count(*) as n${list(columns)}
    from alerts a where ${alertCondition(ctx, filters)}
      and a.occurred_at >= ${time(start)} and a.occurred_at < ${time(rest.at(-1))}
    group by 1${list(columns)}`;
}

interface Rollup {
  cube: CountRollup;
  edges: readonly number[];
  cut: readonly number[];
  columns: readonly Column[];
  filters: CountFilters;
}

function fromRollups(ctx: Context, { cube, edges, cut, columns, filters }: Rollup): SQL[] {
  const condition = alertCondition(ctx, filters);
  const [from = 0, to = 0] = [edges[0], edges.at(-1)];
  const pieces = piecesOf(edges);
  const ints = (name: "day" | "first" | "last" | "bucket") =>
    sql`${sql.param(pieces.map((piece) => piece[name]))}::int[]`;
  const rolledUp = sql`
    select p.bucket, a.counts[p.last] - coalesce(a.counts[p.first], 0) as n${list(columns)}
    from unnest(${ints("day")}, ${ints("first")}, ${ints("last")}, ${ints("bucket")}) as p(day, first, last, bucket)
      join alert_counts a on a.day = date '1970-01-01' + p.day
    where ${condition} and a.cube = ${cube}`;
  const outstanding = sql`
    select width_bucket(a.quarter, ${times(edges)}) - 1, a.n${list(columns)}
    from alert_deltas a
    where ${condition} and a.quarter >= ${time(from)} and a.quarter < ${time(to)} and a.quarter <> all(${times(cut)})`;
  const raw = cut.map((quarter) =>
    fromAlerts(ctx, [Math.max(quarter, from), Math.min(quarter + QUARTER_MS, to)], columns, filters, edges),
  );
  return [rolledUp, outstanding, ...raw];
}

const quarterOf = (moment: number) => Math.floor(moment / QUARTER_MS) * QUARTER_MS;

/**
 * Returns the whole quarter hours between consecutive edges as pieces, split at UTC midnight. A piece has its
 * bucket, its day since 1970, and the numbers of the quarter hours within the day at which it starts and ends.
 */
function piecesOf(edges: readonly number[]) {
  const pieces: { bucket: number; day: number; first: number; last: number }[] = [];
  for (let bucket = 0; bucket + 1 < edges.length; bucket += 1) {
    const end = quarterOf(edges[bucket + 1] ?? 0);
    let start = quarterOf((edges[bucket] ?? 0) + QUARTER_MS - 1);
    while (start < end) {
      const day = Math.floor(start / DAY_MS);
      const next = Math.min(end, (day + 1) * DAY_MS);
      const [first, last] = [start, next].map((moment) => (moment - day * DAY_MS) / QUARTER_MS) as [number, number];
      pieces.push({ bucket, day, first, last });
      start = next;
    }
  }
  return pieces;
}
