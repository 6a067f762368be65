import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { systemActor } from "@/lib/auth/system";
import type { Transaction } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import type { RecordOf } from "@/lib/db/record";
import { cameraStatusChanges, cameras } from "@/lib/db/tables/cameras";
import { isoTime } from "@/lib/db/text";
import { appendEvents } from "@/lib/events/writes";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { DEFAULT_STATUS_HISTORY_D } from "@/lib/limits";
import { cameraStatusChanged } from "./events";
import type { StatusHistory, StatusHistoryQuery } from "./history-schema";
import { cameraWithId, readCamera } from "./reads";
import { effectiveTime, type MonitoredCamera, type StatusChange, type StatusStep, unrecordedOffline } from "./status";

/** A locked camera, with the evidence for its status and the fields that its events contain. */
export interface TrackedCamera extends MonitoredCamera {
  id: string;
  name: string;
  externalId: string | null;
  siteId: string | null;
}

const trackedColumns = {
  id: cameras.id,
  name: cameras.name,
  externalId: cameras.externalId,
  siteId: cameras.siteId,
  enabled: cameras.enabled,
  heartbeatTimeoutS: cameras.heartbeatTimeoutS,
  offlineGraceS: cameras.offlineGraceS,
  lastSeenAt: cameras.lastSeenAt,
  fps: cameras.fps,
  reconnects: cameras.reconnects,
  reportedError: cameras.reportedError,
  recordedStatus: cameras.recordedStatus,
  recordedSince: cameras.recordedSince,
};

/**
 * Locks the matching cameras in the order of their IDs, to prevent deadlocks.
 * @param options `at` replaces the current time, for tests. `skipLocked` omits cameras that another transaction
 * has locked.
 * @returns the cameras, at most `limit`, and the time of the change.
 */
export async function lockTracked(
  tx: Transaction,
  where: SQL | undefined,
  options: { at?: Date | undefined; limit?: number; skipLocked?: boolean } = {},
): Promise<{ tracked: TrackedCamera[]; now: Date }> {
  const query = tx
    .select({ ...trackedColumns, now: effectiveTime(options.at) })
    .from(cameras)
    .where(where)
    .orderBy(cameras.organizationId, cameras.id)
    .for("update", options.skipLocked ? { skipLocked: true } : {});
  const rows = await (options.limit === undefined ? query : query.limit(options.limit));
  return { tracked: rows, now: rows[0]?.now ?? new Date(0) };
}

/** Collects the status changes of locked cameras in a transaction, and then stores them with few statements. */
export class StatusLog {
  private readonly cameras = new Map<string, TrackedCamera>();
  private readonly silences: [TrackedCamera, StatusChange][] = [];
  private readonly changes: [TrackedCamera, StatusChange][] = [];

  /** Adds a step and returns the camera after it. An outage (`silence`) has no actor, regardless of who detects it. */
  add(camera: TrackedCamera, step: StatusStep, cause: "silence" | "caller"): TrackedCamera {
    const after = { ...camera, ...step.camera };
    this.cameras.set(camera.id, after);
    if (step.change) (cause === "silence" ? this.silences : this.changes).push([camera, step.change]);
    return after;
  }

  /** The number of collected status changes. */
  get size(): number {
    return this.silences.length + this.changes.length;
  }

  /**
   * Stores the evidence for the cameras' statuses. A heartbeat isn't a user's change, so version and `updated_at`
   * stay the same.
   */
  async storeCameras(tx: Transaction, ctx: Context): Promise<void> {
    if (this.cameras.size === 0) return;
    const rows = [...this.cameras.values()].map((camera) => ({
      id: camera.id,
      last_seen_at: camera.lastSeenAt,
      fps: camera.fps,
      reconnects: camera.reconnects,
      reported_error: camera.reportedError,
      recorded_status: camera.recordedStatus,
      recorded_since: camera.recordedSince,
    }));
    await tx.execute(sql`
      update cameras c set last_seen_at = n.last_seen_at, fps = n.fps, reconnects = n.reconnects,
        reported_error = n.reported_error, recorded_status = n.recorded_status, recorded_since = n.recorded_since
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, last_seen_at timestamptz,
        fps double precision, reconnects integer, reported_error text, recorded_status text, recorded_since timestamptz)
      where c.organization_id = ${ctx.organizationId} and c.id = n.id`);
  }

  /** Writes history entries and events. Outages come first, because they happened before the other changes. */
  async storeChanges(tx: Transaction, ctx: Context): Promise<void> {
    const all = [...this.silences, ...this.changes];
    if (all.length === 0) return;
    const rows = all.map(([camera, { from, to, reason, at }]) => ({ id: camera.id, at, from, to, reason }));
    await tx.execute(sql`
      insert into ${cameraStatusChanges} (organization_id, camera_id, at, from_status, status, reason)
      select ${ctx.organizationId}, n.id, n.at, n."from", n."to", n.reason
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (id uuid, at timestamptz, "from" text, "to" text, reason text)) with ordinality as n(id, at, "from", "to", reason, place)
      order by n.place`);
    await appendEvents(tx, { ...ctx, actor: systemActor(ctx.organizationId) }, this.silences.map(eventOf));
    await appendEvents(tx, ctx, this.changes.map(eventOf));
  }
}

/** Returns the snapshot of a camera in its events. It contains only the most important fields. */
export function toCameraEventSnapshot(camera: {
  id: string;
  name: string;
  externalId: string | null;
  siteId: string | null;
}) {
  return {
    id: encodeId("camera", camera.id),
    name: camera.name,
    external_id: camera.externalId,
    site_id: camera.siteId && encodeId("site", camera.siteId),
  };
}

function eventOf([camera, { from, to, reason, at }]: [TrackedCamera, StatusChange]) {
  const data = { camera: toCameraEventSnapshot(camera), from, to, reason, at: at.toISOString() };
  return cameraStatusChanged.of(camera.id, data);
}

type ChangeRow = Omit<RecordOf<typeof cameraStatusChanges>, "organization_id" | "camera_id" | "id"> & { id: string };

/**
 * Returns a page of a camera's status changes, newest first. An outage that isn't recorded yet comes first. Its ID
 * is one above the newest recorded one, so that later pages neither repeat nor skip it once it is recorded.
 * @param at replaces the current time, for tests.
 * @throws Failure `not_found`, `invalid_cursor`.
 */
export async function readStatusHistory(
  ctx: Context,
  id: string,
  query: StatusHistoryQuery,
  at?: Date,
): Promise<StatusHistory> {
  const identity = listIdentity(`cameras/${id}/status/history`, query);
  const now = effectiveTime(at);
  const end = query.to === undefined ? now : sql`${query.to}::timestamptz`;
  const start = query.from
    ? sql`${query.from}::timestamptz`
    : sql`${end} - make_interval(days => ${DEFAULT_STATUS_HISTORY_D})`;
  const inPeriod = sql`h.organization_id = ${ctx.organizationId} and h.camera_id = w.id and h.at >= ${start}
    and ${query.to === undefined ? sql`true` : sql`h.at < ${end}`}`;
  const [beforeAt, beforeId] = query.cursor ? decodeCursor(ctx, identity, query.cursor) : [];
  const next = query.cursor ? sql`and h.at <= ${beforeAt}::timestamptz and h.id < ${beforeId}::bigint` : sql``;
  const watched = sql`watched as (
    select ${cameras.id}, ${cameras.recordedStatus}, ${unrecordedOffline(now)} as silent_at
    from ${cameras} where ${cameraWithId(ctx, id)})`;
  const isUnrecorded = sql`w.silent_at >= ${start} and w.silent_at < ${end}`;
  const [rows, counted] = await Promise.all([
    ctx.db.execute<ChangeRow>(sql`
      with ${watched}, recorded as (
        select h.at, h.id, h.from_status, h.status, h.reason from camera_status_changes h, watched w
        where ${inPeriod} ${next} order by h.at desc, h.id desc limit ${query.limit + 1}
      )
      select at, id::text, from_status, status, reason from (
        select * from recorded
        union all
        select w.silent_at, coalesce((select max(id) from recorded), 0) + 1, w.recorded_status, 'offline',
          'heartbeats_stopped'
        from watched w where ${query.cursor ? sql`false` : isUnrecorded}) changes
      order by at desc, changes.id desc limit ${query.limit + 1}`),
    query.include_total
      ? ctx.db.execute<{ total: number }>(sql`
          with ${watched}
          select ((select count(*) from camera_status_changes h, watched w where ${inPeriod})
            + (select count(*) from watched w where ${isUnrecorded}))::int as total`)
      : [],
  ]);
  if (rows.length === 0) await readCamera(ctx, id);
  return toPage(ctx, rows, {
    limit: query.limit,
    identity,
    position: (row) => [row.at, row.id],
    toWire: (row) => ({ at: isoTime(row.at), from: row.from_status, to: row.status, reason: row.reason }),
    total: counted[0]?.total,
  });
}
