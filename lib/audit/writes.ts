import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { auditEntries } from "@/lib/db/tables/records";
import type { AuditAction } from "@/lib/values";

/** Who changed something where: of a context, what the audit log keeps. */
export type AuditContext = Pick<Context, "actor" | "ip" | "userAgent" | "requestId"> & { organizationId: string };

export interface NewAuditEntry {
  action: AuditAction;
  /** Id of the changed thing as callers see it, for example `key_…`. */
  targetId: string;
  /** Its name, as it was when it was changed. */
  targetName?: string;
  /** The state around the change, without any secret. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Writes to the audit log; `tx` must be the transaction of the change, so neither exists without the other. */
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
