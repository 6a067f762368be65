import type { Camera } from "@/lib/cameras/schema";
import type { CameraStatusReason } from "@/lib/values";

/** The explanation of each reason for a camera's status. */
export const statusReasonLabels: Record<CameraStatusReason, string> = {
  never_seen: "No heartbeat yet",
  heartbeats_on_time: "Heartbeats on time",
  heartbeat_late: "Heartbeat is late",
  low_frame_rate: "Frame rate is low",
  reconnecting: "Stream keeps reconnecting",
  error_reported: "Camera reports an error",
  heartbeats_stopped: "Heartbeats stopped",
  turned_off: "Turned off",
};

/** Returns the explanation that a list shows next to the status, or null for online cameras. */
export function listedReason({ status, status_reason }: Pick<Camera, "status" | "status_reason">): string | null {
  return status === "online" ? null : statusReasonLabels[status_reason];
}
