import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId, firstIdAt } from "@/lib/db/ids";
import { containsPattern, isoTime, isoTimeOrNull } from "@/lib/db/text";
import type { ActorKind, AlertSort, AlertStatus, Disposition, Severity } from "@/lib/db/values";
import { decodeCursor, listIdentity, type Position } from "@/lib/http/cursor";
import { pageOf } from "@/lib/http/page";
import { notFound } from "@/lib/http/parse";
import { type Actor, actorIdKind } from "@/lib/http/wire";
import { type Alert, type AlertList, type AlertQuery, alertFilters } from "./schema";

/** A row as PostgreSQL's text protocol gives it: times are text in UTC. */
export type AlertRow = {
  id: string;
  camera_id: string;
  use_case: string;
  status: AlertStatus;
  severity: Severity;
  title: string | null;
  description: string | null;
  occurred_at: string;
  dedup_key: string | null;
  confidence: number | null;
  media: Alert["media"];
  tags: string[];
  metadata: Record<string, unknown>;
  assignee_id: string | null;
  disposition: Disposition | null;
  disposition_reason: string | null;
  occurrence_count: number;
  last_occurred_at: string;
  source_kind: ActorKind;
  source_id: string;
  source_name: string;
  created_at: string;
  updated_at: string;
  acknowledged_at: string | null;
  acknowledged_by_kind: ActorKind | null;
  acknowledged_by_id: string | null;
  acknowledged_by_name: string | null;
  resolved_at: string | null;
  resolved_by_kind: ActorKind | null;
  resolved_by_id: string | null;
  resolved_by_name: string | null;
  version: number;
  camera_name?: string;
  camera_external_id?: string | null;
  site_id?: string | null;
  site_name?: string | null;
};

/** The columns that leave, of a table or CTE named `a`. */
export const alertColumns = sql.raw(
  `a.id, a.camera_id, a.use_case, a.status, a.severity, a.title, a.description, a.occurred_at, a.dedup_key, a.confidence,
   a.media, a.tags, a.metadata, a.assignee_id, a.disposition, a.disposition_reason, a.occurrence_count,
   a.last_occurred_at, a.source_kind, a.source_id, a.source_name, a.created_at, a.updated_at, a.acknowledged_at,
   a.acknowledged_by_kind, a.acknowledged_by_id, a.acknowledged_by_name, a.resolved_at, a.resolved_by_kind,
   a.resolved_by_id, a.resolved_by_name, a.version`,
);

const told = ["camera_id", "use_case", "severity", "status", "title", "version"] as const;

/**
 * What events tell of an alert, so that who listens need not read it; of a table or CTE named `a`, and of a row. Its ids
 * are completed where the event leaves (`toEvent`).
 */
export const alertTold = (camera = "camera_id") =>
  `jsonb_build_object(${told.map((name) => `'${name}', a.${name === "camera_id" ? camera : name}`).join(", ")})`;
export const tellAlert = (row: AlertRow) => Object.fromEntries(told.map((name) => [name, row[name]]));

const cameraColumns = sql.raw(
  ", c.name as camera_name, c.external_id as camera_external_id, s.id as site_id, s.name as site_name",
);
const cameraJoin = sql.raw(
  `join cameras c on c.organization_id = a.organization_id and c.id = a.camera_id
   left join sites s on s.organization_id = c.organization_id and s.id = c.site_id`,
);

function actorOf(kind: ActorKind | null, id: string | null, name: string | null): Actor | null {
  return kind && id ? { kind, id: encodeId(actorIdKind(kind), id), name: name ?? "" } : null;
}

/** A row as callers see it. */
export function toAlert(row: AlertRow): Alert {
  return {
    id: encodeId("alert", row.id),
    camera_id: encodeId("camera", row.camera_id),
    ...(row.camera_name !== undefined && {
      camera: {
        id: encodeId("camera", row.camera_id),
        name: row.camera_name,
        external_id: row.camera_external_id ?? null,
        site: row.site_id ? { id: encodeId("site", row.site_id), name: row.site_name ?? "" } : null,
      },
    }),
    use_case: row.use_case,
    status: row.status,
    severity: row.severity,
    title: row.title,
    description: row.description,
    occurred_at: isoTime(row.occurred_at),
    dedup_key: row.dedup_key,
    confidence: row.confidence,
    media: row.media,
    tags: row.tags,
    metadata: row.metadata,
    assignee_id: row.assignee_id && encodeId("user", row.assignee_id),
    disposition: row.disposition,
    disposition_reason: row.disposition_reason,
    occurrence_count: row.occurrence_count,
    last_occurred_at: isoTime(row.last_occurred_at),
    source: { kind: row.source_kind, id: encodeId(actorIdKind(row.source_kind), row.source_id), name: row.source_name },
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    acknowledged_at: isoTimeOrNull(row.acknowledged_at),
    acknowledged_by: actorOf(row.acknowledged_by_kind, row.acknowledged_by_id, row.acknowledged_by_name),
    resolved_at: isoTimeOrNull(row.resolved_at),
    resolved_by: actorOf(row.resolved_by_kind, row.resolved_by_id, row.resolved_by_name),
    version: row.version,
  };
}

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
  withCamera: boolean;
}

/**
 * Alerts in a list's order from a row on (keyset). A filter that no index holds in this order is tried on the next rows,
 * which finds what is frequent; when that does not do, what is left is found by the filter's own index and sorted.
 * The planner would have to guess which of the two: its statistics know all organizations, not this one.
 */
export function selectAlerts(ctx: Context, selection: Selection): Promise<AlertRow[]> {
  const { query, sort, after, limit, withCamera } = selection;
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
  const columns = sql`${alertColumns}${withCamera ? cameraColumns : sql``}`;
  const camera = withCamera ? cameraJoin : sql``;
  if (isInIndexOrder(query, column)) {
    return ctx.db.execute<AlertRow>(
      sql`select ${columns} from alerts a ${camera} where ${condition} ${start} ${order()} limit ${limit}`,
    );
  }
  const next = sql`from alerts a where a.organization_id = ${ctx.organizationId} ${start} ${order()}`;
  const edge = sql`(select ${column ? sql.raw(`a.${column}, a.id`) : sql.raw("a.id")} ${next} offset ${NEAR_ROWS} limit 1)`;
  // No index has its nulls where this order wants them, so the planner cannot walk one instead of using the filter's.
  const sorted = order(descends ? " nulls last" : " nulls first");
  return ctx.db.execute<AlertRow>(sql`
    with near as materialized (
      select * from (select a.* ${next} limit ${NEAR_ROWS}) a where ${condition} ${order()} limit ${limit}
    ), far as materialized (
      select a.* from alerts a where ${condition} and ${place} ${beyond}= ${edge} ${sorted} limit ${limit}
    )
    select ${columns} from (
      select * from near union all select * from far where (select count(*) from near) < ${limit}
    ) a ${camera} ${order()} limit ${limit}`);
}

/** The place of a row in a list of this order. */
export function positionOf(sort: AlertSort, row: AlertRow): Position {
  const { column } = orders[sort];
  return column ? [isoTime(row[column]), row.id] : [row.id];
}

/**
 * A page of the organization's alerts: rows that arrive meanwhile neither repeat nor skip others.
 * @throws Failure `invalid_cursor`.
 */
export async function listAlerts(ctx: Context, query: AlertQuery): Promise<AlertList> {
  const { sort, limit } = query;
  const identity = listIdentity("alerts", query);
  const after = query.cursor ? decodeCursor(ctx, identity, query.cursor) : undefined;
  const withCamera = query.expand?.includes("camera") ?? false;
  const [rows, counted] = await Promise.all([
    selectAlerts(ctx, { query, sort, after, limit: limit + 1, withCamera }),
    query.include_total
      ? ctx.db.execute<{ total: number }>(
          sql`select count(*)::int as total from alerts a where ${alertCondition(ctx, query)}`,
        )
      : [],
  ]);
  return pageOf(ctx, rows, {
    limit,
    identity,
    position: (row) => positionOf(sort, row),
    toWire: toAlert,
    total: counted[0]?.total,
  });
}

/** @throws Failure `not_found`, also for another organization's alert. */
export async function getAlert(
  ctx: Context,
  id: string,
  query: { expand?: "camera"[] | undefined } = {},
): Promise<Alert> {
  const expand = query.expand?.includes("camera");
  const [row] = await ctx.db.execute<AlertRow>(sql`
    select ${alertColumns}${expand ? cameraColumns : sql``} from alerts a ${expand ? cameraJoin : sql``}
    where a.organization_id = ${ctx.organizationId} and a.id = ${decodeId("alert", id)}::uuid`);
  if (!row) throw notFound();
  return toAlert(row);
}
