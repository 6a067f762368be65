import type { Context } from "@/lib/auth/context";
import { decodeId, newId, timeOfId } from "@/lib/db/ids";
import { isClosed } from "@/lib/values";
import { creatableFields } from "./fields";
import type { AlertCreate } from "./schema";
import type { NewAlert } from "./store/insert";

/**
 * Returns a new alert with its ID and default values, and writes nothing. Alerts sort in the order of these calls.
 * @param pointer JSON pointer to the alert in the request body: empty, or `/alerts/3`.
 */
export function newAlert(ctx: Pick<Context, "organizationId" | "actor">, input: AlertCreate, pointer = ""): NewAlert {
  const id = newId();
  const now = timeOfId(id).toISOString();
  const { kind, id: actorId, name } = ctx.actor;
  const acknowledged = input.status === "acknowledged";
  const resolved = isClosed(input.status);
  const occurredAt = input.occurred_at ?? now;
  const own: Omit<NewAlert["row"], (typeof creatableFields)[number]> = {
    organization_id: ctx.organizationId,
    id,
    event_id: newId(),
    external_id: input.camera_id,
    occurrence_count: 1,
    last_occurred_at: occurredAt,
    source_kind: kind,
    source_id: actorId,
    source_name: name,
    created_at: now,
    updated_at: now,
    acknowledged_at: acknowledged ? now : null,
    acknowledged_by_kind: acknowledged ? kind : null,
    acknowledged_by_id: acknowledged ? actorId : null,
    acknowledged_by_name: acknowledged ? name : null,
    resolved_at: resolved ? now : null,
    resolved_by_kind: resolved ? kind : null,
    resolved_by_id: resolved ? actorId : null,
    resolved_by_name: resolved ? name : null,
    version: 1,
  };
  const row: Record<string, unknown> = own;
  // Fields are assigned one by one. Spreading an object this large would make it several times slower to create
  // and to read.
  for (const field of creatableFields) row[field] = input[field] ?? null;
  row.camera_id = decodeId("camera", input.camera_id);
  row.assignee_id = input.assignee_id ? decodeId("user", input.assignee_id) : null;
  row.occurred_at = occurredAt;
  return { pointer, row: row as NewAlert["row"] };
}
