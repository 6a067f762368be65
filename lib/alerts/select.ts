import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, firstIdAt } from "@/lib/db/ids";
import { containsPattern } from "@/lib/db/text";
import type { AlertSort } from "@/lib/db/values";
import type { Position } from "@/lib/http/cursor";
import { cameraJoin } from "./row";
import { type AlertQuery, alertFilters } from "./schema";
import { packedAlert, packedAlertWithCamera, placeOf } from "./text";

// A single value is compared as such: only then do the index's rows come in the order of the list.
function anyOf(column: SQL, values: readonly (string | null)[], type: "text" | "uuid"): SQL {
  if (values.length === 1) return sql`${column} = ${values[0]}::${sql.raw(type)}`;
  return sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;
}

function camerasNamed(ctx: Context, references: readonly string[]): SQL {
  const ids = references.map((reference) => decodeId("camera", reference)).filter((id) => id !== null);
  const named = sql`select c.id from cameras c where c.organization_id = ${ctx.organizationId}
    and (c.id = any(${sql.param(ids)}::uuid[]) or c.external_id = any(${sql.param([...references])}::text[]))`;
  return ids.length === references.length ? anyOf(sql`a.camera_id`, ids, "uuid") : sql`a.camera_id in (${named})`;
}

// The expression of the index `alerts_search`. Nothing that can be searched for holds the character between the parts.
const searchedText = sql.raw(
  "(coalesce(a.title, '') || chr(1) || coalesce(a.description, '') || chr(1) || a.use_case)",
);
/** What that index can look up; for anything shorter it would read every entry, which is slower than the rows. */
const INDEXED_WORD = /[\p{L}\p{N}]{3}/u;

function assignedTo(references: readonly string[]): SQL {
  const ids = references.map((reference) => decodeId("user", reference)).filter((id) => id !== null);
  const assigned = anyOf(sql`a.assignee_id`, ids, "uuid");
  return references.includes("none") ? sql`(a.assignee_id is null or ${assigned})` : assigned;
}

/** The condition of a set of filters, the organization first. */
export function alertCondition(ctx: Context, query: Omit<AlertQuery, "sort" | "limit">): SQL {
  const parts: SQL[] = [sql`a.organization_id = ${ctx.organizationId}`];
  if (query.status) parts.push(anyOf(sql`a.status`, query.status, "text"));
  if (query.use_case) parts.push(anyOf(sql`a.use_case`, query.use_case, "text"));
  if (query.severity) parts.push(anyOf(sql`a.severity`, query.severity, "text"));
  if (query.camera_id) parts.push(camerasNamed(ctx, query.camera_id));
  if (query.site_id) {
    const sites = query.site_id.map((id) => decodeId("site", id));
    parts.push(sql`a.camera_id in (select c.id from cameras c where c.organization_id = ${ctx.organizationId}
      and ${anyOf(sql`c.site_id`, sites, "uuid")})`);
  }
  if (query.tag) parts.push(sql`a.tags && ${sql.param(query.tag)}::text[]`);
  if (query.assignee_id) parts.push(assignedTo(query.assignee_id));
  if (query.occurred_after)
    parts.push(sql`a.occurred_at >= ${new Date(query.occurred_after).toISOString()}::timestamptz`);
  if (query.occurred_before)
    parts.push(sql`a.occurred_at < ${new Date(query.occurred_before).toISOString()}::timestamptz`);
  if (query.created_after) parts.push(sql`a.id >= ${firstIdAt(new Date(query.created_after))}::uuid`);
  if (query.created_before) parts.push(sql`a.id < ${firstIdAt(new Date(query.created_before))}::uuid`);
  if (query.updated_after) parts.push(sql`a.updated_at >= ${new Date(query.updated_after).toISOString()}::timestamptz`);
  if (query.q) {
    const pattern = containsPattern(query.q);
    const isIndexed = INDEXED_WORD.test(query.q);
    parts.push(
      isIndexed
        ? sql`${searchedText} ilike ${pattern}`
        : sql`(a.title ilike ${pattern} or a.description ilike ${pattern} or a.use_case ilike ${pattern})`,
    );
  }
  return sql.join(parts, sql` and `);
}

const orders = {
  "-created_at": { column: null, descends: true },
  created_at: { column: null, descends: false },
  "-occurred_at": { column: "occurred_at", descends: true },
  "-updated_at": { column: "updated_at", descends: true },
} as const;

/** So many rows are read in the order of the list before the filter's own index is asked instead. */
const NEAR_ROWS = 5_000;
const filterNames = Object.keys(alertFilters) as (keyof typeof alertFilters)[];
/** Filters of one column whose index, for a single value, holds the rows in the order of their ids. */
const orderedFilters = ["status", "use_case", "severity", "camera_id", "assignee_id"] as const;
type AlertSearch = Omit<AlertQuery, "sort" | "limit">;

/** Whether one index gives the matching rows in the order of the list, so that no other row needs to be read. */
function isInIndexOrder(query: AlertSearch, column: "occurred_at" | "updated_at" | null): boolean {
  const ranges = `${column?.replace("_at", "") ?? "created"}_`;
  const used = filterNames.filter((name) => query[name] !== undefined && !name.startsWith(ranges));
  const [only] = used;
  if (!only) return true;
  const [value, ...more] = orderedFilters.some((name) => name === only) ? (query[only] ?? []) : [];
  if (value === undefined || more.length > 0 || used.length > 1 || column !== null) return false;
  return only !== "camera_id" || decodeId("camera", value) !== null;
}

interface Selection {
  query: AlertSearch;
  sort: AlertSort;
  /** Where to go on: `positionOf` the last row that was read. */
  after?: Position | undefined;
  limit: number;
}

/**
 * Alerts in a list's order from a row on (keyset). A filter that no index holds in this order is tried on the next rows,
 * which finds what is frequent; when that does not do, what is left is found by the filter's own index and sorted.
 * The planner would have to guess which of the two: its statistics know all organizations, not this one.
 */
async function select(ctx: Context, selection: Selection, value: SQL, camera = sql``): Promise<string[]> {
  const rows = await ctx.db.execute<{ value: string }>(selectStatement(ctx, selection, value, camera));
  return rows.map((row) => row.value);
}

function selectStatement(ctx: Context, { query, sort, after, limit }: Selection, value: SQL, camera: SQL): SQL {
  const { column, descends } = orders[sort];
  const order = (nulls = "") => {
    const names = column ? [`a.${column}`, "a.id"] : ["a.id"];
    return sql.raw(`order by ${names.map((name) => `${name}${descends ? " desc" : ""}${nulls}`).join(", ")}`);
  };
  const condition = alertCondition(ctx, query);
  const place = sql.raw(column ? `(a.${column}, a.id)` : "a.id");
  const beyond = sql.raw(descends ? "<" : ">");
  const last = column ? sql`(${after?.[0]}::timestamptz, ${after?.[1]}::uuid)` : sql`${after?.[0]}::uuid`;
  const start = after ? sql`and ${place} ${beyond} ${last}` : sql``;
  if (isInIndexOrder(query, column)) {
    return sql`select ${value} as value from alerts a ${camera} where ${condition} ${start} ${order()} limit ${limit}`;
  }
  const next = sql`from alerts a where a.organization_id = ${ctx.organizationId} ${start} ${order()}`;
  const edge = sql`(select ${column ? sql.raw(`a.${column}, a.id`) : sql.raw("a.id")} ${next} offset ${NEAR_ROWS} limit 1)`;
  // No index has its nulls where this order wants them, so the planner cannot walk one instead of using the filter's.
  const sorted = order(descends ? " nulls last" : " nulls first");
  return sql`
    with near as materialized (
      select * from (select a.* ${next} limit ${NEAR_ROWS}) a where ${condition} ${order()} limit ${limit}
    ), far as materialized (
      select a.* from alerts a where ${condition} and ${place} ${beyond}= ${edge} ${sorted} limit ${limit}
    )
    select ${value} as value from (
      select * from near union all select * from far where (select count(*) from near) < ${limit}
    ) a ${camera} ${order()} limit ${limit}`;
}

/** The alerts of a selection, each as one text for `alertJson`. */
export function selectAlerts(ctx: Context, selection: Selection & { withCamera: boolean }): Promise<string[]> {
  if (selection.withCamera) return select(ctx, selection, packedAlertWithCamera, cameraJoin);
  return select(ctx, selection, packedAlert);
}

/** The UUIDs of the alerts of a selection. */
export function selectAlertIds(ctx: Context, selection: Selection): Promise<string[]> {
  return select(ctx, selection, sql.raw("a.id"));
}

/** The place of an alert in a list of this order. */
export function positionOf(sort: AlertSort, packed: string): Position {
  return placeOf(packed, orders[sort].column);
}
