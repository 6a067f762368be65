import { and, count, eq, gt, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId } from "@/lib/db/ids";
import { alerts } from "@/lib/db/tables/alerts";
import { notes } from "@/lib/db/tables/notes";
import { events } from "@/lib/db/tables/records";
import { readHorizon } from "@/lib/events/feed";
import { notFound } from "@/lib/http/failures";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { actorIdKind } from "@/lib/http/wire";
import type { Note, NoteList, NoteListQuery, Timeline, TimelineEntry } from "./schema";

const noteColumns = {
  id: notes.id,
  alertId: notes.alertId,
  body: notes.body,
  authorKind: notes.authorKind,
  authorId: notes.authorId,
  authorName: notes.authorName,
  createdAt: notes.createdAt,
};
type NoteRow = Pick<typeof notes.$inferSelect, keyof typeof noteColumns>;

/**
 * Returns a page of an alert's notes, oldest first.
 * @throws Failure `not_found` for an unknown alert, `invalid_cursor`.
 */
export async function readNotes(ctx: Context, alertId: string, query: NoteListQuery): Promise<NoteList> {
  const identity = listIdentity(`notes/${alertId}`, query);
  const after = query.cursor ? String(decodeCursor(ctx, identity, query.cursor)[0]) : undefined;
  const mine = and(eq(notes.organizationId, ctx.organizationId), eq(notes.alertId, uuidOf(alertId)));
  const [rows, counted] = await Promise.all([
    ctx.db
      .select(noteColumns)
      .from(notes)
      .where(and(mine, after === undefined ? undefined : gt(notes.id, after)))
      .orderBy(notes.id)
      .limit(query.limit + 1),
    query.include_total ? ctx.db.select({ total: count() }).from(notes).where(mine) : [],
  ]);
  if (rows.length === 0) await assertAlert(ctx, alertId);
  return toPage(ctx, rows, {
    limit: query.limit,
    identity,
    position: ({ id }) => [id],
    toWire: toNote,
    total: counted[0]?.total,
  });
}

function toNote(row: NoteRow): Note {
  return {
    id: encodeId("note", row.id),
    alert_id: encodeId("alert", row.alertId),
    body: row.body,
    author: { kind: row.authorKind, id: encodeId(actorIdKind(row.authorKind), row.authorId), name: row.authorName },
    created_at: row.createdAt.toISOString(),
  };
}

async function assertAlert(ctx: Context, alertId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.organizationId, ctx.organizationId), eq(alerts.id, uuidOf(alertId))));
  if (!row) throw notFound();
}

/** Returns SQL for the alert's UUID. For an ID of another type it is null, which matches no row. */
const uuidOf = (alertId: string) => sql`${decodeId("alert", alertId)}::uuid`;

const eventColumns = {
  id: events.id,
  type: events.type,
  actorKind: events.actorKind,
  actorId: events.actorId,
  actorName: events.actorName,
  createdAt: events.createdAt,
  transactionId: events.transactionId,
};
type EventData = Partial<Pick<TimelineEntry, "changes" | "comment" | "note" | "occurrence_count">>;
type EventRow = Pick<typeof events.$inferSelect, keyof typeof eventColumns> & { data: EventData };

/**
 * Returns a page of an alert's timeline, in feed order. Committed entries appear immediately. A page ends where an
 * older transaction could still add an entry, so that the next page skips nothing.
 * @throws Failure `not_found`, `invalid_cursor`.
 */
export async function readTimeline(ctx: Context, alertId: string, query: NoteListQuery): Promise<Timeline> {
  const identity = listIdentity(`timeline/${alertId}`, query);
  const after = query.cursor ? decodeCursor(ctx, identity, query.cursor) : null;
  const mine = and(eq(events.organizationId, ctx.organizationId), eq(events.subjectId, uuidOf(alertId)));
  const isNext = after
    ? sql`(${events.transactionId}, ${events.id}) > (${after[0]}::xid8, ${after[1]}::uuid)`
    : undefined;
  const horizon = await readHorizon(ctx);
  const [rows, counted] = await Promise.all([
    ctx.db
      .select({
        ...eventColumns,
        data: sql<EventData>`${events.data}`,
        isSettled: sql<boolean>`${events.transactionId} < ${horizon}::xid8`,
      })
      .from(events)
      .where(and(mine, isNext))
      .orderBy(events.transactionId, events.id)
      .limit(query.limit + 1),
    query.include_total ? ctx.db.select({ total: count() }).from(events).where(mine) : [],
  ]);
  if (rows.length === 0) await assertAlert(ctx, alertId);
  const unsettled = rows.findIndex((row) => !row.isSettled);
  return toPage(ctx, rows, {
    limit: rows.length > query.limit && unsettled > 0 ? Math.min(unsettled, query.limit) : query.limit,
    identity,
    position: (row) => [row.transactionId, row.id],
    toWire: (row) => toEntry(ctx, row),
    total: counted[0]?.total,
  });
}

function toEntry(ctx: Context, { data, ...row }: EventRow): TimelineEntry {
  return {
    id: encodeId("event", row.id),
    type: row.type,
    actor: {
      kind: row.actorKind,
      id: encodeId(actorIdKind(row.actorKind), row.actorId ?? ctx.organizationId),
      name: row.actorName,
    },
    created_at: row.createdAt.toISOString(),
    changes: data.changes ?? {},
    comment: data.comment ?? null,
    note: data.note ?? null,
    occurrence_count: data.occurrence_count ?? null,
  };
}
