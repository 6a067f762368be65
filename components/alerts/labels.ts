import { formatQuantity } from "@/components/ui/format-number";
import type { Alert } from "@/lib/alerts/schema";
import { type AlertSort, type AlertStatus, alertTransitions } from "@/lib/values";

const acronyms = new Set(["anpr", "api", "cctv", "lpr", "ppe"]);

/** "false_positive" as people read it: "False positive"; "ppe_missing" is "PPE missing". */
export function formatName(value: string): string {
  const words = value.split(/[_ -]+/).map((word) => (acronyms.has(word) ? word.toUpperCase() : word));
  const text = words.join(" ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What names the alert in a sentence: its title, or its use case when it has none. */
export function alertTitle(alert: Pick<Alert, "title" | "use_case">): string {
  return alert.title?.trim() || formatName(alert.use_case);
}

/** A move towards a status, as its button, its progress and its notice say it. */
export const transitionLabels: Record<AlertStatus, { verb: string; doing: string; done: string; key: string }> = {
  acknowledged: { verb: "Acknowledge", doing: "Acknowledging", done: "Acknowledged", key: "a" },
  resolved: { verb: "Resolve", doing: "Resolving", done: "Resolved", key: "r" },
  dismissed: { verb: "Dismiss", doing: "Dismissing", done: "Dismissed", key: "d" },
  open: { verb: "Reopen", doing: "Reopening", done: "Reopened", key: "o" },
};

/** The statuses that this one may move to, in the order of their buttons. */
export function transitionsFrom(status: AlertStatus): readonly AlertStatus[] {
  const order: readonly AlertStatus[] = ["acknowledged", "resolved", "dismissed", "open"];
  return order.filter((target) => alertTransitions[status].includes(target));
}

export function canTransition(from: AlertStatus, to: AlertStatus): boolean {
  return alertTransitions[from].includes(to);
}

/** "1 alert", "3,214 alerts". */
export function formatAlertCount(alerts: number): string {
  return formatQuantity(alerts, "alert");
}

export const alertSortLabels: Record<AlertSort, string> = {
  "-created_at": "Newest first",
  created_at: "Oldest first",
  "-occurred_at": "Last occurred",
  "-updated_at": "Last changed",
};
