import { type SQL, sql } from "drizzle-orm";
import { cameras } from "@/lib/db/tables/cameras";
import type { CameraStatus, CameraStatusReason } from "@/lib/values";

/** Frames per second below which a camera counts as degraded. */
export const MIN_FPS = 5;
/** Reconnects between two heartbeats above which a camera counts as degraded. */
export const MAX_RECONNECTS = 3;

/**
 * The moment that a read or a write is true for: the database's clock, cut to the milliseconds that are stored.
 * @param at another moment, for tests that turn the clock themselves.
 */
export function effectiveTime(at?: Date): SQL<Date> {
  const now = at ? sql`${at.toISOString()}::timestamptz` : sql`date_trunc('milliseconds', now())`;
  return now.mapWith(cameras.createdAt) as SQL<Date>;
}

/** When a heartbeat is overdue, and when the grace after that is over. */
export const lateAt = time(sql`${cameras.lastSeenAt} + make_interval(secs => ${cameras.heartbeatTimeoutS})`);
export const offlineAt = time(
  sql`${cameras.lastSeenAt} + make_interval(secs => ${cameras.heartbeatTimeoutS} + ${cameras.offlineGraceS})`,
);

/**
 * Whether a camera that was seen is still within its grace. As a difference: to add an interval to a time depends on
 * the session's time zone, and an UPDATE of a distributed table applies no such function to a column.
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
/** When silence that nobody recorded yet made the camera offline. */
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
 * The definition of a camera's status for reading, worst evidence first: the first line whose condition
 * holds decides. What was reported stands before lateness, so that `since` stays put while a camera is degraded.
 * Lateness within the grace is provisional: it is shown, but `computeStatus` below, which decides what is recorded, knows
 * none of it, so that a short blip leaves no trace.
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

/** Recorded as up, but silent for longer than timeout and grace: what the sweep looks for. */
export function isSilent(now: SQL): SQL {
  return sql`${cameras.recordedStatus} in ('online', 'degraded') and ${cameras.archivedAt} is null and ${now} > ${offlineAt}`;
}

/** Since when a camera has been offline without anybody having recorded it, else null. */
export function unrecordedOffline(now: SQL): SQL {
  return sql`case when ${isSilent(now)} then ${silentSince} end`;
}

/** What a camera's status rests on, and the newest entry of its history. */
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

/** A camera after something happened, and what that adds to its history. */
export interface StatusStep {
  camera: MonitoredCamera;
  change: StatusChange | null;
}

export type HeartbeatReport = Pick<MonitoredCamera, "fps" | "reconnects" | "reportedError">;
export type HeartbeatSettings = Pick<MonitoredCamera, "enabled" | "heartbeatTimeoutS" | "offlineGraceS">;

function endOfGrace({ lastSeenAt, heartbeatTimeoutS, offlineGraceS }: MonitoredCamera): number {
  return lastSeenAt ? lastSeenAt.getTime() + (heartbeatTimeoutS + offlineGraceS) * 1_000 : Number.POSITIVE_INFINITY;
}

/** The status that the evidence makes at a moment, without the provisional lateness. */
function computeStatus(camera: MonitoredCamera, at: Date): StatusVerdict {
  if (!camera.enabled) return { status: "disabled", reason: "turned_off" };
  if (camera.lastSeenAt === null) return { status: "pending", reason: "never_seen" };
  if (at.getTime() > endOfGrace(camera)) return { status: "offline", reason: "heartbeats_stopped" };
  return statusFromReport(camera);
}

/** The status of a camera that is heard of in time. */
export function statusFromReport({ reportedError, fps, reconnects }: HeartbeatReport): StatusVerdict {
  if (reportedError !== null) return { status: "degraded", reason: "error_reported" };
  if (fps !== null && fps < MIN_FPS) return { status: "degraded", reason: "low_frame_rate" };
  if ((reconnects ?? 0) > MAX_RECONNECTS) return { status: "degraded", reason: "reconnecting" };
  return { status: "online", reason: "heartbeats_on_time" };
}

/** The history never goes back: what happened before its newest entry counts from that entry on. */
function record(camera: MonitoredCamera, happened: number, now: Date): StatusStep {
  const { status, reason } = computeStatus(camera, now);
  if (status === camera.recordedStatus) return { camera, change: null };
  const at = new Date(Math.max(happened, camera.recordedSince.getTime()));
  return {
    camera: { ...camera, recordedStatus: status, recordedSince: at },
    change: { from: camera.recordedStatus, to: status, reason, at },
  };
}

/** Records that a camera fell silent, at the moment when its grace was over, however much later that is noticed. */
export function afterSilence(camera: MonitoredCamera, now: Date): StatusStep {
  const isUp = camera.recordedStatus === "online" || camera.recordedStatus === "degraded";
  const end = endOfGrace(camera);
  return isUp && now.getTime() > end ? record(camera, end, now) : { camera, change: null };
}

/**
 * Takes a heartbeat of a camera that `afterSilence` brought up to date. It counts from the moment when it was observed,
 * which is never later than now; one that is older than the newest known says nothing new.
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
 * Gives a camera that `afterSilence` brought up to date other settings. They count from now on and never change what
 * was: a camera that the new timeout makes offline, or brings back, is so from this moment.
 */
export function afterSettings(camera: MonitoredCamera, settings: HeartbeatSettings, now: Date): StatusStep {
  return record({ ...camera, ...settings }, now.getTime(), now);
}

/** The report of a heartbeat as it is stored. */
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
