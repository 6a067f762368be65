import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId } from "@/lib/db/ids";
import { type Failure, isFailure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { toRowProblem } from "@/lib/http/problem";
import { decodeCursor, encodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { parseRow } from "@/lib/http/request/parse";
import { MAX_UPDATED_IDS } from "@/lib/limits";
import { changeAlerts } from "./change";
import { type AlertRecord, toAlert } from "./row";
import { type AlertBatchUpdate, type AlertBatchUpdateResult, type AlertFilter, alertIdSchema } from "./schema";
import { listAlertRows } from "./store/list";

type Result = AlertBatchUpdateResult["results"][number];

/**
 * Applies one change to many alerts in one transaction. The input lists the alerts by ID, or has a filter that
 * selects the next matching alerts. Each alert has its own result, so a rejected change doesn't affect the others.
 * With a filter, an alert that no longer matches when it is locked has no result.
 * @throws Failure `invalid_cursor`, or `validation_failed` for an assignee who isn't a member.
 */
export async function changeAlertBatch(ctx: Context, input: AlertBatchUpdate): Promise<AlertBatchUpdateResult> {
  const change = { ...input.change, comment: input.comment };
  return ctx.db.transaction(async (tx) => {
    if (!input.filter) {
      const ids = (input.ids ?? []).map((id, index) => parseRow(alertIdSchema, id, "ids", index));
      const uuids = ids.flatMap((id) => (isFailure(id) ? [] : (decodeId("alert", id) ?? [])));
      const changed = await changeAlerts(tx, ctx, uuids, change, { pointer: "/change" });
      return summary(
        ids.map((id, index) => {
          if (isFailure(id)) return resultOf(index, undefined, id);
          return resultOf(index, id, changed.get(decodeId("alert", id) ?? "") ?? notFound());
        }),
        null,
      );
    }
    const { uuids, next } = await findMatching({ ...ctx, db: tx }, input.filter, input.cursor);
    const changed = await changeAlerts(tx, ctx, uuids, change, { matching: input.filter, pointer: "/change" });
    const found = [...changed].map(([uuid, outcome], index) => resultOf(index, encodeId("alert", uuid), outcome));
    return summary(found, next);
  });
}

function resultOf(index: number, id: string | undefined, outcome: AlertRecord | Failure): Result {
  if (!isFailure(outcome)) return { index, id, status: 200, alert: toAlert(outcome) };
  const problem = toRowProblem(outcome);
  return { index, id, status: problem.status, problem };
}

function summary(results: Result[], next_cursor: string | null): AlertBatchUpdateResult {
  const failed = results.filter(({ problem }) => problem !== undefined).length;
  return { results, succeeded: results.length - failed, failed, has_more: next_cursor !== null, next_cursor };
}

/**
 * Returns the oldest matching alerts after the cursor. The cursor keeps changed alerts that still match from being
 * returned again.
 */
async function findMatching(ctx: Context, filter: AlertFilter, cursor: string | undefined) {
  const identity = listIdentity("batch-update", filter);
  const after = cursor ? decodeCursor(ctx, identity, cursor) : undefined;
  const limit = MAX_UPDATED_IDS + 1;
  const found = await listAlertRows(ctx, { query: filter, sort: "created_at", after, limit });
  const uuids = found.slice(0, MAX_UPDATED_IDS).map(({ id }) => id);
  const last = uuids.at(-1);
  const next = found.length === limit && last ? encodeCursor(ctx, identity, [last]) : null;
  return { uuids, next };
}
