import { setImmediate } from "node:timers/promises";
import type { Context } from "@/lib/auth/context";
import { createBatcher } from "@/lib/batcher";
import { type Database, database, type Executor, type Transaction } from "@/lib/db/client";
import { databaseCode } from "@/lib/db/errors";
import { type Failure, isFailure } from "@/lib/errors";
import { REQUEST_DEADLINE_MS } from "@/lib/http/deadline";
import { toRowProblem } from "@/lib/http/problem";
import { parseRow } from "@/lib/http/request/parse";
import { membersAmong } from "@/lib/members/reads";
import { processSingleton } from "@/lib/process-singleton";
import { dedupKeyBusy, unknownAssignee } from "./failures";
import { newAlert } from "./new-alert";
import { type Alert, type AlertBatchResult, type AlertCreate, alertCreateSchema } from "./schema";
import { insertAlertRows, type NewAlert } from "./store/insert";

const MAX_ATTEMPTS = 5;
const MAX_ALERTS_PER_STATEMENT = 100;
const MAX_IN_FLIGHT = 3;
const ROWS_PER_STATEMENT = 250;

type BatchResults = AlertBatchResult["results"];

/**
 * Whether one statement may store alerts of several organizations. If tables are distributed by organization, set this
 * to false, so that each statement names one organization (docs/decisions/013-statement-batching.md).
 */
const SPANS_ORGANIZATIONS = true;

/**
 * Returns the name of the batching queue for a new alert. Alerts in one queue share statements. Alerts with a
 * dedup key have a queue per organization, because they may wait for a concurrent change of an alert with the same
 * key.
 */
function laneOf({ row }: NewAlert): string {
  if (row.dedup_key !== null) return `keyed ${row.organization_id}`;
  return SPANS_ORGANIZATIONS ? "" : row.organization_id;
}

// Returns the batcher that stores new alerts of concurrent requests. A request is answered only after its
// statement has committed.
const insertTogether = () =>
  processSingleton("insert-alerts", () =>
    createBatcher<NewAlert, Alert>(
      async (alerts) => {
        const { db } = database();
        try {
          return await insertUntilSettled(db, alerts);
        } catch (error) {
          // Nothing was stored. If one row caused the failure, each row is now stored with its own statement.
          if (alerts.length === 1 || !isCausedByOneRow(error)) throw error;
        }
        return insertOneByOne(db, alerts);
      },
      { maxItems: MAX_ALERTS_PER_STATEMENT, maxInFlight: MAX_IN_FLIGHT, deadlineMs: REQUEST_DEADLINE_MS, laneOf },
    ),
  );

/**
 * Returns whether one row caused a statement to fail: by its values (SQLSTATE classes 21 to 23) or by a lock on
 * its key (55P03).
 */
function isCausedByOneRow(error: unknown): boolean {
  return /^2[123]|^55P03/.test(databaseCode(error) ?? "");
}

async function insertOneByOne(db: Database, alerts: readonly NewAlert[]): Promise<(Alert | Error)[]> {
  const outcomes: (Alert | Error)[] = [];
  const left = alerts.entries();
  const locked = new Map<string | null, Error>();
  const work = async () => {
    for (const [index, alert] of left) {
      const { dedup_key } = alert.row;
      const insert = async () => (await insertUntilSettled(db, [alert]))[0] ?? dedupKeyBusy();
      const outcome = locked.get(dedup_key) ?? (await insert().catch((error: Error) => error));
      if (dedup_key !== null && databaseCode(outcome) === "55P03") locked.set(dedup_key, outcome as Error);
      outcomes[index] = outcome;
    }
  };
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, work));
  return outcomes;
}

/**
 * Stores an alert, or increments the counter of the open or acknowledged alert with the same dedup key.
 * @returns the stored alert, with `deduplicated: true` if only its counter was incremented.
 * @throws Failure `unknown_camera`, or `validation_failed` for an assignee who isn't a member.
 */
export async function addAlert(ctx: Context, input: AlertCreate): Promise<Alert> {
  const alert = newAlert(ctx, input);
  if (alert.row.assignee_id !== null) {
    const [refusal] = await refuseUnknownAssignees(ctx, [alert]);
    if (isFailure(refusal)) throw refusal;
  }
  // A row inserted in the caller's transaction can't share a statement with other requests.
  const isInTransaction = ctx.db !== database().db;
  if (!isInTransaction) return insertTogether()(alert);
  const [outcome = dedupKeyBusy()] = await insertUntilSettled(ctx.db, [alert]);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** Replaces each alert whose assignee isn't a member with a failure. */
async function refuseUnknownAssignees(
  ctx: Context,
  rows: (NewAlert | Failure)[],
  db: Executor = ctx.db,
): Promise<(NewAlert | Failure)[]> {
  const named = rows.flatMap((row) => (isFailure(row) || row.row.assignee_id === null ? [] : [row.row.assignee_id]));
  if (named.length === 0) return rows;
  const members = await membersAmong(ctx, named, db);
  return rows.map((row) => {
    if (isFailure(row) || row.row.assignee_id === null || members.has(row.row.assignee_id)) return row;
    return unknownAssignee(row.pointer);
  });
}

/**
 * Stores the valid rows of a batch in one transaction.
 * @param rows as received. Each is validated separately, with pointers such as `/alerts/3/camera_id`.
 * @returns a result for each row: the alert, or the problem that rejected it.
 */
export async function addAlerts(ctx: Context, rows: readonly unknown[]): Promise<AlertBatchResult> {
  // Dedup keys must be locked in one order per transaction, so rows with keys share one statement. Other rows are
  // stored in chunks. While the database stores one chunk, this process validates the next and serves other
  // requests.
  const size = rows.some(hasKey) ? rows.length : ROWS_PER_STATEMENT;
  const parts = await ctx.db.transaction(async (tx) => {
    const started: Promise<BatchResults>[] = [];
    for (let start = 0; start < rows.length; start += size) {
      const part = createSome(tx, ctx, rows.slice(start, start + size), start);
      // `Promise.all` below reports the failure. Until then, this handler keeps Node from exiting.
      part.catch(() => {});
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
  const made = rows.map((row, n) => {
    const input = parseRow(alertCreateSchema, row, "alerts", start + n);
    return isFailure(input) ? input : newAlert(ctx, input, `/alerts/${start + n}`);
  });
  const parsed = await refuseUnknownAssignees(ctx, made, tx);
  const alerts = parsed.flatMap((row) => (isFailure(row) ? [] : [row]));
  const stored = alerts.length > 0 ? await insertUntilSettled(tx, alerts) : [];
  let next = 0;
  return parsed.map((row, n) => {
    const index = start + n;
    const outcome = isFailure(row) ? row : (stored[next++] ?? dedupKeyBusy());
    if (outcome instanceof Error && !isFailure(outcome)) throw outcome;
    if (!isFailure(outcome)) return { index, status: outcome.deduplicated ? 200 : 201, alert: outcome };
    const problem = toRowProblem(outcome);
    return { index, status: problem.status, problem };
  });
}

function hasKey(row: unknown): boolean {
  return typeof row === "object" && row !== null && "dedup_key" in row && row.dedup_key !== null;
}

/**
 * Inserts alerts. If the alert with a row's dedup key changed during the statement, the row is sent again, a
 * limited number of times. Without a transaction, the other rows stay stored even if a repeated row fails.
 */
async function insertUntilSettled(db: Executor, alerts: readonly NewAlert[]): Promise<(Alert | Error)[]> {
  const outcomes: (Alert | Error | null)[] = await insertAlertRows(db, alerts);
  for (let attempt = 1; attempt < MAX_ATTEMPTS && outcomes.includes(null); attempt += 1) {
    const open = alerts.filter((_, index) => outcomes[index] === null);
    const again = insertAlertRows(db, open);
    const isAlone = db === database().db;
    const settled = await (isAlone ? again.catch((error: Error) => open.map(() => error)) : again);
    let next = 0;
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome === null) outcomes[index] = settled[next++] ?? null;
    }
  }
  return outcomes.map((outcome) => outcome ?? dedupKeyBusy());
}
