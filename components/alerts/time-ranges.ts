import { formatAbsolute } from "@/components/ui/format-time";
import type { AlertListFilter, AlertRange } from "./alert-search";

export const alertRangeLabels: Record<AlertRange, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

/** Returns the text of the time filter's chip, or null if the filter has no time range. */
export function describeTime(filter: AlertListFilter): string | null {
  if (filter.range) return alertRangeLabels[filter.range];
  const { occurred_after: after, occurred_before: before } = filter;
  const day = (value: string) => formatAbsolute(new Date(value)).replace(/ [^ ]+$/, "");
  if (after && before) return `${day(after)} – ${day(before)}`;
  if (after) return `From ${day(after)}`;
  return before ? `Until ${day(before)}` : null;
}
