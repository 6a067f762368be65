import type { CameraStatusReason } from "@/lib/values";

/** Why a camera has its status, in words. */
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
