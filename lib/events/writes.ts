import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { events } from "@/lib/db/tables/records";
import type { EventType } from "@/lib/db/values";

export interface NewEvent {
  type: EventType;
  /** UUID of the alert, camera, key or webhook that it is about. */
  subjectId: string;
  /** What changed, as the feed and the timelines tell it. */
  data: Record<string, unknown>;
}

/** Appends to the organization's feed; `tx` must be the transaction of the change itself. */
export async function appendEvents(tx: Executor, ctx: Context, list: NewEvent[]): Promise<void> {
  if (list.length === 0) return;
  await tx.insert(events).values(
    list.map((event) => ({
      organizationId: ctx.organizationId,
      id: newId(),
      actorKind: ctx.actor.kind,
      actorId: ctx.actor.id,
      actorName: ctx.actor.name,
      ...event,
    })),
  );
}
