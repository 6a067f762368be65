import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { firstIdAt } from "@/lib/db/ids";
import type { CursorPosition } from "@/lib/http/request/cursor";
import { MINUTE_MS } from "@/lib/time";
import type { AlertSort } from "@/lib/values";
import { type AlertSearch, alertCondition } from "../condition";
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
 * The statement of a page, whose rows have the row text of an alert each.
 * @param cameras the UUIDs of the cameras that the search names, null for any.
 */
export function listStatement(
  ctx: Pick<Context, "organizationId">,
  { query, sort, after, limit, withCamera = false }: AlertSelection,
  cameras: readonly string[] | null,
): SQL {
  const { column, descends } = orders[sort];
  const direction = descends ? " desc" : "";
  const by = sql.raw(`order by ${column ? `a.${column}${direction}, ` : ""}a.id${direction}`);
  const page = (extra: SQL) => sql`select a.* from alerts a
    where ${alertCondition(ctx, query, cameras)}${beyond(sort, after)}${extra}
    ${by} limit ${limit}`;
  const bounds = column === null ? createdBounds(query) : null;
  const rows = bounds
    ? sql`select a.* from (
    (${page(bounds.late)})
    union all
    (${page(bounds.inTime)})
  ) a ${by} limit ${limit}`
    : page(sql``);
  const text = withCamera ? alertRowTextWithCamera : alertRowText;
  return sql`select ${text} as value
from (
  ${rows}
) a
${withCamera ? sql`${cameraJoin}\n` : sql``}${by}`;
}

function beyond(sort: AlertSort, position: CursorPosition | undefined): SQL {
  if (!position) return sql``;
  const { column, descends } = orders[sort];
  const sign = sql.raw(descends ? "<" : ">");
  if (!column) return sql` and a.id ${sign} ${position[0]}::uuid`;
  return sql` and (a.${sql.raw(column)}, a.id) ${sign} (${position[0]}::timestamptz, ${position[1]}::uuid)`;
}

/** Where an alert that occurred in time was created: nobody's clock is further ahead, and reports are rarely later. */
const ON_TIME_MS = 15 * MINUTE_MS;
const IS_LATE = sql.raw("a.created_at - a.occurred_at > interval '15 minutes'");

/**
 * What a limit on when alerts occurred says about when they were created, for lists in that order: those that were reported
 * within a quarter of an hour, and those that were reported later, which an index of their own holds (`alerts_late`).
 * @returns null where nothing limits the newest.
 */
function createdBounds({ occurred_before, created_before }: AlertSearch): { inTime: SQL; late: SQL } | null {
  if (!occurred_before) return null;
  const end = Date.parse(occurred_before) + ON_TIME_MS;
  if (created_before && Date.parse(created_before) <= end) return null;
  const id = sql`${firstIdAt(new Date(end))}::uuid`;
  return { inTime: sql` and a.id < ${id}`, late: sql` and a.id >= ${id} and ${IS_LATE}` };
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
