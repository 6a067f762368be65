import type { cameraStatusChanges, cameras } from "@/lib/db/tables/cameras";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/time";
import type { CameraStatus, CameraStatusReason } from "@/lib/values";
import type { Random } from "./random";
import type { Condition } from "./sites";

/** The number of days of history. Older entries would soon exceed the retention period. */
const HISTORY_DAYS = 89;
const IMPAIRED_FOR_MS = 5 * HOUR_MS;
const FIRST_HEARTBEAT_MS = 4 * MINUTE_MS;

type CameraRow = typeof cameras.$inferInsert;
type ChangeRow = Omit<typeof cameraStatusChanges.$inferInsert, "id">;
type Change = [at: number, status: CameraStatus, reason: CameraStatusReason];

/**
 * Returns the latest status change of a camera with a problem. Returns null for one without a problem, which is
 * online.
 */
function lastChange(camera: CameraRow, condition: Condition | null, now: Date): Change | null {
  const lastSeen = camera.lastSeenAt?.getTime() ?? 0;
  const patienceMs = ((camera.heartbeatTimeoutS ?? 0) + (camera.offlineGraceS ?? 0)) * 1_000;
  switch (condition) {
    case "offline":
    case "offline_for_days":
      return [lastSeen + patienceMs, "offline", "heartbeats_stopped"];
    case "disabled":
      return [lastSeen, "disabled", "turned_off"];
    case "low_frame_rate":
      return [now.getTime() - IMPAIRED_FOR_MS, "degraded", "low_frame_rate"];
    case "error_reported":
      return [now.getTime() - IMPAIRED_FOR_MS, "degraded", "error_reported"];
    default:
      return null;
  }
}

/**
 * Returns the status changes of outages between `start` and `end`. They take minutes to hours, and some cameras
 * have more of them than others.
 */
function makeOutages(random: Random, start: number, end: number): Change[] {
  const changes: Change[] = [];
  const meanDays = random.pick([4, 9, 15, 30, 60]);
  let at = start + random.around(meanDays, 0.8) * DAY_MS;
  for (;;) {
    const back = at + Math.ceil(random.around(25, 1)) * MINUTE_MS;
    if (back > end - HOUR_MS) return changes;
    changes.push([at, "offline", "heartbeats_stopped"], [back, "online", "heartbeats_on_time"]);
    at = back + random.around(meanDays, 0.8) * DAY_MS;
  }
}

/**
 * Returns the status changes that led to a camera's status, and the camera's row with the last change as its
 * recorded status. Stores nothing.
 */
export function makeStatusHistory(
  random: Random,
  camera: CameraRow,
  condition: Condition | null,
  now: Date,
): { row: CameraRow; changes: ChangeRow[] } {
  const { organizationId, id: cameraId, createdAt = now } = camera;
  if (condition === "pending") return { row: camera, changes: [] };
  const last = lastChange(camera, condition, now);
  const began = createdAt.getTime() + FIRST_HEARTBEAT_MS;
  const kept = now.getTime() - HISTORY_DAYS * DAY_MS;
  const story: Change[] = [
    [began, "online", "heartbeats_on_time"],
    ...makeOutages(random, Math.max(began, kept), last?.[0] ?? now.getTime()),
    ...(last ? [last] : []),
  ];
  const changes = story.map(([at, status, reason], index) => {
    const fromStatus = story[index - 1]?.[1] ?? "pending";
    return { organizationId, cameraId, at: new Date(at), fromStatus, status, reason };
  });
  const newest = changes.at(-1);
  const recorded = newest && { recordedStatus: newest.status, recordedSince: newest.at };
  return { row: { ...camera, ...recorded }, changes: changes.filter(({ at }) => at.getTime() >= kept) };
}
