import { sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { runStatement } from "@/lib/db/drizzle";
import { isoTime } from "@/lib/db/text";
import type { InputIssue } from "@/lib/errors";
import { inTime } from "@/lib/http/reply/count";
import type { CursorPosition } from "@/lib/http/request/cursor";
import type { AlertSort } from "@/lib/values";
import { findSearchedCameras, isUnindexed } from "../condition";
import { type AlertSelection, hasOnePlan, listStatement, orders } from "./list-statement";
import { alertJson, columnOfRowText } from "./row-text";

/** The time limit of a search that no index can serve. It is enough for about 200,000 alerts. */
const UNINDEXED_SEARCH_MS = 250;

const tooShort: InputIssue = {
  parameter: "q",
  code: "too_short",
  detail:
    "This search is too short for the number of alerts. Use at least 3 consecutive letters (a to z) or digits, or add a filter.",
};
const tooMany: InputIssue = {
  parameter: "created_after",
  code: "too_much_to_search",
  detail: "Searching this many alerts takes too long. Add a filter, or choose a shorter period with `created_after`.",
};

/** An alert of a page. It remains the database's text until it is converted to JSON. */
export interface ListedAlert {
  /** The alert's UUID. */
  readonly id: string;
  /** The position of this alert in the list, after which the next page starts. */
  readonly position: CursorPosition;
  /** The alert as JSON in the API's format. */
  toJson(): string;
}

class RowText implements ListedAlert {
  constructor(
    private readonly text: string,
    private readonly sort: AlertSort,
  ) {}

  get id(): string {
    return columnOfRowText(this.text, "id");
  }

  get position(): CursorPosition {
    const { column } = orders[this.sort];
    return column === null ? [this.id] : [isoTime(columnOfRowText(this.text, column)), this.id];
  }

  toJson(): string {
    return alertJson(this.text);
  }
}

/**
 * Returns the alerts of a page, in list order.
 * @param options `isPatient`: the caller reads all pages, so a search without an index may take longer.
 * @throws Failure `validation_failed` if the search takes too long.
 */
export async function listAlertRows(
  ctx: Context,
  selection: AlertSelection,
  { isPatient = false }: { isPatient?: boolean } = {},
): Promise<ListedAlert[]> {
  const { query, sort } = selection;
  const cameras = await findSearchedCameras(ctx, query);
  if (cameras?.length === 0) return [];
  const statement = listStatement(ctx, selection, cameras);
  const prepare = hasOnePlan(selection, cameras);
  const read = (db: Executor) => runStatement<{ value: string }>(db, statement, { prepare });
  const isLimited = query.q !== undefined && isUnindexed(query.q) && !isPatient;
  const rows = await inTime(
    () => (isLimited ? readWithin(ctx, UNINDEXED_SEARCH_MS, read) : read(ctx.db)),
    isLimited ? tooShort : tooMany,
  );
  return rows.map(({ value }) => new RowText(value, sort));
}

/** Runs a read with its own statement timeout, in a new transaction or in the caller's. */
function readWithin<T>(ctx: Context, ms: number, read: (db: Executor) => PromiseLike<T>): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${ms}`));
    const result = await read(tx);
    await tx.execute(sql`set local statement_timeout to default`);
    return result;
  });
}
