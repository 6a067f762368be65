import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { Failure } from "@/lib/errors";
import { parseRow } from "@/lib/http/parse";
import { rowProblem } from "@/lib/http/problem";
import { insertAlerts, type NewAlert, newAlert } from "./insert";
import { type Alert, type AlertBatchResult, type AlertCreate, alertCreate } from "./schema";

const MAX_ATTEMPTS = 5;

/**
 * Stores one alert.
 * @returns the alert, and `deduplicated: true` when an open or acknowledged one with the same key was counted up.
 * @throws Failure `unknown_camera`, `validation_failed` for an assignee who is not a member.
 */
export async function createAlert(ctx: Context, input: AlertCreate): Promise<Alert> {
  const [outcome = changing()] = await insertUntilSettled(ctx.db, [newAlert(ctx, input)]);
  if (outcome instanceof Failure) throw outcome;
  return outcome;
}

/**
 * Stores the good rows of a batch and says of each bad one why it is refused, all in one transaction.
 * @param rows as they came; each is checked by itself, with pointers such as `/alerts/3/camera_id`.
 */
export async function createAlerts(ctx: Context, rows: readonly unknown[]): Promise<AlertBatchResult> {
  const parsed = rows.map((row, index) => {
    const input = parseRow(alertCreate, row, "alerts", index);
    return input instanceof Failure ? input : newAlert(ctx, input, `/alerts/${index}`);
  });
  const alerts = parsed.flatMap((row) => (row instanceof Failure ? [] : [row]));
  const stored = alerts.length > 0 ? await ctx.db.transaction((tx) => insertUntilSettled(tx, alerts)) : [];
  let next = 0;
  const results = parsed.map((row, index) => {
    const outcome = row instanceof Failure ? row : (stored[next++] ?? changing());
    if (!(outcome instanceof Failure)) return { index, status: outcome.deduplicated ? 200 : 201, alert: outcome };
    const problem = rowProblem(outcome);
    return { index, status: problem.status, problem };
  });
  const failed = results.filter(({ status }) => status >= 400).length;
  return { results, succeeded: results.length - failed, failed };
}

/** Repeats the statement for the rows whose key's alert was changing, until every row has its outcome. */
async function insertUntilSettled(db: Executor, alerts: readonly NewAlert[]): Promise<(Alert | Failure)[]> {
  const outcomes = await insertAlerts(db, alerts);
  for (let attempt = 1; attempt < MAX_ATTEMPTS && outcomes.includes(null); attempt += 1) {
    const open = alerts.filter((_, index) => outcomes[index] === null);
    const settled = await insertAlerts(db, open);
    let next = 0;
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome === null) outcomes[index] = settled[next++] ?? null;
    }
  }
  return outcomes.map((outcome) => outcome ?? changing());
}

function changing(): Failure {
  return new Failure("conflict", "Alerts with this dedup_key are changing at this very moment. Send it again.");
}
