import { and, eq, sql } from "drizzle-orm";
import { lockAlerts } from "@/lib/alerts/lock";
import { toEventSnapshot } from "@/lib/alerts/row";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId, newId, timeOfId } from "@/lib/db/ids";
import { alerts } from "@/lib/db/tables/alerts";
import { notes } from "@/lib/db/tables/notes";
import { appendEvents } from "@/lib/events/writes";
import { notFound } from "@/lib/http/failures";
import { actorIdKind } from "@/lib/http/wire";
import { alertNoteAdded } from "./events";
import type { Note, NoteCreate } from "./schema";

/**
 * Adds a note to an alert, with its event, in one transaction. The transaction first waits for concurrent changes
 * of the alert, so that events appear in the order of the changes.
 * @throws Failure `not_found`.
 */
export async function addNote(ctx: Context, alertId: string, { body }: NoteCreate): Promise<Note> {
  const id = newId();
  const createdAt = timeOfId(id);
  const wireId = encodeId("note", id);
  const alertUuid = decodeId("alert", alertId);
  const { kind, id: authorId, name } = ctx.actor;
  if (alertUuid === null) throw notFound();
  await ctx.db.transaction(async (tx) => {
    await lockAlerts(tx, ctx, [alertUuid]);
    const [alert] = await tx
      .update(alerts)
      .set({ updatedAt: sql`greatest(${alerts.updatedAt}, ${createdAt.toISOString()}::timestamptz)` })
      .where(and(eq(alerts.organizationId, ctx.organizationId), eq(alerts.id, alertUuid)))
      .returning({
        camera_id: alerts.cameraId,
        use_case: alerts.useCase,
        severity: alerts.severity,
        status: alerts.status,
        title: alerts.title,
        version: alerts.version,
      });
    if (!alert) throw notFound();
    const author = { authorKind: kind, authorId, authorName: name };
    await tx
      .insert(notes)
      .values({ organizationId: ctx.organizationId, id, alertId: alertUuid, body, ...author, createdAt });
    const data = { alert: toEventSnapshot(alert), note: { id: wireId, body } };
    await appendEvents(tx, ctx, [alertNoteAdded.of(alertUuid, data)]);
  });
  const author = { kind, id: encodeId(actorIdKind(kind), authorId), name };
  return { id: wireId, alert_id: alertId, body, author, created_at: createdAt.toISOString() };
}
