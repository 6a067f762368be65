import { sql } from "drizzle-orm";
import type { Context, OrganizationId } from "@/lib/auth/context";
import { database, type Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import type { NewEvent } from "./definition";

/** The PostgreSQL channel for `LISTEN` and `NOTIFY`. The payload is an organization's UUID. */
export const EVENTS_CHANNEL = "sightline_events";
/**
 * The delay of a notification. The transaction can commit in this time, and concurrent transactions share one
 * notification.
 */
const ANNOUNCE_AFTER_MS = 25;

/** Appends events to the organization's feed, and notifies its streams. `tx` must be the transaction of the change. */
export async function appendEvents(tx: Executor, ctx: Context, list: readonly NewEvent[]): Promise<void> {
  if (list.length === 0) return;
  const { kind, id: actorId, name } = ctx.actor;
  const rows = JSON.stringify(
    list.map(({ type, subjectId, data }) => ({ id: newId(), type, subject_id: subjectId, data })),
  );
  // All rows are one parameter, because a separate statement for each number of rows would create many prepared
  // statements.
  await tx.execute(sql`
    insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)
    select ${ctx.organizationId}, r.id, r.type, r.subject_id, ${kind}, ${actorId}, ${name}, r.data
    from json_to_recordset(${rows}::json) as r(id uuid, type text, subject_id uuid, data jsonb)`);
  announceEvents(ctx.organizationId);
}

const announcer = () =>
  processSingleton("event-announcer", () => ({ waiting: new Set<string>(), timer: null as NodeJS.Timeout | null }));

/**
 * Notifies the event streams of all instances about the organization's new events. `appendEvents` calls it. The
 * notification is sent a moment later, outside the writer's transaction, because commits with `NOTIFY` wait for
 * each other. A lost or early notification only delays delivery, because streams also poll.
 */
export function announceEvents(organizationId: OrganizationId): void {
  const current = announcer();
  current.waiting.add(organizationId);
  current.timer ??= setTimeout(() => {
    const payloads = [...current.waiting];
    current.waiting.clear();
    current.timer = null;
    database().sql`select pg_notify(${EVENTS_CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.catch(
      (error: Error) => log.debug({ error: error.name }, "new events weren't announced"),
    );
  }, ANNOUNCE_AFTER_MS).unref();
}
