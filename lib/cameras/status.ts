import { type SQL, sql } from "drizzle-orm";
import { cameras } from "@/lib/db/tables/cameras";
import type { CameraStatus, CameraStatusReason } from "@/lib/values";

/** A camera with fewer frames per second counts as degraded. */
export const MIN_FPS = 5;
/** A camera with more reconnects between two heartbeats counts as degraded. */
export const MAX_RECONNECTS = 3;

/**
 * Returns SQL for the time of a read or write: the database's clock, truncated to milliseconds like stored times.
 * @param at replaces the current time, for tests.
 */
export function effectiveTime(at?: Date): SQL<Date> {
  const now = at ? sql`${at.toISOString()}::timestamptz` : sql`date_trunc('milliseconds', now())`;
  return now.mapWith(cameras.createdAt) as SQL<Date>;
}

/** SQL for two times: when the next heartbeat becomes overdue, and when the grace period ends. */
export const lateAt = time(sql`${cameras.lastSeenAt} + make_interval(secs => ${cameras.heartbeatTimeoutS})`);
export const offlineAt = time(
  sql`${cameras.lastSeenAt} + make_interval(secs => ${cameras.heartbeatTimeoutS} + ${cameras.offlineGraceS})`,
);

/**
 * Returns the SQL condition that a camera's grace period hasn't ended. It compares a difference of times, because
 * adding an interval depends on the session's time zone. An UPDATE of a distributed table can't apply such a
 * function to a column.
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
/** SQL for the start of an outage that isn't recorded yet. */
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
 * Returns SQL for a camera's status, its reason and its start. The conditions are ordered from the worst evidence,
 * and the first match decides. Reported problems come before lateness, so that `since` stays the same while a
 * camera is degraded. Lateness within the grace period is shown but never recorded, so that short interruptions
 * don't fill the history.
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

/**
 * Returns the SQL condition that a camera is recorded as up, but its grace period has ended. The sweep records
 * these outages.
 */
export function isSilent(now: SQL): SQL {
  return sql`${cameras.recordedStatus} in ('online', 'degraded') and ${cameras.archivedAt} is null and ${now} > ${offlineAt}`;
}

/** Returns SQL for the start of a camera's unrecorded outage, or null if there is none. */
export function unrecordedOffline(now: SQL): SQL {
  return sql`case when ${isSilent(now)} then ${silentSince} end`;
}

/** The evidence for a camera's status, and its newest recorded status. */
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

/** A camera after a step, and the resulting status change, if any. */
export interface StatusStep {
  camera: MonitoredCamera;
  change: StatusChange | null;
}

export type HeartbeatReport = Pick<MonitoredCamera, "fps" | "reconnects" | "reportedError">;
export type HeartbeatSettings = Pick<MonitoredCamera, "enabled" | "heartbeatTimeoutS" | "offlineGraceS">;

function endOfGrace({ lastSeenAt, heartbeatTimeoutS, offlineGraceS }: MonitoredCamera): number {
  return lastSeenAt ? lastSeenAt.getTime() + (heartbeatTimeoutS + offlineGraceS) * 1_000 : Number.POSITIVE_INFINITY;
}

/** Returns the status that the evidence implies at a given time. Lateness within the grace period is ignored. */
function computeStatus(camera: MonitoredCamera, at: Date): StatusVerdict {
  if (!camera.enabled) return { status: "disabled", reason: "turned_off" };
  if (camera.lastSeenAt === null) return { status: "pending", reason: "never_seen" };
  if (at.getTime() > endOfGrace(camera)) return { status: "offline", reason: "heartbeats_stopped" };
  return statusFromReport(camera);
}

/** Returns the status of a camera whose heartbeats are on time, from what the latest one reported. */
export function statusFromReport({ reportedError, fps, reconnects }: HeartbeatReport): StatusVerdict {
  if (reportedError !== null) return { status: "degraded", reason: "error_reported" };
  if (fps !== null && fps < MIN_FPS) return { status: "degraded", reason: "low_frame_rate" };
  if ((reconnects ?? 0) > MAX_RECONNECTS) return { status: "degraded", reason: "reconnecting" };
  return { status: "online", reason: "heartbeats_on_time" };
}

/**
 * Returns a camera with its computed status as the recorded one, and the status change, or null if the status
 * stays the same. A change is never dated before the newest history entry.
 */
function record(camera: MonitoredCamera, happened: number, now: Date): StatusStep {
  const { status, reason } = computeStatus(camera, now);
  if (status === camera.recordedStatus) return { camera, change: null };
  const at = new Date(Math.max(happened, camera.recordedSince.getTime()));
  return {
    camera: { ...camera, recordedStatus: status, recordedSince: at },
    change: { from: camera.recordedStatus, to: status, reason, at },
  };
}

/**
 * Returns the step that records an outage, if one has begun but isn't recorded yet. It is dated to the end of the
 * grace period, even if it is detected later.
 */
export function afterSilence(camera: MonitoredCamera, now: Date): StatusStep {
  const isUp = camera.recordedStatus === "online" || camera.recordedStatus === "degraded";
  const end = endOfGrace(camera);
  return isUp && now.getTime() > end ? record(camera, end, now) : { camera, change: null };
}

/**
 * Returns the step that applies a heartbeat. Pass the camera that `afterSilence` returned. The heartbeat counts
 * from the time when it was sent, but never from the future. It is ignored if it is older than the latest one.
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
 * Returns the step that applies new settings. Pass the camera that `afterSilence` returned. The settings apply
 * from now on, so a resulting status change is dated now.
 */
export function afterSettings(camera: MonitoredCamera, settings: HeartbeatSettings, now: Date): StatusStep {
  return record({ ...camera, ...settings }, now.getTime(), now);
}

/** Converts what a heartbeat reports to the format in which it is stored. */
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
