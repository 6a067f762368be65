import type { BadgeTone } from "@/components/ui/badge";

/** Returns the badge color of an HTTP status. Statuses below 400 are neutral. */
export function statusTone(status: number): BadgeTone {
  if (status < 400) return "neutral";
  return status < 500 ? "warning" : "danger";
}
