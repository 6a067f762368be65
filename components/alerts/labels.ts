import { formatQuantity } from "@/components/ui/format-number";
import type { Alert } from "@/lib/alerts/schema";
import { type AlertSort, type AlertStatus, alertTransitions } from "@/lib/values";

const acronyms = new Set(["anpr", "api", "cctv", "lpr", "ppe"]);

/** Formats a value as a name, such as "False positive" for `false_positive` and "PPE missing" for `ppe_missing`. */
export function formatName(value: string): string {
  const words = value.split(/[_ -]+/).map((word) => (acronyms.has(word) ? word.toUpperCase() : word));
  const text = words.join(" ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the alert's title, or its use case if it has none. */
export function alertTitle(alert: Pick<Alert, "title" | "use_case">): string {
  return alert.title?.trim() || formatName(alert.use_case);
}

/** The texts of each status change, for its button, progress and notice, and its shortcut key. */
export const transitionLabels: Record<AlertStatus, { verb: string; doing: string; done: string; key: string }> = {
  acknowledged: { verb: "Acknowledge", doing: "Acknowledging", done: "Acknowledged", key: "a" },
  resolved: { verb: "Resolve", doing: "Resolving", done: "Resolved", key: "r" },
  dismissed: { verb: "Dismiss", doing: "Dismissing", done: "Dismissed", key: "d" },
  open: { verb: "Reopen", doing: "Reopening", done: "Reopened", key: "o" },
};

/** Returns the statuses that an alert with this status can change to, in button order. */
export function transitionsFrom(status: AlertStatus): readonly AlertStatus[] {
  const order: readonly AlertStatus[] = ["acknowledged", "resolved", "dismissed", "open"];
  return order.filter((target) => alertTransitions[status].includes(target));
}

export function canTransition(from: AlertStatus, to: AlertStatus): boolean {
  return alertTransitions[from].includes(to);
}

/** Formats a number of alerts, such as "1 alert" or "3,214 alerts". */
export function formatAlertCount(alerts: number): string {
  return formatQuantity(alerts, "alert");
}

export const alertSortLabels: Record<AlertSort, string> = {
  "-created_at": "Newest first",
  created_at: "Oldest first",
  "-occurred_at": "Last occurred",
  "-updated_at": "Last changed",
};
