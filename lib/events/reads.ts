import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { decodeCursor, encodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { eventSubjects } from "@/lib/values";
import { type FeedPosition, findFeedPosition, readFeed, readFeedOfSubject, startOfFeed, toEvent } from "./feed";
import type { EventList, EventListQuery } from "./schema";

/**
 * Returns a page of the feed, oldest first. Pages never skip or repeat events, even under concurrent writes.
 * @throws Failure `invalid_cursor`, and `not_found` or `gone` for the event in `after`.
 */
export async function readEvents(ctx: Context, query: EventListQuery): Promise<EventList> {
  const identity = listIdentity("events", query);
  const start = await startOf(ctx, query, identity);
  if (start === null) return { data: [], has_more: false, next_cursor: null };
  const { rows, position } = query.subject_id
    ? await pageOfSubject(ctx, start, query, query.subject_id)
    : await page(ctx, start, query);
  return {
    data: rows.map((row) => toEvent(ctx, row)),
    has_more: position !== null,
    next_cursor: position && encodeCursor(ctx, identity, [position.transactionId, position.id]),
  };
}

async function startOf(ctx: Context, query: EventListQuery, identity: string): Promise<FeedPosition | null> {
  if (query.cursor) {
    const [transactionId = "", id = ""] = decodeCursor(ctx, identity, query.cursor).map(String);
    return { transactionId, id };
  }
  return query.after ? findFeedPosition(ctx, query.after) : startOfFeed(ctx);
}

async function page(ctx: Context, start: FeedPosition, { limit, type }: EventListQuery) {
  // Reads one more event to determine whether there are more.
  const range = { limit: limit + 1, types: type };
  const found = await readFeed(ctx, start, range);
  const isLate = found.isHeldUp && ctx.db !== database().db;
  const { rows, position, isEnd } = isLate ? await readFeed(onPrimary(ctx), start, range) : found;
  return rows.length > limit ? cut(rows, limit) : { rows, position: isEnd ? null : position };
}

// A replica can learn late that a transaction ended without writing. Until then it holds back younger events, so
// they are read from the primary.
const onPrimary = (ctx: Context) => ({ ...ctx, db: database().db });

async function pageOfSubject(ctx: Context, start: FeedPosition, { limit, type }: EventListQuery, subjectId: string) {
  const subject = eventSubjects.map((kind) => decodeId(kind, subjectId)).find((id) => id !== null) ?? "";
  const rows = await readFeedOfSubject(onPrimary(ctx), start, { limit: limit + 1, types: type, subject });
  return cut(rows, limit);
}

function cut<Row extends { transaction_id: string; id: string }>(rows: Row[], limit: number) {
  const visible = rows.slice(0, limit);
  const last = rows.length > limit ? visible.at(-1) : undefined;
  return { rows: visible, position: last ? { transactionId: last.transaction_id, id: last.id } : null };
}
