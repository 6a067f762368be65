import type { BadgeTone } from "@/components/ui/badge";

/** The color of an HTTP status: what succeeds needs none. */
export function statusTone(status: number): BadgeTone {
  if (status < 400) return "neutral";
  return status < 500 ? "warning" : "danger";
}
