import { sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId } from "@/lib/db/ids";
import { isoTime } from "@/lib/db/text";
import { readHorizon } from "@/lib/events/feed";
import { notFound } from "@/lib/http/failures";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { actorIdKind } from "@/lib/http/wire";
import type { ActorKind, EventType } from "@/lib/values";
import type { Note, NoteList, NoteListQuery, Timeline, TimelineEntry } from "./schema";

type NoteRow = {
  id: string;
  alert_id: string;
  body: string;
  author_kind: ActorKind;
  author_id: string;
  author_name: string;
  created_at: string;
};

/**
 * A page of an alert's notes, the oldest first.
 * @throws Failure `not_found`, `invalid_cursor`.
 */
export async function readNotes(ctx: Context, alertId: string, query: NoteListQuery): Promise<NoteList> {
  const identity = listIdentity(`notes/${alertId}`, query);
  const [after] = query.cursor ? decodeCursor(ctx, identity, query.cursor) : [];
  const mine = sql`n.organization_id = ${ctx.organizationId} and n.alert_id = ${decodeId("alert", alertId)}::uuid`;
  const [rows, counted] = await Promise.all([
    ctx.db.execute<NoteRow>(sql`
      select n.id, n.alert_id, n.body, n.author_kind, n.author_id, n.author_name, n.created_at from notes n
      where ${mine} ${after === undefined ? sql`` : sql`and n.id > ${after}::uuid`}
      order by n.id limit ${query.limit + 1}`),
    query.include_total
      ? ctx.db.execute<{ total: number }>(sql`select count(*)::int as total from notes n where ${mine}`)
      : [],
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
    alert_id: encodeId("alert", row.alert_id),
    body: row.body,
    author: { kind: row.author_kind, id: encodeId(actorIdKind(row.author_kind), row.author_id), name: row.author_name },
    created_at: isoTime(row.created_at),
  };
}

async function assertAlert(ctx: Context, alertId: string): Promise<void> {
  const [row] = await ctx.db.execute(sql`select 1 from alerts
    where organization_id = ${ctx.organizationId} and id = ${decodeId("alert", alertId)}::uuid`);
  if (!row) throw notFound();
}

type EventRow = {
  id: string;
  type: EventType;
  actor_kind: ActorKind;
  actor_id: string | null;
  actor_name: string;
  data: Partial<Pick<TimelineEntry, "changes" | "comment" | "note" | "occurrence_count">>;
  created_at: string;
  transaction_id: string;
  is_settled: boolean;
};

/**
 * A page of everything that happened to an alert, in the feed's order. What was just committed is shown at once, but
 * a page ends where an older transaction could still add something before the next one, so that nothing is skipped.
 * @throws Failure `not_found`, `invalid_cursor`.
 */
export async function readTimeline(ctx: Context, alertId: string, query: NoteListQuery): Promise<Timeline> {
  const identity = listIdentity(`timeline/${alertId}`, query);
  const after = query.cursor ? decodeCursor(ctx, identity, query.cursor) : null;
  const mine = sql`e.organization_id = ${ctx.organizationId} and e.subject_id = ${decodeId("alert", alertId)}::uuid`;
  const horizon = await readHorizon(ctx);
  const [rows, counted] = await Promise.all([
    ctx.db.execute<EventRow>(sql`
      select e.id, e.type, e.actor_kind, e.actor_id, e.actor_name, e.data, e.created_at, e.transaction_id,
        e.transaction_id < ${horizon}::xid8 as is_settled
      from events e
      where ${mine} ${after ? sql`and (e.transaction_id, e.id) > (${after[0]}::xid8, ${after[1]}::uuid)` : sql``}
      order by e.transaction_id, e.id limit ${query.limit + 1}`),
    query.include_total
      ? ctx.db.execute<{ total: number }>(sql`select count(*)::int as total from events e where ${mine}`)
      : [],
  ]);
  if (rows.length === 0) await assertAlert(ctx, alertId);
  const unsettled = rows.findIndex((row) => !row.is_settled);
  return toPage(ctx, rows, {
    limit: rows.length > query.limit && unsettled > 0 ? Math.min(unsettled, query.limit) : query.limit,
    identity,
    position: (row) => [row.transaction_id, row.id],
    toWire: (row) => toEntry(ctx, row),
    total: counted[0]?.total,
  });
}

function toEntry(ctx: Context, { data, ...row }: EventRow): TimelineEntry {
  return {
    id: encodeId("event", row.id),
    type: row.type,
    actor: {
      kind: row.actor_kind,
      id: encodeId(actorIdKind(row.actor_kind), row.actor_id ?? ctx.organizationId),
      name: row.actor_name,
    },
    created_at: isoTime(row.created_at),
    changes: data.changes ?? {},
    comment: data.comment ?? null,
    note: data.note ?? null,
    occurrence_count: data.occurrence_count ?? null,
  };
}
