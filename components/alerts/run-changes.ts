import { type ChangeableField, changeableFields } from "@/lib/alerts/fields";
import type { Alert, AlertUpdate } from "@/lib/alerts/schema";
import { isApiError } from "@/lib/http/call";
import { type AlertStatus, alertTransitions } from "@/lib/values";
import { type AlertLine, fetchAlert, patchAlert } from "./queries";

const CONCURRENT = 6;
const RATE_LIMIT_WAIT_MS = 3_000;
const MAX_ATTEMPTS = 6;

/** An alert as the reader saw it, and the change to make. */
export interface AlertChangeTask {
  seen: AlertLine;
  change: AlertUpdate;
}

export type AlertChangeOutcome =
  /** This change was saved. */
  | { task: AlertChangeTask; kind: "done"; now: Alert }
  /** The alert already had these values. Nothing was written. */
  | { task: AlertChangeTask; kind: "already"; now: Alert }
  /** Someone else changed the alert after the reader saw it. Nothing was written. */
  | { task: AlertChangeTask; kind: "conflict"; now: Alert }
  | { task: AlertChangeTask; kind: "failed"; error: Error };

/**
 * Returns the fields that people edit and that differ between two states of an alert. Other fields, such as counts
 * and times, can change without a conflict. Fields that `before` lacks are ignored.
 */
export function triageDifferences(before: AlertLine | Alert, after: Alert): ChangeableField[] {
  const known: Partial<Alert> = before;
  return changeableFields.filter(
    (field) => known[field] !== undefined && JSON.stringify(known[field]) !== JSON.stringify(after[field]),
  );
}

/**
 * Applies changes with limited concurrency. A failure doesn't stop the others. Never throws.
 * @param onProgress called with the number of finished changes.
 * @returns the outcome of each change, in order.
 */
export async function runChanges(
  organization: string,
  tasks: readonly AlertChangeTask[],
  onProgress?: (finished: number) => void,
): Promise<AlertChangeOutcome[]> {
  const outcomes: AlertChangeOutcome[] = [];
  let next = 0;
  let finished = 0;
  async function work() {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index];
      if (!task) return;
      outcomes[index] = await runChange(organization, task).catch(
        (error: unknown): AlertChangeOutcome => ({
          task,
          kind: "failed",
          error: error instanceof Error ? error : new Error(),
        }),
      );
      finished += 1;
      onProgress?.(finished);
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENT, tasks.length) }, work));
  return outcomes;
}

/**
 * Calls `send`, and retries a few times if the API replies `rate_limited`.
 * @throws the error of the last attempt, or any other error of `send`
 */
export async function retryWhenLimited<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isApiError(error) || error.code !== "rate_limited" || attempt === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RATE_LIMIT_WAIT_MS));
    }
  }
}

async function runChange(organization: string, task: AlertChangeTask): Promise<AlertChangeOutcome> {
  let seen = task.seen;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const changed = await retryWhenLimited(() => patchAlert(organization, seen, task.change));
      return { task, kind: "done", now: withCamera(changed, task.seen) };
    } catch (error) {
      if (!isApiError(error) || attempt === MAX_ATTEMPTS) throw error;
      if (error.code === "version_mismatch" || error.code === "invalid_transition") {
        const now = await fetchAlert(organization, task.seen.id);
        if (isAsWanted(now, task.change)) return { task, kind: "already", now };
        if (triageDifferences(task.seen, now).length > 0) return { task, kind: "conflict", now };
        if (error.code === "invalid_transition") throw error;
        // Only counters changed, so retrying with the newer version overwrites no one's decision.
        seen = now;
      } else throw error;
    }
  }
}

function withCamera(alert: Alert, seen: AlertLine): Alert {
  return { ...alert, ...(seen.camera && { camera: seen.camera }) };
}

function isAsWanted(now: Alert, { comment, ...change }: AlertUpdate): boolean {
  if (comment !== undefined) return false;
  return Object.entries(change).every(
    ([field, wanted]) => wanted === undefined || JSON.stringify(now[field as keyof Alert]) === JSON.stringify(wanted),
  );
}

/**
 * Returns the changes that restore an alert's earlier state through allowed transitions, for example from resolved
 * through open to acknowledged.
 */
export function undoSteps(before: AlertLine, after: AlertLine, change: AlertUpdate): AlertUpdate[] {
  const steps: AlertUpdate[] = pathOf(after.status, before.status).map((status) => ({ status }));
  const restored: AlertUpdate = {};
  if (change.assignee_id !== undefined) restored.assignee_id = before.assignee_id;
  if (change.severity !== undefined) restored.severity = before.severity;
  if (change.tags !== undefined) restored.tags = before.tags;
  if (before.disposition || (change.disposition !== undefined && after.status === before.status)) {
    restored.disposition = before.disposition;
    restored.disposition_reason = before.disposition_reason;
  }
  const last = steps.pop();
  const final = { ...last, ...restored };
  return Object.keys(final).length > 0 ? [...steps, final] : steps;
}

/** Returns the shortest sequence of allowed transitions, or an empty one if the status is the same. */
function pathOf(from: AlertStatus, to: AlertStatus): AlertStatus[] {
  const paths: AlertStatus[][] = [[from]];
  for (const path of paths) {
    const end = path.at(-1);
    if (end === to) return path.slice(1);
    for (const next of end ? alertTransitions[end] : []) if (!path.includes(next)) paths.push([...path, next]);
  }
  return [];
}
