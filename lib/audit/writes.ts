import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { auditEntries } from "@/lib/db/tables/records";

/** What an admin can change, as the audit log names it. */
export const auditActions = [
  "organization.created",
  "organization.updated",
  "api_access.enabled",
  "api_access.disabled",
  "key.created",
  "key.updated",
  "key.disabled",
  "key.enabled",
  "key.rotated",
  "key.revoked",
] as const;

export interface AuditEntry {
  action: (typeof auditActions)[number];
  /** Id of the changed thing as callers see it, for example `key_…`. */
  targetId: string;
  /** The state around the change, without any secret. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Writes to the audit log; `tx` must be the transaction of the change, so neither exists without the other. */
export async function recordAudit(tx: Executor, ctx: Context, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEntries).values({
    organizationId: ctx.organizationId,
    id: newId(),
    actorKind: ctx.actor.kind,
    actorId: ctx.actor.id,
    actorName: ctx.actor.name,
    ip: ctx.ip,
    requestId: ctx.requestId,
    ...entry,
  });
}
