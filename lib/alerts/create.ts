import { setImmediate } from "node:timers/promises";
import type { Context } from "@/lib/auth/context";
import { database, type Executor, type Transaction } from "@/lib/db/client";
import { group } from "@/lib/db/group";
import { Failure } from "@/lib/errors";
import { parseRow } from "@/lib/http/parse";
import { databaseCode, rowProblem } from "@/lib/http/problem";
import { once } from "@/lib/once";
import { insertAlerts, type NewAlert, newAlert } from "./insert";
import { type Alert, type AlertBatchResult, type AlertCreate, alertCreate } from "./schema";

const MAX_ATTEMPTS = 5;
const MAX_ALERTS_PER_STATEMENT = 100;
const DEADLINE_MS = 6_000;
const ROWS_PER_STATEMENT = 250;

type BatchResults = AlertBatchResult["results"];

// Creates that arrive together are one statement, whoever sends them, and none is answered before it has committed.
// Those with a dedup key may have to wait for another change of the key's alert, so each organization has its own queue.
const insertTogether = () =>
  once("insert-alerts", () =>
    group<NewAlert, Alert>(
      async (alerts) => {
        const { db } = database();
        try {
          return await insertUntilSettled(db, alerts);
        } catch (error) {
          if (alerts.length === 1 || !isRefusal(error)) throw error;
        }
        // The database refused the statement because of one of them; nothing is stored, so each goes by itself.
        const alone = alerts.map((alert) => insertUntilSettled(db, [alert]));
        const outcomes = await Promise.allSettled(alone);
        return outcomes.map((outcome) =>
          outcome.status === "fulfilled" ? (outcome.value[0] ?? changing()) : (outcome.reason as Error),
        );
      },
      {
        maxItems: MAX_ALERTS_PER_STATEMENT,
        maxInFlight: 3,
        deadlineMs: DEADLINE_MS,
        laneOf: ({ row }) => (row.dedup_key === null ? "" : row.organization_id),
      },
    ),
  );

/** Whether a statement failed by what it was given (SQLSTATE classes 21 to 23), not by the state of the database. */
function isRefusal(error: unknown): boolean {
  return /^2[123]/.test(databaseCode(error) ?? "");
}

/**
 * Stores one alert.
 * @returns the alert, and `deduplicated: true` when an open or acknowledged one with the same key was counted up.
 * @throws Failure `unknown_camera`, `validation_failed` for an assignee who is not a member.
 */
export async function createAlert(ctx: Context, input: AlertCreate): Promise<Alert> {
  const alert = newAlert(ctx, input);
  if (ctx.db === database().db) return insertTogether()(alert);
  const [outcome = changing()] = await insertUntilSettled(ctx.db, [alert]);
  if (outcome instanceof Failure) throw outcome;
  return outcome;
}

/**
 * Stores the good rows of a batch and says of each bad one why it is refused, all in one transaction.
 * @param rows as they came; each is checked by itself, with pointers such as `/alerts/3/camera_id`.
 */
export async function createAlerts(ctx: Context, rows: readonly unknown[]): Promise<AlertBatchResult> {
  // A transaction must take its dedup keys in one order, so it has one statement for them. Other rows are stored in
  // parts: the database works on one part while this process, which has a turn for others in between, checks the next.
  const size = rows.some(hasKey) ? rows.length : ROWS_PER_STATEMENT;
  const parts = await ctx.db.transaction(async (tx) => {
    const started: Promise<BatchResults>[] = [];
    for (let start = 0; start < rows.length; start += size) {
      const part = createSome(tx, ctx, rows.slice(start, start + size), start);
      part.catch(() => "told below, once the parts before it have ended");
      started.push(part);
      await setImmediate();
    }
    return Promise.all(started);
  });
  const results = parts.flat();
  const failed = results.filter(({ status }) => status >= 400).length;
  return { results, succeeded: results.length - failed, failed };
}

async function createSome(
  tx: Transaction,
  ctx: Context,
  rows: readonly unknown[],
  start: number,
): Promise<BatchResults> {
  const parsed = rows.map((row, n) => {
    const input = parseRow(alertCreate, row, "alerts", start + n);
    return input instanceof Failure ? input : newAlert(ctx, input, `/alerts/${start + n}`);
  });
  const alerts = parsed.flatMap((row) => (row instanceof Failure ? [] : [row]));
  const stored = alerts.length > 0 ? await insertUntilSettled(tx, alerts) : [];
  let next = 0;
  return parsed.map((row, n) => {
    const index = start + n;
    const outcome = row instanceof Failure ? row : (stored[next++] ?? changing());
    if (!(outcome instanceof Failure)) return { index, status: outcome.deduplicated ? 200 : 201, alert: outcome };
    const problem = rowProblem(outcome);
    return { index, status: problem.status, problem };
  });
}

function hasKey(row: unknown): boolean {
  return typeof row === "object" && row !== null && "dedup_key" in row && row.dedup_key !== null;
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
