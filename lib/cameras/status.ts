import { type SQL, sql } from "drizzle-orm";
import { cameras } from "@/lib/db/tables/cameras";
import type { CameraStatus, CameraStatusReason } from "@/lib/db/values";

/** Frames per second below which a camera counts as degraded. */
export const MIN_FPS = 5;
/** Reconnects between two heartbeats above which a camera counts as degraded. */
export const MAX_RECONNECTS = 3;

/** When a heartbeat is overdue, and when the grace after that is over. */
export const lateAt = sql<Date>`${cameras.lastSeenAt} + make_interval(secs => ${cameras.heartbeatTimeoutS})`;
export const offlineAt = sql<Date>`${cameras.lastSeenAt} + make_interval(secs => ${cameras.heartbeatTimeoutS} + ${cameras.offlineGraceS})`;

interface State {
  status: CameraStatus;
  reason: CameraStatusReason;
  when: SQL;
  since: SQL;
}

/**
 * The one definition of a camera's status (contract §4), worst evidence first: the first line whose condition holds at
 * this moment decides. What was reported stands before lateness, so that `since` stays put while a camera is degraded.
 */
const states: readonly State[] = [
  {
    status: "disabled",
    reason: "turned_off",
    when: sql`not ${cameras.enabled}`,
    since: sql`coalesce(${cameras.disabledAt}, ${cameras.createdAt})`,
  },
  {
    status: "pending",
    reason: "never_seen",
    when: sql`${cameras.lastSeenAt} is null`,
    since: sql`${cameras.createdAt}`,
  },
  { status: "offline", reason: "heartbeats_stopped", when: sql`now() > ${offlineAt}`, since: offlineAt },
  degraded("error_reported", sql`${cameras.reportedError} is not null`),
  degraded("low_frame_rate", sql`${cameras.fps} < ${sql.raw(String(MIN_FPS))}`),
  degraded("reconnecting", sql`${cameras.reconnects} > ${sql.raw(String(MAX_RECONNECTS))}`),
  { status: "degraded", reason: "heartbeat_late", when: sql`now() > ${lateAt}`, since: lateAt },
  {
    status: "online",
    reason: "heartbeats_on_time",
    when: sql`true`,
    since: sql`coalesce(${cameras.seenSince}, ${cameras.lastSeenAt})`,
  },
];

function degraded(reason: CameraStatusReason, when: SQL): State {
  return { status: "degraded", reason, when, since: sql`coalesce(${cameras.impairedSince}, ${cameras.lastSeenAt})` };
}

function decide(value: (state: State) => SQL): SQL {
  const lines = states.map((state) => sql`when ${state.when} then ${value(state)}`);
  return sql`case ${sql.join(lines, sql` `)} end`;
}

const literal = (word: CameraStatus | CameraStatusReason) => sql.raw(`'${word}'`);

/** Status, reason and since when, at the moment of the statement: for select lists and conditions alike. */
export const statusNow = decide(({ status }) => literal(status)) as SQL<CameraStatus>;
export const statusReasonNow = decide(({ reason }) => literal(reason)) as SQL<CameraStatusReason>;
export const statusSinceNow = decide(({ since }) => since).mapWith(cameras.createdAt) as SQL<Date>;
