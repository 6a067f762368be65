import { and, count, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId } from "@/lib/db/ids";
import { camelCase } from "@/lib/db/record";
import { cameras } from "@/lib/db/tables/cameras";
import { notFound } from "@/lib/http/failures";
import type { ResourceField } from "@/lib/http/fields";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { type CameraStatus, type CameraStatusReason, cameraStatuses } from "@/lib/values";
import { storedColumns } from "./columns";
import { cameraFieldNames, cameraFields } from "./fields";
import { type CameraFilterValues, filterConditions } from "./filters";
import type {
  Camera,
  CameraCounts,
  CameraCountsQuery,
  CameraList,
  CameraListQuery,
  CameraStatusReport,
} from "./schema";
import { effectiveTime, lateAt, offlineAt, statusAt } from "./status";

/** Returns the columns to select, with the status at a given time. */
const cameraColumnsAt = (status: ReturnType<typeof statusAt>) => ({
  ...storedColumns,
  status: status.status,
  statusReason: status.reason,
  statusSince: status.since,
});
export const cameraColumns = (at?: Date) => cameraColumnsAt(statusAt(effectiveTime(at)));

type CameraRow = Pick<typeof cameras.$inferSelect, keyof typeof storedColumns> & {
  status: CameraStatus;
  statusReason: CameraStatusReason;
  statusSince: Date;
};

/** Converts a camera's row to the API's format. */
export function toCamera(row: CameraRow): Camera {
  const camera = cameraFieldNames.map((name) => [name, toWire(cameraFields[name], row[camelCase(name)])]);
  return Object.fromEntries(camera);
}

function toWire(field: ResourceField, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return field.form === "id" && value !== null ? encodeId(field.of, String(value)) : value;
}

/** Returns the condition for the organization's cameras that aren't archived. */
export function camerasOfOrganization(ctx: Context): SQL | undefined {
  return and(eq(cameras.organizationId, ctx.organizationId), isNull(cameras.archivedAt));
}

/**
 * Returns the condition for one camera by its public ID. It doesn't match archived cameras or those of other
 * organizations.
 */
export function cameraWithId(ctx: Context, id: string): SQL | undefined {
  return and(camerasOfOrganization(ctx), eq(cameras.id, sql`${decodeId("camera", id)}::uuid`));
}

/** Returns the condition for the organization's cameras that match a query's filters. */
export function camerasMatching(ctx: Context, filters: CameraFilterValues): SQL | undefined {
  return and(camerasOfOrganization(ctx), ...filterConditions(filters));
}

/**
 * Returns a page of the organization's cameras, newest first (keyset by ID), with their current status.
 * @throws Failure `invalid_cursor`.
 */
export async function readCameras(ctx: Context, query: CameraListQuery): Promise<CameraList> {
  const identity = listIdentity("cameras", query);
  const where = camerasMatching(ctx, query);
  const after = query.cursor ? String(decodeCursor(ctx, identity, query.cursor)[0]) : undefined;
  const [rows, counted] = await Promise.all([
    ctx.db
      .select(cameraColumns())
      .from(cameras)
      .where(and(where, after === undefined ? undefined : lt(cameras.id, after)))
      .orderBy(desc(cameras.id))
      .limit(query.limit + 1),
    query.include_total ? ctx.db.select({ total: count() }).from(cameras).where(where) : [],
  ]);
  return toPage(ctx, rows, {
    limit: query.limit,
    identity,
    position: (row) => [row.id],
    toWire: toCamera,
    total: counted[0]?.total,
  });
}

/**
 * Returns one of the organization's cameras, with its status.
 * @param at replaces the current time, for tests.
 * @throws Failure `not_found`, also for an archived camera.
 */
export async function readCamera(ctx: Context, id: string, at?: Date): Promise<Camera> {
  const [row] = await ctx.db.select(cameraColumns(at)).from(cameras).where(cameraWithId(ctx, id));
  if (!row) throw notFound();
  return toCamera(row);
}

/**
 * Returns a camera's status and the evidence for it.
 * @param at replaces the current time, for tests.
 * @throws Failure `not_found`, also for an archived camera.
 */
export async function readCameraStatus(ctx: Context, id: string, at?: Date): Promise<CameraStatusReport> {
  const [row] = await ctx.db
    .select({
      ...cameraColumns(at),
      lateAt,
      offlineAt,
      checkedAt: effectiveTime(at),
      fps: cameras.fps,
      reconnects: cameras.reconnects,
      error: cameras.reportedError,
      probedAt: cameras.probedAt,
      probeResult: cameras.probeResult,
    })
    .from(cameras)
    .where(cameraWithId(ctx, id));
  if (!row) throw notFound();
  const { status, status_reason, status_since, last_seen_at, heartbeat_timeout_s, offline_grace_s } = toCamera(row);
  return {
    camera_id: id,
    status,
    status_reason,
    status_since,
    last_seen_at,
    heartbeat_timeout_s,
    offline_grace_s,
    late_at: row.lateAt?.toISOString() ?? null,
    offline_at: row.offlineAt?.toISOString() ?? null,
    fps: row.fps,
    reconnects: row.reconnects,
    error: row.error,
    probe: row.probeResult && row.probedAt ? { result: row.probeResult, checked_at: row.probedAt.toISOString() } : null,
    checked_at: row.checkedAt.toISOString(),
  };
}

/** Counts the matching cameras by their current status. Statuses without cameras have the count 0. */
export async function readCameraCounts(ctx: Context, query: CameraCountsQuery): Promise<CameraCounts> {
  const rows = await ctx.db
    .select({ status: sql<CameraStatus>`${statusAt(effectiveTime()).status}`.as("status_now"), cameras: count() })
    .from(cameras)
    .where(camerasMatching(ctx, query))
    .groupBy(sql`status_now`);
  const found = new Map(rows.map((row) => [row.status, row.cameras]));
  const counts = cameraStatuses.map((status) => [status, found.get(status) ?? 0] as const);
  return {
    total: rows.reduce((sum, row) => sum + row.cameras, 0),
    by_status: Object.fromEntries(counts) as CameraCounts["by_status"],
  };
}
