import { type SQL, sql } from "drizzle-orm";
import { cameras } from "@/lib/db/tables/cameras";
import type { CameraStatus, CameraStatusReason } from "@/lib/values";

/** Frames per second below which a camera counts as degraded. */
export const MIN_FPS = 5;
/** Reconnects between two heartbeats above which a camera counts as degraded. */
export const MAX_RECONNECTS = 3;

/**
 * The time of a read or write: the database's clock, truncated to milliseconds like stored times.
 * @param at another time, for tests.
 */
export function effectiveTime(at?: Date): SQL<Date> {
  const now = at ? sql`${at.toISOString()}::timestamptz` : sql`date_trunc('milliseconds', now())`;
  return now.mapWith(cameras.createdAt) as SQL<Date>;
}

/** When a heartbeat becomes overdue, and when the grace period ends. */
export const lateAt = time(sql`${cameras.lastSeenAt} + make_interval(secs => ${cameras.heartbeatTimeoutS})`);
export const offlineAt = time(
  sql`${cameras.lastSeenAt} + make_interval(secs => ${cameras.heartbeatTimeoutS} + ${cameras.offlineGraceS})`,
);

/**
 * Whether a camera is still within its grace period. Uses a difference of times, because adding an interval depends on
 * the session's time zone, and an UPDATE of a distributed table can't apply such a function to a column.
 */
export function isWithinGrace(now: SQL): SQL {
  return sql`${now} - ${cameras.lastSeenAt} <= make_interval(secs => ${cameras.heartbeatTimeoutS} + ${cameras.offlineGraceS})`;
}

function time(expression: SQL): SQL<Date | null> {
  return expression.mapWith(cameras.createdAt) as SQL<Date | null>;
}

interface State {
  status: CameraStatus;
  reason: CameraStatusReason;
  when: SQL;
  since: SQL;
}

const recorded = sql`${cameras.recordedSince}`;
/** When an unrecorded outage began. */
const silentSince = sql`greatest(${offlineAt}, ${recorded})`;

function statesAt(now: SQL): readonly State[] {
  const wentOffline = sql`case when ${cameras.recordedStatus} = 'offline' then ${recorded} else ${silentSince} end`;
  const degraded = (reason: CameraStatusReason, when: SQL): State => ({
    status: "degraded",
    reason,
    when,
    since: recorded,
  });
  return [
    { status: "disabled", reason: "turned_off", when: sql`not ${cameras.enabled}`, since: recorded },
    { status: "pending", reason: "never_seen", when: sql`${cameras.lastSeenAt} is null`, since: recorded },
    { status: "offline", reason: "heartbeats_stopped", when: sql`${now} > ${offlineAt}`, since: wentOffline },
    degraded("error_reported", sql`${cameras.reportedError} is not null`),
    degraded("low_frame_rate", sql`${cameras.fps} < ${sql.raw(String(MIN_FPS))}`),
    degraded("reconnecting", sql`${cameras.reconnects} > ${sql.raw(String(MAX_RECONNECTS))}`),
    {
      status: "degraded",
      reason: "heartbeat_late",
      when: sql`${now} > ${lateAt}`,
      since: sql`greatest(${lateAt}, ${recorded})`,
    },
    { status: "online", reason: "heartbeats_on_time", when: sql`true`, since: recorded },
  ];
}

const literal = (word: CameraStatus | CameraStatusReason) => sql.raw(`'${word}'`);

/**
 * Defines a camera's status for reads, worst evidence first: the first matching condition decides. Reported problems
 * come before lateness, so that `since` stays the same while a camera is degraded. Lateness within the grace period is
 * provisional: it is shown, but `computeStatus` ignores it, so that short interruptions aren't recorded.
 */
export function statusAt(now: SQL) {
  const states = statesAt(now);
  const decide = (value: (state: State) => SQL) =>
    sql`case ${sql.join(
      states.map((state) => sql`when ${state.when} then ${value(state)}`),
      sql` `,
    )} end`;
  return {
    status: decide(({ status }) => literal(status)) as SQL<CameraStatus>,
    reason: decide(({ reason }) => literal(reason)) as SQL<CameraStatusReason>,
    since: decide(({ since }) => since).mapWith(cameras.createdAt) as SQL<Date>,
  };
}

/** Cameras recorded as up but overdue beyond timeout and grace, for the sweep. */
export function isSilent(now: SQL): SQL {
  return sql`${cameras.recordedStatus} in ('online', 'degraded') and ${cameras.archivedAt} is null and ${now} > ${offlineAt}`;
}

/** Since when a camera has been offline without a record, or null. */
export function unrecordedOffline(now: SQL): SQL {
  return sql`case when ${isSilent(now)} then ${silentSince} end`;
}

/** The evidence for a camera's status, and its newest history entry. */
export interface MonitoredCamera {
  enabled: boolean;
  heartbeatTimeoutS: number;
  offlineGraceS: number;
  lastSeenAt: Date | null;
  fps: number | null;
  reconnects: number | null;
  reportedError: string | null;
  recordedStatus: CameraStatus;
  recordedSince: Date;
}

export interface StatusVerdict {
  status: CameraStatus;
  reason: CameraStatusReason;
}

export interface StatusChange {
  from: CameraStatus;
  to: CameraStatus;
  reason: CameraStatusReason;
  at: Date;
}

/** A camera after a change, and the resulting history entries. */
export interface StatusStep {
  camera: MonitoredCamera;
  change: StatusChange | null;
}

export type HeartbeatReport = Pick<MonitoredCamera, "fps" | "reconnects" | "reportedError">;
export type HeartbeatSettings = Pick<MonitoredCamera, "enabled" | "heartbeatTimeoutS" | "offlineGraceS">;

function endOfGrace({ lastSeenAt, heartbeatTimeoutS, offlineGraceS }: MonitoredCamera): number {
  return lastSeenAt ? lastSeenAt.getTime() + (heartbeatTimeoutS + offlineGraceS) * 1_000 : Number.POSITIVE_INFINITY;
}

/** Returns the status from the evidence at a given time, ignoring provisional lateness. */
function computeStatus(camera: MonitoredCamera, at: Date): StatusVerdict {
  if (!camera.enabled) return { status: "disabled", reason: "turned_off" };
  if (camera.lastSeenAt === null) return { status: "pending", reason: "never_seen" };
  if (at.getTime() > endOfGrace(camera)) return { status: "offline", reason: "heartbeats_stopped" };
  return statusFromReport(camera);
}

/** Returns the status of a camera whose heartbeats are on time. */
export function statusFromReport({ reportedError, fps, reconnects }: HeartbeatReport): StatusVerdict {
  if (reportedError !== null) return { status: "degraded", reason: "error_reported" };
  if (fps !== null && fps < MIN_FPS) return { status: "degraded", reason: "low_frame_rate" };
  if ((reconnects ?? 0) > MAX_RECONNECTS) return { status: "degraded", reason: "reconnecting" };
  return { status: "online", reason: "heartbeats_on_time" };
}

/** History entries never go back: a change before the newest entry counts from that entry. */
function record(camera: MonitoredCamera, happened: number, now: Date): StatusStep {
  const { status, reason } = computeStatus(camera, now);
  if (status === camera.recordedStatus) return { camera, change: null };
  const at = new Date(Math.max(happened, camera.recordedSince.getTime()));
  return {
    camera: { ...camera, recordedStatus: status, recordedSince: at },
    change: { from: camera.recordedStatus, to: status, reason, at },
  };
}

/** Records an outage at the time when the grace period ended, even if it is detected later. */
export function afterSilence(camera: MonitoredCamera, now: Date): StatusStep {
  const isUp = camera.recordedStatus === "online" || camera.recordedStatus === "degraded";
  const end = endOfGrace(camera);
  return isUp && now.getTime() > end ? record(camera, end, now) : { camera, change: null };
}

/**
 * Applies a heartbeat to a camera that `afterSilence` updated. It counts from when it was sent, at most now. An older
 * heartbeat than the latest is ignored.
 */
export function afterHeartbeat(
  camera: MonitoredCamera,
  report: HeartbeatReport,
  observed: Date | null,
  now: Date,
): StatusStep {
  const seenAt = observed && observed < now ? observed : now;
  if (camera.lastSeenAt && seenAt < camera.lastSeenAt) return { camera, change: null };
  const seen = { ...camera, ...report, lastSeenAt: seenAt };
  const end = endOfGrace(seen);
  return record(seen, now.getTime() > end ? end : seenAt.getTime(), now);
}

/**
 * Applies new settings to a camera that `afterSilence` updated. They count from now on: if the new timeout changes the
 * status, the change happens now.
 */
export function afterSettings(camera: MonitoredCamera, settings: HeartbeatSettings, now: Date): StatusStep {
  return record({ ...camera, ...settings }, now.getTime(), now);
}

/** The report of a heartbeat in stored form. */
export function toHeartbeatReport(heartbeat: {
  fps?: number | undefined;
  reconnects?: number | undefined;
  error?: string | undefined;
}): HeartbeatReport {
  return {
    fps: heartbeat.fps ?? null,
    reconnects: heartbeat.reconnects ?? null,
    reportedError: heartbeat.error?.trim() || null,
  };
}
