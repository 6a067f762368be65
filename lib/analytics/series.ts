import { and, eq, sql } from "drizzle-orm";
import { countAlertsBetween } from "@/lib/alerts/rollup-counts";
import type { Context } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import { cameras, sites } from "@/lib/db/tables/cameras";
import { validationFailed } from "@/lib/http/failures";
import { assertPeriod } from "@/lib/http/request/parse";
import { DEFAULT_ANALYTICS_D, MAX_SERIES_COUNTS, MAX_SERIES_YEARS } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";
import { alertStatuses, type SeriesGroup, type SeriesInterval, severities } from "@/lib/values";
import { bucketStarts, dayBefore } from "./buckets";
import type { AlertSeries, AlertSeriesQuery } from "./schema";

const SHORTEST_MS: Record<SeriesInterval, number> = {
  hour: DAY_MS / 24,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
};

/**
 * Returns the start and end of a query's period in milliseconds. The end defaults to now, the start to the
 * beginning of a local day.
 * @throws Failure `validation_failed` if the period ends before it starts or spans too many years.
 */
export function resolvePeriod(query: {
  from?: string | undefined;
  to?: string | undefined;
  timezone: string;
}): [number, number] {
  const to = query.to === undefined ? Date.now() : Date.parse(query.to);
  const from =
    query.from === undefined ? dayBefore(query.timezone, to, DEFAULT_ANALYTICS_D - 1) : Date.parse(query.from);
  assertPeriod(from, to);
  if (to - from > MAX_SERIES_YEARS * 366 * DAY_MS) {
    const detail = `Must lie at most ${MAX_SERIES_YEARS} years before \`to\`.`;
    throw validationFailed([{ parameter: "from", code: "too_long", detail }], "query parameters");
  }
  return [from, to];
}

/**
 * Counts alerts by time of occurrence, per bucket and group, including buckets without alerts. The result always
 * equals a recount.
 * @throws Failure `validation_failed` for an invalid period, or too many buckets and groups.
 */
export async function readAlertSeries(ctx: Context, query: AlertSeriesQuery): Promise<AlertSeries> {
  const { from: _from, to: _to, timezone, interval, group_by: group, ...filters } = query;
  const [from, to] = resolvePeriod(query);
  if ((to - from) / SHORTEST_MS[interval] > MAX_SERIES_COUNTS) throw tooMany();
  const starts = bucketStarts(timezone, interval, from, to);
  const rows = await countAlertsBetween(ctx, {
    edges: [from, ...starts.slice(1), to],
    groups: group ? [group] : [],
    filters,
    limit: MAX_SERIES_COUNTS + 1,
  });
  const buckets = starts.map((start) => ({ start: new Date(start).toISOString(), total: 0 }));
  const found = new Map(knownKeys(group).map((key) => [key, emptySeries(key, starts.length)]));
  for (const row of rows) {
    const key = group ? (row[group] ?? null) : null;
    const series = found.get(key) ?? emptySeries(key, starts.length);
    found.set(key, series);
    for (const [index, n] of row.counts) {
      series.counts[index] = n;
      series.total += n;
      const bucket = buckets[index];
      if (bucket) bucket.total += n;
    }
    if (found.size * starts.length > MAX_SERIES_COUNTS) throw tooMany();
  }
  if (found.size * starts.length > MAX_SERIES_COUNTS) throw tooMany();
  const series = [...found.values()];
  if (!isClosed(group)) series.sort((a, b) => b.total - a.total || ((a.key ?? "") < (b.key ?? "") ? -1 : 1));
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    interval,
    timezone,
    group_by: group ?? null,
    total: buckets.reduce((sum, bucket) => sum + bucket.total, 0),
    buckets,
    series: group === "camera" || group === "site" ? await named(ctx, group, series) : series,
  };
}

type Series = AlertSeries["series"][number];

const emptySeries = (key: string | null, buckets: number): Series => ({
  key,
  name: null,
  total: 0,
  counts: Array<number>(buckets).fill(0),
});

const isClosed = (group: SeriesGroup | undefined) => group === "status" || group === "severity";

/** Returns the groups that are included even without alerts. */
function knownKeys(group: SeriesGroup | undefined): readonly (string | null)[] {
  if (group === undefined) return [null];
  return group === "status" ? alertStatuses : group === "severity" ? severities : [];
}

function tooMany() {
  const detail = `The reply would have more than ${MAX_SERIES_COUNTS} counts (buckets × groups). Choose a larger interval, a shorter period or a filter.`;
  return validationFailed([{ parameter: "interval", code: "too_many_buckets", detail }], "query parameters");
}

/** Adds public IDs and names to series of cameras or sites. */
async function named(ctx: Context, kind: "camera" | "site", series: Series[]): Promise<Series[]> {
  const names = await readGroupNames(
    ctx,
    kind,
    series.flatMap(({ key }) => key ?? []),
  );
  return series.map((entry) => ({
    ...entry,
    key: entry.key && encodeId(kind, entry.key),
    name: (entry.key && names.get(entry.key)) ?? null,
  }));
}

/** Returns a map from UUID to name for cameras, including archived ones, or for sites. */
export async function readGroupNames(
  ctx: Context,
  kind: "camera" | "site",
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const table = kind === "camera" ? cameras : sites;
  const rows = await ctx.db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.organizationId, ctx.organizationId), sql`${table.id} = any(${sql.param([...ids])}::uuid[])`));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
