import type { Executor } from "@/lib/db/client";
import type { Failure } from "@/lib/errors";
import { announceEvents } from "@/lib/events/writes";
import { unknownCamera } from "../failures";
import { type AlertRecord, toAlert } from "../row";
import type { Alert } from "../schema";
import { type InsertOutcome, insertStatement, type NewAlertRow } from "./insert-statement";

/** An alert to insert. One statement can insert alerts of several requests. */
export interface NewAlert {
  /** JSON pointer to the alert in its request body: empty, or `/alerts/3`. */
  pointer: string;
  row: NewAlertRow;
}

/**
 * Stores alerts with their events in one statement (`insertStatement`).
 * @returns one result per alert, in order: the stored alert, the failure `unknown_camera`, or null. An existing
 * alert whose counter was incremented has `deduplicated: true`. Null means that another transaction created or
 * closed the alert with this dedup key during the statement. A new statement will see that change.
 */
export async function insertAlertRows(db: Executor, alerts: readonly NewAlert[]): Promise<(Alert | Failure | null)[]> {
  const rows = await db.connection.query<InsertOutcome>(...insertStatement(alerts.map(({ row }) => row)));
  const outcomes = rows.toSorted((a, b) => a.n - b.n);
  const made = new Map<string, AlertRecord>();
  return alerts.map(({ pointer, row }, n): Alert | Failure | null => {
    const outcome = outcomes[n];
    if (!outcome) return null;
    if (outcome.camera_uuid === null) return unknownCamera(pointer);
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
