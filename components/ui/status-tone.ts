import type { BadgeTone } from "@/components/ui/badge";

/** Returns the color of an HTTP status. Successes have none. */
export function statusTone(status: number): BadgeTone {
  if (status < 400) return "neutral";
  return status < 500 ? "warning" : "danger";
}
