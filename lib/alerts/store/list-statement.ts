import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { firstIdAt } from "@/lib/db/ids";
import type { CursorPosition } from "@/lib/http/request/cursor";
import { DAY_MS, MINUTE_MS } from "@/lib/time";
import type { AlertSort } from "@/lib/values";
import { type AlertSearch, alertCondition, isUnindexed } from "../condition";
import { cameraJoin } from "../row";
import { alertFilters } from "../schema";
import { alertRowText, alertRowTextWithCamera } from "./row-text";

/**
 * The sort column and direction of each order. Alerts with equal values are sorted by ID, which is the order of
 * creation. If the column is null, the ID is the only sort value.
 */
export const orders = {
  "-created_at": { column: null, descends: true },
  created_at: { column: null, descends: false },
  "-occurred_at": { column: "occurred_at", descends: true },
  "-updated_at": { column: "updated_at", descends: true },
} as const satisfies Record<AlertSort, { column: "occurred_at" | "updated_at" | null; descends: boolean }>;

/** The parameters for reading a page of alerts. */
export interface AlertSelection {
  query: AlertSearch;
  sort: AlertSort;
  /** The position of the last alert read. */
  after?: CursorPosition | undefined;
  limit: number;
  withCamera?: boolean;
}

/**
 * The lowest limit in the text of a prepared statement. The limit is a literal: as a parameter, it makes
 * PostgreSQL expect a tenth of all rows and plan the statement for every execution, which costs a tenth of the
 * throughput.
 */
const PLANNED_ROWS = 256;

type Tenant = Pick<Context, "organizationId">;

/** The sort order of a list, and the condition for a page after its cursor. */
interface ListOrder {
  by: SQL;
  beyond: SQL;
}

/**
 * Returns the statement that reads a page. Each of its rows contains the row text of an alert.
 * @param cameras the UUIDs of the cameras in the search, or null for all.
 */
export function listStatement(ctx: Tenant, selection: AlertSelection, cameras: readonly string[] | null): SQL {
  const { query, sort, after, limit, withCamera = false } = selection;
  const { column, descends } = orders[sort];
  const direction = descends ? " desc" : "";
  const by = sql.raw(`order by ${column ? `a.${column}${direction}, ` : ""}a.id${direction}`);
  const order = { by, beyond: beyond(sort, after) };
  const parts = partsOf(query, sort);
  const text = withCamera ? alertRowTextWithCamera : alertRowText;
  const last = sql`${withCamera ? sql`${cameraJoin}\n` : sql``}${by}
limit ${limit}`;
  if (!parts && isSearch(query)) return searchStatement(ctx, selection, cameras, { order, text, last });
  const most = hasOnePlan(selection, cameras) ? sql.raw(`${Math.max(PLANNED_ROWS, limit)}`) : sql`${limit}`;
  const searched = parts ? { ...query, occurred_before: undefined } : query;
  const page = (part: SQL) => sql`select a.* from alerts a
    where ${alertCondition(ctx, searched, cameras)}${order.beyond}${part}
    ${by} limit ${most}`;
  const rows = parts
    ? sql`select a.* from (
    ${sql.join(
      parts.map((part) => sql`(${page(part)})`),
      sql`\n    union all\n    `,
    )}
  ) a ${by} limit ${limit}`
    : page(sql``);
  return sql`select ${text} as value
from (
  ${rows}
) a
${last}`;
}

/**
 * A tag or text search first reads this many alerts in list order, before it uses the index. PostgreSQL doesn't
 * know how rare a new word is, or whether the newest alerts have it. Without this limit, it would read all alerts
 * for some pages.
 */
const NEAR_ROWS = 20_000;

/** Returns whether a query uses the index `alerts_search`, which isn't in list order. */
const isSearch = ({ tag, q }: AlertSearch) => tag !== undefined || (q !== undefined && !isUnindexed(q));

/**
 * Returns a statement that reads a page from the next `NEAR_ROWS` alerts. It reads all matches of the index only
 * if those don't fill the page. `offset 0` keeps PostgreSQL from reading the index's matches in list order.
 */
function searchStatement(
  ctx: Tenant,
  { query, limit }: AlertSelection,
  cameras: readonly string[] | null,
  { order, text, last }: { order: ListOrder; text: SQL; last: SQL },
): SQL {
  const { tag, q, ...others } = query;
  const isFull = sql`(select count(*) from near) = ${limit}`;
  return sql`with near as materialized (
  select a.* from (
    select a.* from alerts a
    where ${alertCondition(ctx, others, cameras)}${order.beyond}
    ${order.by} limit ${sql.raw(`${NEAR_ROWS}`)}
  ) a
  where ${alertCondition(ctx, { tag, q })}
  ${order.by} limit ${limit}
)
select ${text} as value
from (
  select a.* from near a where ${isFull}
  union all
  select a.* from (
    select a.* from alerts a
    where not ${isFull} and ${alertCondition(ctx, query, cameras)}${order.beyond}
    offset 0
  ) a
) a
${last}`;
}

function beyond(sort: AlertSort, position: CursorPosition | undefined): SQL {
  if (!position) return sql``;
  const { column, descends } = orders[sort];
  const sign = sql.raw(descends ? "<" : ">");
  if (!column) return sql` and a.id ${sign} ${position[0]}::uuid`;
  return sql` and (a.${sql.raw(column)}, a.id) ${sign} (${position[0]}::timestamptz, ${position[1]}::uuid)`;
}

/**
 * Nearly all alerts are reported and last changed within these times after they occur. Partial indexes cover the
 * others.
 */
const REPORTED = { withinMs: 15 * MINUTE_MS, later: sql.raw("a.created_at - a.occurred_at > interval '15 minutes'") };
const REPORTED_LATE = { withinMs: 2 * DAY_MS, later: sql.raw("a.created_at - a.occurred_at > interval '2 days'") };
const CHANGED = { withinMs: 7 * DAY_MS, later: sql.raw("a.updated_at - a.occurred_at > interval '7 days'") };

/**
 * Splits a list with `occurred_before` into parts, each with its own condition. One part contains nearly all
 * matches, because most alerts are reported and changed shortly after they occur.
 * @returns null for queries where this doesn't apply.
 */
function partsOf({ occurred_before, created_before }: AlertSearch, sort: AlertSort): SQL[] | null {
  if (!occurred_before || sort === "-occurred_at") return null;
  // `is true` keeps PostgreSQL from using an index for this condition. Otherwise, it would assume that both limits
  // are independent and collect all matches.
  const occurred = sql`(a.occurred_at < ${new Date(occurred_before).toISOString()}::timestamptz) is true`;
  const after = ({ withinMs }: { withinMs: number }) => new Date(Date.parse(occurred_before) + withinMs);
  if (after(REPORTED).getTime() > Date.now()) return null;
  if (sort === "-updated_at") {
    const changed = sql`${after(CHANGED).toISOString()}::timestamptz`;
    return [
      sql` and a.updated_at < ${changed} and ${occurred}`,
      sql` and a.updated_at >= ${changed} and ${CHANGED.later} and ${occurred}`,
    ];
  }
  if (created_before && new Date(created_before) <= after(REPORTED)) return null;
  const reported = sql`${firstIdAt(after(REPORTED))}::uuid`;
  const late = sql`${firstIdAt(after(REPORTED_LATE))}::uuid`;
  return [
    sql` and a.id < ${reported} and ${occurred}`,
    sql` and a.id >= ${reported} and a.id < ${late} and ${REPORTED.later} and ${occurred}`,
    sql` and a.id >= ${late} and ${REPORTED_LATE.later} and ${occurred}`,
  ];
}

/** Filters with an index in order of creation. The index has this order only for a single value of a single filter. */
const indexed = new Set<string>(["status", "severity", "use_case", "assignee_id", "camera_id", "site_id"]);
const filterNames = Object.keys(alertFilters) as (keyof typeof alertFilters)[];

/**
 * Returns whether one plan suits all values, so that the statement can be prepared. This requires an index with
 * the rows in list order. Otherwise, the best plan depends on the frequency of the values, and each statement is
 * planned separately.
 */
export function hasOnePlan({ query, sort }: AlertSelection, cameras: readonly string[] | null): boolean {
  const used = filterNames.filter((name) => query[name] !== undefined && !name.startsWith("created_"));
  const [name] = used;
  if (name === undefined) return true;
  if (used.length > 1 || !indexed.has(name) || orders[sort].column !== null) return false;
  return (cameras ?? (query[name] as readonly string[])).length === 1;
}
