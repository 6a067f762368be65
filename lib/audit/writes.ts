import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { auditEntries } from "@/lib/db/tables/records";
import type { AuditAction } from "@/lib/values";

/** The parts of a context that the audit log stores: the actor, the request and its origin. */
export type AuditContext = Pick<Context, "actor" | "ip" | "userAgent" | "requestId"> & { organizationId: string };

export interface NewAuditEntry {
  action: AuditAction;
  /** The public ID of the target, such as `key_…`. */
  targetId: string;
  /** The target's name at the time of the change. */
  targetName?: string;
  /** The target's state before and after the change, without secrets. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Appends an entry to the audit log. `tx` must be the transaction of the change, so that both commit together. */
export async function recordAudit(tx: Executor, ctx: AuditContext, entry: NewAuditEntry): Promise<void> {
  await tx.insert(auditEntries).values({
    organizationId: ctx.organizationId,
    id: newId(),
    actorKind: ctx.actor.kind,
    actorId: ctx.actor.id,
    actorName: ctx.actor.name,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    requestId: ctx.requestId,
    ...entry,
  });
}
