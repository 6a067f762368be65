import { sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { containsText } from "@/lib/db/search";
import { isoTime } from "@/lib/db/text";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import type { UseCaseList, UseCaseListQuery } from "./schema";

type UseCaseRow = { name: string; alerts: number; last_seen_at: string };

/**
 * Returns a page of the use cases of the organization's alerts, sorted by name. Counts come from rollups and
 * deltas. The latest time comes from the alerts of the last non-empty quarter hour.
 * @throws Failure `invalid_cursor`.
 */
export async function readUseCases(ctx: Context, query: UseCaseListQuery): Promise<UseCaseList> {
  const identity = listIdentity("use-cases", query);
  const after = query.cursor ? decodeCursor(ctx, identity, query.cursor)[0] : undefined;
  const mine = sql`organization_id = ${ctx.organizationId}`;
  const asked = query.q === undefined ? sql`true` : containsText(sql`use_case`, query.q);
  const used = sql`
    select use_case, max(day) filter (where n > 0) as last_day, sum(n)::int as alerts
    from (select use_case, day, sum(n) as n
      from (select use_case, day, counts[96] as n from alert_counts where ${mine} and cube = 'use_case' and ${asked}
        union all
        select use_case, (quarter at time zone 'UTC')::date, n from alert_deltas where ${mine} and ${asked}) noted
      group by use_case, day) days
    group by use_case having sum(n) > 0`;
  const [rows, counted] = await Promise.all([
    ctx.db.execute<UseCaseRow>(sql`
      select used.use_case as name, used.alerts, latest.occurred_at as last_seen_at
      from (select * from (${used}) used where ${after === undefined ? sql`true` : sql`use_case > ${after}`}
        order by use_case limit ${query.limit + 1}) used
      cross join lateral (
        select quarter from (
          select used.last_day + make_interval(mins => 15 * (slot - 1)) as quarter, counts[slot] - coalesce(counts[slot - 1], 0) as n
          from alert_counts, generate_series(1, 96) as slot
          where ${mine} and cube = 'use_case' and day = used.last_day and use_case = used.use_case
          union all
          select quarter at time zone 'UTC', n from alert_deltas
          where ${mine} and use_case = used.use_case and quarter >= used.last_day::timestamp at time zone 'UTC'
            and quarter < (used.last_day + 1)::timestamp at time zone 'UTC') quarters
        group by quarter having sum(n) > 0 order by quarter desc limit 1) last
      cross join lateral (
        select occurred_at from alerts
        where ${mine} and use_case = used.use_case and occurred_at >= last.quarter at time zone 'UTC'
          and occurred_at < (last.quarter + interval '15 minutes') at time zone 'UTC'
        order by occurred_at desc limit 1) latest
      order by used.use_case`),
    query.include_total
      ? ctx.db.execute<{ total: number }>(sql`select count(*)::int as total from (${used}) used`)
      : [],
  ]);
  return toPage(ctx, rows, {
    limit: query.limit,
    identity,
    position: ({ name }) => [name],
    toWire: ({ last_seen_at, ...row }) => ({ ...row, last_seen_at: isoTime(last_seen_at) }),
    total: counted[0]?.total,
  });
}
