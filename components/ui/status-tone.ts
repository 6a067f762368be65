import type { BadgeTone } from "@/components/ui/badge";

/** The colour of an HTTP status; being asked to wait is no fault. */
export function statusTone(status: number): BadgeTone {
  if (status < 400) return "success";
  if (status === 429) return "info";
  return status < 500 ? "warning" : "danger";
}
