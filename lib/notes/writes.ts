import { sql } from "drizzle-orm";
import { alertLockKey } from "@/lib/alerts/lock-key";
import { eventSnapshotSql } from "@/lib/alerts/row";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId, newId, timeOfId } from "@/lib/db/ids";
import { announceEvents } from "@/lib/events/writes";
import { notFound } from "@/lib/http/failures";
import { actorIdKind } from "@/lib/http/wire";
import type { Note, NoteCreate } from "./schema";

/**
 * Adds a note to an alert, with its event, in one statement. It queues with the changes of the alert before it gets its
 * place in the feed, so events that follow one another there tell of the alert as it was then.
 * @throws Failure `not_found`.
 */
export async function addNote(ctx: Context, alertId: string, { body }: NoteCreate): Promise<Note> {
  const id = newId();
  const createdAt = timeOfId(id).toISOString();
  const wireId = encodeId("note", id);
  const { kind, id: actorId, name } = ctx.actor;
  const [row] = await ctx.db.execute(sql`
    with queued as materialized (
      select a.organization_id, a.id, pg_advisory_xact_lock(${alertLockKey}) from alerts a
      where a.organization_id = ${ctx.organizationId} and a.id = ${decodeId("alert", alertId)}::uuid
    ), noted as (
      update alerts a set updated_at = greatest(a.updated_at, ${createdAt}::timestamptz)
      from queued q where a.organization_id = q.organization_id and a.id = q.id
      returning a.organization_id, a.id, ${sql.raw(eventSnapshotSql())} as told
    ), note as (
      insert into notes (organization_id, id, alert_id, body, author_kind, author_id, author_name, created_at)
      select organization_id, ${id}, id, ${body}, ${kind}, ${actorId}, ${name}, ${createdAt}::timestamptz from noted
    )
    insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)
    select organization_id, ${newId()}, 'alert.note_added', id, ${kind}, ${actorId}, ${name},
      jsonb_build_object('alert', told) || ${JSON.stringify({ note: { id: wireId, body } })}::jsonb from noted
    returning id`);
  if (!row) throw notFound();
  announceEvents(ctx.organizationId);
  const author = { kind, id: encodeId(actorIdKind(kind), actorId), name };
  return { id: wireId, alert_id: alertId, body, author, created_at: createdAt };
}
