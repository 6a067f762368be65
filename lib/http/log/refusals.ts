import type { Caller, Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import type { Operation } from "@/lib/http/operation";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { MINUTE_MS } from "@/lib/time";
import type { AuditAction } from "@/lib/values";

const ACTION: AuditAction = "access.refused";

/**
 * Audit entries already written in the current minute. This cache keeps a loop of rejected requests from causing a
 * query per request.
 */
const noted = () => processSingleton("refusals", () => ({ minute: 0, keys: new Set<string>() }));

type Origin = Pick<Context, "requestId" | "ip" | "userAgent">;

/**
 * Records in the audit log that a person's role didn't allow an operation. It writes at most one entry per person,
 * operation and minute, across instances. The entry is written after the reply. If writing fails, the entry is
 * lost and the request isn't affected.
 */
export function recordRefusal({ id, method, path }: Operation, caller: Caller, origin: Origin): void {
  const { minute, keys } = noted();
  const now = Math.floor(Date.now() / MINUTE_MS);
  if (now !== minute) {
    noted().minute = now;
    keys.clear();
  }
  const key = `${caller.organizationId}/${caller.actor.id}/${id}`;
  if (keys.has(key)) return;
  keys.add(key);
  setImmediate(() => {
    store(caller, { id, name: `${method} ${path}` }, origin).catch((error: Error) => {
      keys.delete(key);
      log.warn({ operation: id, error: error.name }, "a rejected request wasn't recorded in the audit log");
    });
  });
}

async function store({ organizationId, actor }: Caller, target: { id: string; name: string }, origin: Origin) {
  await database().sql.begin(async (tx) => {
    // Concurrent instances wait for this lock, so that later ones find the entry of the first.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`refusal/${organizationId}/${actor.id}/${target.id}`}, 0))`;
    await tx`
      insert into audit_entries (organization_id, id, action, actor_kind, actor_id, actor_name, target_id, target_name,
                                 ip, user_agent, request_id)
      select ${organizationId}::uuid, ${newId()}::uuid, ${ACTION}, ${actor.kind}, ${actor.id}::uuid, ${actor.name}, ${target.id},
             ${target.name}, ${origin.ip}, ${origin.userAgent}, ${origin.requestId}
      where not exists (
        select 1 from audit_entries
        where organization_id = ${organizationId} and target_id = ${target.id} and actor_id = ${actor.id}
          and action = ${ACTION} and created_at >= date_trunc('minute', now()))`;
  });
}
