import { sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId } from "@/lib/db/ids";
import { Failure } from "@/lib/errors";
import { decodeCursor, encodeCursor, listIdentity } from "@/lib/http/cursor";
import { notFound } from "@/lib/http/parse";
import { rowProblem } from "@/lib/http/problem";
import { MAX_UPDATED_IDS } from "@/lib/limits";
import { alertCondition, toAlert } from "./reads";
import type { AlertBatchUpdate, AlertBatchUpdateResult, AlertFilter } from "./schema";
import { changeAlerts } from "./update";

/**
 * Makes one change to many alerts, in one transaction: those that are named, or the next that a filter finds. Each has
 * a result of its own; one that is refused holds up no other. An alert that stops matching the filter before it is
 * locked is left alone and has no result.
 * @throws Failure `invalid_cursor`, `validation_failed` for an assignee who is not a member.
 */
export async function batchUpdateAlerts(ctx: Context, input: AlertBatchUpdate): Promise<AlertBatchUpdateResult> {
  const change = { ...input.change, comment: input.comment };
  return ctx.db.transaction(async (tx) => {
    const scoped = { ...ctx, db: tx };
    const chosen = input.filter ? await findMatching(scoped, input.filter, input.cursor) : namedIn(input.ids ?? []);
    const results = await changeAlerts(tx, ctx, chosen.uuids, change, { ...chosen, pointer: "/change" });
    const rows = chosen.ids
      .map((id) => ({ id, result: results.get(decodeId("alert", id) ?? "") ?? (input.ids ? notFound() : null) }))
      .filter((row): row is { id: string; result: NonNullable<(typeof row)["result"]> } => row.result !== null)
      .map(({ id, result }, index) =>
        result instanceof Failure
          ? { index, id, status: rowProblem(result).status, problem: rowProblem(result) }
          : { index, id, status: 200, alert: toAlert(result) },
      );
    const failed = rows.filter(({ status }) => status !== 200).length;
    const { next_cursor } = chosen;
    return { results: rows, succeeded: rows.length - failed, failed, has_more: next_cursor !== null, next_cursor };
  });
}

/** An id that is none names nothing that exists, just as in a path. */
function namedIn(ids: readonly string[]) {
  const uuids = [...new Set(ids.map((id) => decodeId("alert", id)).filter((uuid) => uuid !== null))];
  return { ids, uuids, where: sql`true`, next_cursor: null };
}

/** The oldest alerts that match, after the cursor's: a changed one may well match again and must not come back. */
async function findMatching(ctx: Context, filter: AlertFilter, cursor: string | undefined) {
  const identity = listIdentity("batch-update", filter);
  const [after] = cursor ? decodeCursor(ctx, identity, cursor) : [];
  const where = alertCondition(ctx, filter);
  const found = await ctx.db.execute<{ id: string }>(sql`select a.id from alerts a
    where ${where} ${after === undefined ? sql`` : sql`and a.id > ${after}::uuid`} order by a.id limit ${MAX_UPDATED_IDS + 1}`);
  const uuids = found.slice(0, MAX_UPDATED_IDS).map(({ id }) => id);
  const last = uuids.at(-1);
  const next_cursor = found.length > MAX_UPDATED_IDS && last ? encodeCursor(ctx, identity, [last]) : null;
  return { ids: uuids.map((uuid) => encodeId("alert", uuid)), uuids, where, next_cursor };
}
