import { CameraStatusBadge } from "@/components/shell/status-badge";
import { cameraCreateSchema } from "@/lib/cameras/schema";
import { MAX_RECONNECTS, MIN_FPS } from "@/lib/cameras/status";
import { type CameraStatus, type CameraStatusReason, cameraStatusReasons } from "@/lib/values";

const { heartbeat_timeout_s: TIMEOUT_S, offline_grace_s: GRACE_S } = cameraCreateSchema.parse({ name: "defaults" });

const reasons: Record<CameraStatusReason, { status: CameraStatus; evidence: string }> = {
  never_seen: { status: "pending", evidence: "The camera was added, and sent no heartbeat yet" },
  heartbeats_on_time: { status: "online", evidence: "The last heartbeat was on time and reported no problem" },
  heartbeat_late: { status: "degraded", evidence: "A heartbeat is late, but the grace period has not ended" },
  low_frame_rate: { status: "degraded", evidence: `The camera reported fewer than ${MIN_FPS} frames per second` },
  reconnecting: {
    status: "degraded",
    evidence: `The camera reported more than ${MAX_RECONNECTS} reconnects since the previous heartbeat`,
  },
  error_reported: { status: "degraded", evidence: "The last heartbeat reported an error" },
  heartbeats_stopped: { status: "offline", evidence: "No heartbeat arrived before the grace period ended" },
  turned_off: { status: "disabled", evidence: "A user or an integration set `enabled` to false" },
};

/** Returns table rows with each status reason, its status and its evidence. */
export function reasonRows(): string[][] {
  return cameraStatusReasons.map((reason) => [`\`${reason}\``, reasons[reason].status, reasons[reason].evidence]);
}

const segments: { status: CameraStatus; from: string; width: string }[] = [
  { status: "online", from: "heartbeat", width: "grow-[3]" },
  { status: "degraded", from: `after ${TIMEOUT_S} s`, width: "grow-[1]" },
  { status: "offline", from: `after ${TIMEOUT_S + GRACE_S} s`, width: "grow-[2]" },
];

/** Shows how the status of a camera changes over time when it sends no heartbeats. */
export function SilentCameraTimeline() {
  return (
    <figure className="rounded-lg border border-border bg-surface px-4 pt-4 pb-3">
      <ol className="flex flex-col gap-2 sm:flex-row sm:gap-1">
        {segments.map(({ status, from, width }) => (
          <li
            key={status}
            className={`flex min-w-0 basis-0 flex-col items-start gap-2 border-l-2 border-border pl-2.5 ${width}`}
          >
            <span className="text-xs text-muted-foreground">{from}</span>
            <CameraStatusBadge status={status} />
          </li>
        ))}
      </ol>
      <figcaption className="mt-3 text-xs leading-5 text-muted-foreground">
        A camera with the default timeout ({TIMEOUT_S} s) and grace period ({GRACE_S} s) after its last heartbeat.
      </figcaption>
    </figure>
  );
}
