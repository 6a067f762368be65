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

/** The column of each order besides the id, which comes last and whose order is that of creation. */
export const orders = {
  "-created_at": { column: null, descends: true },
  created_at: { column: null, descends: false },
  "-occurred_at": { column: "occurred_at", descends: true },
  "-updated_at": { column: "updated_at", descends: true },
} as const satisfies Record<AlertSort, { column: "occurred_at" | "updated_at" | null; descends: boolean }>;

/** A page of a list of alerts. */
export interface AlertSelection {
  query: AlertSearch;
  sort: AlertSort;
  /** The position of the last alert that was read. */
  after?: CursorPosition | undefined;
  limit: number;
  withCamera?: boolean;
}

/**
 * The most rows of a prepared page, as part of its text. PostgreSQL expects a tenth of all rows for a limit that is a
 * parameter. With such an estimate it plans the statement for every execution: a tenth fewer pages a second.
 */
const PLANNED_ROWS = 256;

type Tenant = Pick<Context, "organizationId">;

/** The order of a list, and the condition that a page begins after its cursor. */
interface ListOrder {
  by: SQL;
  beyond: SQL;
}

/**
 * The statement of a page, whose rows have the row text of an alert each.
 * @param cameras the UUIDs of the cameras that the search names, null for any.
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
 * So many alerts are read in the order of the list for a page with a tag or a text. PostgreSQL doesn't know how rare a new
 * word is, nor whether the newest alerts have it. Without a bound it reads all alerts for some pages.
 */
const NEAR_ROWS = 20_000;

/** Whether a query asks for what only the index `alerts_search` knows, which isn't in the order of the list. */
const isSearch = ({ tag, q }: AlertSearch) => tag !== undefined || (q !== undefined && !isUnindexed(q));

/**
 * A page from the next `NEAR_ROWS` alerts of the list or, if those don't fill it, from all alerts that the index finds. The
 * second part begins only in that case. `offset 0` keeps PostgreSQL from reading it in the order of the list.
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

/** How long after it occurred an alert is nearly always reported, and last changed. Partial indexes hold the others. */
const REPORTED = { withinMs: 15 * MINUTE_MS, later: sql.raw("a.created_at - a.occurred_at > interval '15 minutes'") };
const REPORTED_LATE = { withinMs: 2 * DAY_MS, later: sql.raw("a.created_at - a.occurred_at > interval '2 days'") };
const CHANGED = { withinMs: 7 * DAY_MS, later: sql.raw("a.updated_at - a.occurred_at > interval '7 days'") };

/**
 * `occurred_before` as conditions of parts of the list, since it says where in the list most of what matches stands: they
 * were reported and changed soon afterwards.
 * @returns null for lists that it does not limit so.
 */
function partsOf({ occurred_before, created_before }: AlertSearch, sort: AlertSort): SQL[] | null {
  if (!occurred_before || sort === "-occurred_at") return null;
  // As a truth value no index serves it: PostgreSQL takes it and the other limit for independent, and would collect all that match.
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

/** Filters whose rows an index holds in the order of creation, when there is one value of one of them. */
const indexed = new Set<string>(["status", "severity", "use_case", "assignee_id", "camera_id", "site_id"]);
const filterNames = Object.keys(alertFilters) as (keyof typeof alertFilters)[];

/**
 * Whether one plan suits every value, so that the statement may be prepared: an index holds the rows in the order of the
 * list. Otherwise the plan depends on how many alerts have the values, and each statement is planned for its own.
 */
export function hasOnePlan({ query, sort }: AlertSelection, cameras: readonly string[] | null): boolean {
  const used = filterNames.filter((name) => query[name] !== undefined && !name.startsWith("created_"));
  const [name] = used;
  if (name === undefined) return true;
  if (used.length > 1 || !indexed.has(name) || orders[sort].column !== null) return false;
  return (cameras ?? (query[name] as readonly string[])).length === 1;
}
