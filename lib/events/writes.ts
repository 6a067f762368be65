import { sql } from "drizzle-orm";
import type { Context, OrganizationId } from "@/lib/auth/context";
import { database, type Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import type { EventType } from "@/lib/values";

/** The channel of `LISTEN` and `NOTIFY`; the payload is the organization's UUID. */
export const EVENTS_CHANNEL = "sightline_events";
/** Long enough for a transaction to commit after it wrote its events, and for those of one moment to share a notice. */
const ANNOUNCE_AFTER_MS = 25;

export interface NewEvent {
  type: EventType;
  /** UUID of the alert, camera, key or webhook that it is about. */
  subjectId: string;
  /** What there is to tell. It leaves as it is, so ids in it are those that callers see. */
  data: Record<string, unknown>;
}

/** Appends to the organization's feed; `tx` must be the transaction of the change itself. */
export async function appendEvents(tx: Executor, ctx: Context, list: NewEvent[]): Promise<void> {
  if (list.length === 0) return;
  const { kind, id: actorId, name } = ctx.actor;
  const rows = JSON.stringify(
    list.map(({ type, subjectId, data }) => ({ id: newId(), type, subject_id: subjectId, data })),
  );
  // One parameter for all rows: a statement for each number of rows would fill the database with prepared ones.
  await tx.execute(sql`
    insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)
    select ${ctx.organizationId}, r.id, r.type, r.subject_id, ${kind}, ${actorId}, ${name}, r.data
    from json_to_recordset(${rows}::json) as r(id uuid, type text, subject_id uuid, data jsonb)`);
  announceEvents(ctx.organizationId);
}

const announcer = () =>
  processSingleton("event-announcer", () => ({ waiting: new Set<string>(), timer: null as NodeJS.Timeout | null }));

/**
 * Tells the streams of every instance that the organization has new events; `appendEvents` does so by itself. It goes
 * out a moment later and outside the writer's transaction, because commits that notify wait for each other. A notice
 * that is lost or comes before the commit costs a delay, never an event: the streams also look by themselves.
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
