import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { runStatement } from "@/lib/db/drizzle";
import type { InputIssue } from "@/lib/errors";
import { inTime } from "@/lib/http/reply/count";
import type { CursorPosition } from "@/lib/http/request/cursor";
import type { AlertSort } from "@/lib/values";
import { type AlertSearch, alertCondition, createdBounds, findSearchedCameras, isUnindexed } from "./condition";
import { cameraJoin } from "./row";
import { alertRowText, alertRowTextWithCamera, positionFromRowText } from "./row-text";
import { alertFilters } from "./schema";

/** The column of each order besides the id, which comes last and whose order is that of creation. */
const orders = {
  "-created_at": { column: null, descends: true },
  created_at: { column: null, descends: false },
  "-occurred_at": { column: "occurred_at", descends: true },
  "-updated_at": { column: "updated_at", descends: true },
} as const satisfies Record<AlertSort, { column: "occurred_at" | "updated_at" | null; descends: boolean }>;

/** How long PostgreSQL may read alerts one by one for a text that no index finds: some 200,000 of them. */
const UNINDEXED_SEARCH_MS = 250;

const tooShort: InputIssue = {
  parameter: "q",
  code: "too_short",
  detail:
    "This search is too short for the number of alerts. Use at least 3 consecutive letters (a to z) or digits, or add a filter.",
};
const tooMany: InputIssue = {
  parameter: "created_after",
  code: "too_much_to_search",
  detail: "Searching so many alerts takes too long: add a filter, or choose a shorter time with `created_after`.",
};

interface Selection {
  query: AlertSearch;
  sort: AlertSort;
  /** Where to go on: `cursorPosition` of the last row that was read. */
  after?: CursorPosition | undefined;
  limit: number;
  /** Whether whoever waits has asked for all there is, so that a text that no index finds may take its time. */
  isPatient?: boolean;
}

/** The alerts of a selection, each as one text for `alertJson`. @throws Failure as `selectAlertIds`. */
export function selectAlerts(ctx: Context, selection: Selection & { withCamera: boolean }): Promise<string[]> {
  if (selection.withCamera) return select(ctx, selection, alertRowTextWithCamera, cameraJoin);
  return select(ctx, selection, alertRowText);
}

/** The UUIDs of the alerts of a selection. @throws Failure `validation_failed` for what takes too long to find. */
export function selectAlertIds(ctx: Context, selection: Selection): Promise<string[]> {
  return select(ctx, selection, sql.raw("a.id"));
}

/** The place of an alert in a list of this order. */
export function cursorPosition(sort: AlertSort, rowText: string): CursorPosition {
  return positionFromRowText(rowText, orders[sort].column);
}

async function select(ctx: Context, selection: Selection, value: SQL, camera?: SQL): Promise<string[]> {
  const cameras = await findSearchedCameras(ctx, selection.query);
  if (cameras?.length === 0) return [];
  const statement = selectStatement(ctx, selection, cameras, value, camera);
  const prepare = hasOnePlan(selection.query, cameras, selection.sort);
  const read = (db: Executor) => runStatement<{ value: string }>(db, statement, { prepare });
  const isLimited = selection.query.q !== undefined && isUnindexed(selection.query.q) && !selection.isPatient;
  const rows = await inTime(
    () => (isLimited ? readWithin(ctx, UNINDEXED_SEARCH_MS, read) : read(ctx.db)),
    isLimited ? tooShort : tooMany,
  );
  return rows.map((row) => row.value);
}

/** Reads with a statement timeout of its own, in a transaction or in the one that the caller is in. */
function readWithin<T>(ctx: Context, ms: number, read: (db: Executor) => PromiseLike<T>): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${ms}`));
    const result = await read(tx);
    await tx.execute(sql`set local statement_timeout to default`);
    return result;
  });
}

/** The statement of a page. @param cameras the ids that the search names, null for any. */
function selectStatement(
  ctx: Context,
  { query, sort, after, limit }: Selection,
  cameras: readonly string[] | null,
  value: SQL,
  camera: SQL | undefined,
): SQL {
  const { column, descends } = orders[sort];
  const by = sql.raw(
    `order by ${column ? `a.${column}${descends ? " desc" : ""}, ` : ""}a.id${descends ? " desc" : ""}`,
  );
  const matches = sql`${alertCondition(ctx, query, cameras)} ${beyond(sort, after)}`;
  const page = (extra: SQL) => sql`select a.* from alerts a where ${matches} ${extra} ${by} limit ${limit}`;
  const bounds = column === null ? createdBounds(query) : null;
  const rows = bounds
    ? sql`((${page(bounds.late)}) union all (${page(bounds.inTime)})) a ${by} limit ${limit}`
    : sql`(${page(sql``)}) a`;
  return sql`select ${value} as value from ${bounds ? sql`(select a.* from ${rows}) a` : rows} ${camera ?? sql``} ${by}`;
}

function beyond(sort: AlertSort, place: CursorPosition | undefined): SQL {
  if (!place) return sql``;
  const { column, descends } = orders[sort];
  const sign = sql.raw(descends ? "<" : ">");
  if (!column) return sql`and a.id ${sign} ${place[0]}::uuid`;
  return sql`and (a.${sql.raw(column)}, a.id) ${sign} (${place[0]}::timestamptz, ${place[1]}::uuid)`;
}

/** Filters whose rows an index holds in the order of creation, when there is one value of one of them. */
const indexed = new Set<string>(["status", "severity", "use_case", "assignee_id", "camera_id", "site_id"]);
const filterNames = Object.keys(alertFilters) as (keyof typeof alertFilters)[];

/**
 * Whether one plan suits every value, so that the statement may be prepared: an index holds the rows in the order of the
 * list. Otherwise the plan depends on how many alerts have the values, and each statement is planned for its own.
 */
function hasOnePlan(query: AlertSearch, cameras: readonly string[] | null, sort: AlertSort): boolean {
  const used = filterNames.filter((name) => query[name] !== undefined && !name.startsWith("created_"));
  const [name] = used;
  if (name === undefined) return true;
  if (used.length > 1 || !indexed.has(name) || orders[sort].column !== null) return false;
  return (cameras ?? (query[name] as readonly string[])).length === 1;
}
