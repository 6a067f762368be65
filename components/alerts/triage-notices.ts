import { alertTitle, formatAlertCount, formatName } from "@/components/alerts/labels";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import type { TransitionLabels } from "@/components/alerts/triage-context";
import { copyText } from "@/components/ui/copy-text";
import { toast } from "@/components/ui/toast";
import type { Alert } from "@/lib/alerts/schema";
import { isApiError } from "@/lib/http/call";
import type { AlertStatus } from "@/lib/values";
import type { AlertLine } from "./queries";

const UNDO_MS = 8_000;
const DONE_MS = 3_000;
const MAX_TITLE = 80;

/** Returns who set the alert's current status, if known. */
export function lastChangedBy(alert: Alert): string | null {
  if (alert.status === "acknowledged") return alert.acknowledged_by?.name ?? null;
  if (alert.status === "resolved" || alert.status === "dismissed") return alert.resolved_by?.name ?? null;
  return null;
}

/** Describes who set the alert's current status, such as "Resolved by Sam Support". */
export function describeState(alert: Alert): string {
  const mover = lastChangedBy(alert);
  return mover ? `${formatName(alert.status)} by ${mover}` : formatName(alert.status);
}

export function notifyReadOnly(): void {
  toast.info("Your role can't change alerts", {
    id: "read-only",
    description: "Viewers can only read alerts. Ask an admin for the support role.",
  });
}

export function notifyInvalidTransition(alerts: readonly AlertLine[], to: AlertStatus): void {
  const [only] = alerts;
  const text =
    alerts.length === 1 && only
      ? only.status === to
        ? `It's already ${to}`
        : `A ${only.status} alert can only be reopened`
      : `None of the selected alerts can be changed to ${to}`;
  toast.info(text, { id: "not-legal" });
}

/** Shows a notice that a change succeeded. The undo notice with the same `id` replaces it. */
export function notifyDone(
  id: string,
  done: readonly Alert[],
  skipped: number,
  words: TransitionLabels,
  undo: (() => void) | null,
): void {
  const [only] = done;
  if (!only) return;
  const left = skipped > 0 ? `${formatAlertCount(skipped)} skipped: their status doesn't allow it.` : undefined;
  const description = done.length === 1 && skipped === 0 ? shorten(alertTitle(only)) : left;
  toast.success(done.length === 1 ? words.done : `${words.done}: ${formatAlertCount(done.length)}`, {
    id,
    duration: undo ? UNDO_MS : DONE_MS,
    description,
    action: undo ? { label: "Undo", onClick: undo } : undefined,
  });
}

/** Shows how many alerts changed after a change to all matches. */
export function notifyEverythingDone(words: TransitionLabels, changed: number, left: number): void {
  const description = left > 0 ? `${formatAlertCount(left)} skipped: someone else changed them.` : undefined;
  if (changed > 0) toast.success(`${words.done}: ${formatAlertCount(changed)}`, { description });
  else toast.info("Nothing was changed", { description: description ?? "No alerts match anymore." });
}

/** Shows that a change to all matches failed, and how many alerts had changed by then. */
export function notifyStopped(words: TransitionLabels, changed: number, error: Error): void {
  const requestId = isApiError(error) ? error.requestId : null;
  toast.error(`${words.done}: ${formatAlertCount(changed)}. The rest failed`, {
    description: requestId ? `${error.message} (${requestId})` : error.message,
    duration: 12_000,
  });
}

function shorten(text: string): string {
  return text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE).trimEnd()}…` : text;
}

export function notifyAlreadyDone(outcome: AlertChangeOutcome & { kind: "already" }): void {
  const state = describeState(outcome.now);
  toast.info(`Already ${state.charAt(0).toLowerCase()}${state.slice(1)}`, {
    description: shorten(alertTitle(outcome.now)),
  });
}

export function notifyFailed(error: Error): void {
  const requestId = isApiError(error) ? error.requestId : null;
  toast.error("Not changed", {
    description: requestId ? `${error.message} (${requestId})` : error.message,
    duration: 12_000,
    ...(requestId && { action: { label: "Copy request ID", onClick: () => void copyText(requestId) } }),
  });
}
