import { and, count, desc, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import type { RecordOf } from "@/lib/db/record";
import { cameras } from "@/lib/db/tables/cameras";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { DEFAULT_UPTIME_D } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";
import type { UptimeQuery, UptimeReport } from "./history-schema";
import { camerasMatching } from "./reads";
import { effectiveTime, unrecordedOffline } from "./status";

/** Durations in milliseconds, and counts. They are text, because PostgreSQL's sums are bigint. */
type Figures = { monitored: string; down: string; outages: string; longest: string };
type UptimeCamera = Pick<RecordOf<typeof cameras>, "id" | "name" | "external_id" | "site_id">;
type UptimeRow = Figures &
  UptimeCamera & {
    all_cameras: string;
    all_monitored: string;
    all_down: string;
    all_outages: string;
    all_longest: string;
  };

/**
 * Computes the uptime of the organization's cameras between two times, newest camera first. It uses the status
 * history and unrecorded outages. Each page takes one statement, and the first page includes the summary.
 *
 * A camera is monitored while it is neither pending nor disabled. Online and degraded count as up. An outage is a
 * time segment with status offline, limited to the period. Disabling and enabling a silent camera splits its
 * outage in two.
 * @param at replaces the current time, for tests.
 * @throws Failure `invalid_cursor`.
 */
export async function readUptime(ctx: Context, query: UptimeQuery, at?: Date): Promise<UptimeReport> {
  const identity = listIdentity("uptime", query);
  const [after = "", from = "", to = ""] = query.cursor
    ? decodeCursor(ctx, identity, query.cursor).map(String)
    : ["", ...periodOf(query, at)];
  const where = camerasMatching(ctx, query);
  const page = query.cursor
    ? sql`where ${and(where, lt(cameras.id, after))} order by ${desc(cameras.id)} limit ${query.limit + 1}`
    : sql`where ${where}`;
  const [rows, counted] = await Promise.all([
    ctx.db.execute<UptimeRow>(figures(ctx, page, { from, to, now: effectiveTime(at), limit: query.limit })),
    query.include_total ? ctx.db.select({ total: count() }).from(cameras).where(where) : [],
  ]);
  const [first] = rows;
  const list = toPage(ctx, rows, {
    limit: query.limit,
    identity,
    position: (row) => [row.id, from, to],
    toWire: (row) => ({
      camera_id: encodeId("camera", row.id),
      name: row.name,
      external_id: row.external_id,
      site_id: row.site_id && encodeId("site", row.site_id),
      ...toUptime(row),
    }),
    total: counted[0]?.total,
  });
  const all = first && {
    monitored: first.all_monitored,
    down: first.all_down,
    outages: first.all_outages,
    longest: first.all_longest,
  };
  const summary = { cameras: Number(first?.all_cameras ?? 0), ...toUptime(all ?? none) };
  return { ...list, from, to, summary: query.cursor ? null : summary };
}

const none: Figures = { monitored: "0", down: "0", outages: "0", longest: "0" };

/**
 * Returns the period of a query. Without an end, it ends now. The cursor contains the period, so that all pages
 * share it.
 */
function periodOf(query: UptimeQuery, at: Date | undefined): [from: string, to: string] {
  const to = query.to ?? (at ?? new Date()).toISOString();
  return [query.from ?? new Date(Date.parse(to) - DEFAULT_UPTIME_D * DAY_MS).toISOString(), to];
}

function toUptime(row: Figures) {
  const [monitored, down] = [Number(row.monitored), Number(row.down)];
  return {
    uptime_percent: monitored === 0 ? null : Math.floor(((monitored - down) / monitored) * 100_000) / 1_000,
    monitored_s: monitored / 1_000,
    downtime_s: down / 1_000,
    outages: Number(row.outages),
    longest_outage_s: Number(row.longest) / 1_000,
  };
}

/**
 * Splits each camera's time into segments of one status. The first segment starts with the period or the camera's
 * creation. Its status is the one before the first change in the period. If there is no change, it is the recorded
 * status, or offline if an unrecorded outage began before the period. Each change starts another segment. The
 * future has no segments. Changes are read in primary key order, so that even a million need no sort.
 */
function figures(
  ctx: Context,
  page: SQL,
  { from, to, now, limit }: { from: string; to: string; now: SQL; limit: number },
) {
  const start = sql`${from}::timestamptz`;
  const end = sql`least(${to}::timestamptz, ${now})`;
  return sql`
    with watched as (
      select ${cameras.id}, ${cameras.name}, ${cameras.externalId}, ${cameras.siteId}, ${cameras.recordedStatus},
        greatest(${cameras.createdAt}, ${start}) as start, ${unrecordedOffline(now)} as silent_at
      from ${cameras} ${page}
    ), changes as (
      select h.camera_id as id, h.from_status, h.status, h.at, w.start, w.silent_at,
        lag(h.at) over life as previous, lead(h.at) over life as next
      from watched w join camera_status_changes h
        on h.organization_id = ${ctx.organizationId} and h.camera_id = w.id and h.at >= ${start}
      window life as (partition by h.camera_id order by h.at, h.id)
    ), stretches as (
      select id, status, at as start, coalesce(next, silent_at, ${end}) as stop, true as is_change from changes
      union all
      select id, from_status, start, at, false from changes where previous is null
      union all
      select id, 'offline', silent_at, ${end}, true from watched where silent_at >= ${start}
      union all
      select id, case when silent_at < ${start} then 'offline' else recorded_status end, start,
        case when silent_at >= ${start} then silent_at else ${end} end, false
      from watched where id not in (select id from changes where previous is null)
    ), timed as (
      select id, is_change, status, (extract(epoch from least(stop, ${end}) - start) * 1000)::bigint as ms
      from stretches where start < ${end}
    ), figures as (
      select id,
        coalesce(sum(ms) filter (where status in ('online', 'degraded', 'offline')), 0) as monitored,
        coalesce(sum(ms) filter (where status = 'offline'), 0) as down,
        count(*) filter (where status = 'offline' and (is_change or ms > 0)) as outages,
        coalesce(max(ms) filter (where status = 'offline'), 0) as longest
      from timed group by id
    )
    select w.id, w.name, w.external_id, w.site_id, coalesce(f.monitored, 0) as monitored, coalesce(f.down, 0) as down,
      coalesce(f.outages, 0) as outages, coalesce(f.longest, 0) as longest, count(*) over () as all_cameras,
      coalesce(sum(f.monitored) over (), 0) as all_monitored, coalesce(sum(f.down) over (), 0) as all_down,
      coalesce(sum(f.outages) over (), 0) as all_outages, coalesce(max(f.longest) over (), 0) as all_longest
    from watched w left join figures f on f.id = w.id
    order by w.id desc limit ${limit + 1}`;
}
