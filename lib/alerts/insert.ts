import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { decodeId, newId, timeOfId } from "@/lib/db/ids";
import type { Failure } from "@/lib/errors";
import { announceEvents } from "@/lib/events/writes";
import { isClosed } from "@/lib/values";
import { unknownAssignee, unknownCamera } from "./failures";
import { creatableFields } from "./fields";
import { type InsertOutcome, insertStatement, type NewAlertRow } from "./insert-statement";
import { type AlertRecord, toAlert } from "./row";
import type { Alert, AlertCreate } from "./schema";

/** An alert on its way into the table; several callers' may go in one statement. */
export interface NewAlert {
  /** JSON pointer to the alert in its caller's body: empty, or `/alerts/3`. */
  place: string;
  row: NewAlertRow;
}

/** Gives an alert its id and the fields that its caller left out. Alerts are in the order in which this made them. */
export function newAlert(ctx: Pick<Context, "organizationId" | "actor">, input: AlertCreate, place = ""): NewAlert {
  const id = newId();
  const now = timeOfId(id).toISOString();
  const { kind, id: actorId, name } = ctx.actor;
  const acknowledged = input.status === "acknowledged";
  const resolved = isClosed(input.status);
  const occurredAt = input.occurred_at ?? now;
  const row: Record<string, unknown> = {
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
  // Field by field: an object of so many that is made by spreading another is several times slower to make and to read.
  for (const field of creatableFields) row[field] = input[field] ?? null;
  row.camera_id = decodeId("camera", input.camera_id);
  row.assignee_id = input.assignee_id ? decodeId("user", input.assignee_id) : null;
  row.occurred_at = occurredAt;
  return { place, row: row as NewAlertRow };
}

/**
 * Stores alerts with their events in one statement (`insertStatement`).
 * @returns for each, in order, the alert (`deduplicated: true` when an open or acknowledged one was counted), or why it
 * is refused (`unknown_camera`, `validation_failed` for an assignee who is no member), or null when the key's alert was
 * stored or closed by a neighbour after the statement began: a new statement will see it.
 */
export async function insertAlerts(db: Executor, alerts: readonly NewAlert[]): Promise<(Alert | Failure | null)[]> {
  const rows = await db.connection.query<InsertOutcome>(...insertStatement(alerts.map(({ row }) => row)));
  const outcomes = rows.toSorted((a, b) => a.n - b.n);
  const made = new Map<string, AlertRecord>();
  return alerts.map(({ place, row }, n): Alert | Failure | null => {
    const outcome = outcomes[n];
    if (!outcome) return null;
    if (outcome.camera_uuid === null) return unknownCamera(place);
    if (!outcome.assignee_found) return unknownAssignee(place);
    const { is_new = true, made_here = true, target = row.id, stored, count_now, last_now, updated_now } = outcome;
    if (is_new) made.set(row.id, Object.assign(row, { camera_id: outcome.camera_uuid }));
    const counted = made_here ? made.get(target ?? "") : stored;
    if (!counted) return null;
    announceEvents(row.organization_id);
    if (count_now && last_now && updated_now) {
      Object.assign(counted, { occurrence_count: count_now, last_occurred_at: last_now, updated_at: updated_now });
    }
    return is_new ? toAlert(counted) : { ...toAlert(counted), deduplicated: true };
  });
}
