import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId, firstIdAt } from "@/lib/db/ids";
import { containsPattern, isoTime, isoTimeOrNull } from "@/lib/db/text";
import type { ActorKind, AlertSort, AlertStatus, Disposition, Severity } from "@/lib/db/values";
import { decodeCursor, listIdentity, type Position } from "@/lib/http/cursor";
import { pageOf } from "@/lib/http/page";
import { notFound } from "@/lib/http/parse";
import { type Actor, actorIdKind } from "@/lib/http/wire";
import type { Alert, AlertList, AlertQuery } from "./schema";

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

function anyOf(column: SQL, values: readonly (string | null)[], type: "text" | "uuid"): SQL {
  return sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;
}

function camerasNamed(ctx: Context, references: readonly string[]): SQL {
  const ids = references.map((reference) => decodeId("camera", reference)).filter((id) => id !== null);
  const named = sql`select c.id from cameras c where c.organization_id = ${ctx.organizationId}
    and (c.id = any(${sql.param(ids)}::uuid[]) or c.external_id = any(${sql.param([...references])}::text[]))`;
  return ids.length === references.length ? anyOf(sql`a.camera_id`, ids, "uuid") : sql`a.camera_id in (${named})`;
}

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
    parts.push(sql`(a.title ilike ${pattern} or a.description ilike ${pattern} or a.use_case ilike ${pattern})`);
  }
  return sql.join(parts, sql` and `);
}

const orders = {
  "-created_at": { by: sql.raw("a.id desc"), column: null, after: sql.raw("<") },
  created_at: { by: sql.raw("a.id"), column: null, after: sql.raw(">") },
  "-occurred_at": { by: sql.raw("a.occurred_at desc, a.id desc"), column: "occurred_at", after: sql.raw("<") },
  "-updated_at": { by: sql.raw("a.updated_at desc, a.id desc"), column: "updated_at", after: sql.raw("<") },
} as const;

interface Selection {
  condition: SQL;
  sort: AlertSort;
  /** Where to go on: `positionOf` the last row that was read. */
  after?: Position | undefined;
  limit: number;
  withCamera: boolean;
}

/** Alerts in a list's order, one backward or forward index range from a row on (keyset). */
export function selectAlerts(ctx: Context, selection: Selection): Promise<readonly AlertRow[]> {
  const { condition, sort, after: position, limit, withCamera } = selection;
  const { by, column, after } = orders[sort];
  const place = column ? sql`(${sql.raw(`a.${column}`)}, a.id)` : sql`a.id`;
  const start = column ? sql`(${position?.[0]}::timestamptz, ${position?.[1]}::uuid)` : sql`${position?.[0]}::uuid`;
  return ctx.db.execute<AlertRow>(sql`select ${alertColumns}${withCamera ? cameraColumns : sql``} from alerts a
    ${withCamera ? cameraJoin : sql``} where ${condition} ${position ? sql`and ${place} ${after} ${start}` : sql``}
    order by ${by} limit ${limit}`);
}

/** The place of a row in a list of this order. */
export function positionOf(sort: AlertSort, row: AlertRow): Position {
  const { column } = orders[sort];
  return column ? [isoTime(row[column]), row.id] : [row.id];
}

/**
 * A page of the organization's alerts: every page costs the same, and rows that arrive meanwhile neither repeat nor
 * skip others.
 * @throws Failure `invalid_cursor`.
 */
export async function listAlerts(ctx: Context, query: AlertQuery): Promise<AlertList> {
  const { sort, limit } = query;
  const identity = listIdentity("alerts", query);
  const condition = alertCondition(ctx, query);
  const after = query.cursor ? decodeCursor(ctx, identity, query.cursor) : undefined;
  const withCamera = query.expand?.includes("camera") ?? false;
  const [rows, counted] = await Promise.all([
    selectAlerts(ctx, { condition, sort, after, limit: limit + 1, withCamera }),
    query.include_total
      ? ctx.db.execute<{ total: number }>(sql`select count(*)::int as total from alerts a where ${condition}`)
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
