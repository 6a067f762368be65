import type { SQL } from "drizzle-orm";
import { database } from "@/lib/db/client";
import { firstIdAt } from "@/lib/db/ids";
import { EVENT_RETENTION_D } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";
import {
  deleteEventsStep,
  deleteNotesStep,
  emptyEventsStep,
  lockFreeStatement,
  lockHeldKeysStatement,
  oldestStatement,
  ROWS_PER_STEP,
  removeStatements,
} from "./remove-statements";

/**
 * Deletes an organization's oldest alerts that were created before a time, with their notes, events and dedup
 * keys. It deletes at most `ROWS_PER_STEP` alerts, in short transactions, and several instances may run it
 * concurrently. Alerts are deleted last, so that a later run finishes an interrupted one.
 * @returns the number of deleted alerts. It is 0 if none are left, `signal` stopped the run, or other transactions
 * have locked the rest.
 */
export async function removeAlertRows(organizationId: string, before: Date, signal?: AbortSignal): Promise<number> {
  const oldest = await database().db.execute<{ id: string }>(oldestStatement(organizationId, firstIdAt(before)));
  const ids = oldest.map(({ id }) => id);
  if (ids.length === 0 || !(await removeDependents(organizationId, ids, signal))) return 0;
  return removeStep(organizationId, ids);
}

// Deletes the notes and events of alerts in separate steps, because their number is unlimited. Returns false if
// `signal` stopped it.
async function removeDependents(organizationId: string, ids: string[], signal?: AbortSignal): Promise<boolean> {
  const firstKept = firstIdAt(new Date(Date.now() - EVENT_RETENTION_D * DAY_MS));
  const steps: SQL[] = [
    deleteNotesStep(organizationId, ids),
    deleteEventsStep(organizationId, ids, firstKept),
    emptyEventsStep(organizationId, ids),
  ];
  for (const step of steps) {
    for (let rows = ROWS_PER_STEP; rows > 0; ) {
      if (signal?.aborted) return false;
      rows = (await database().db.execute(step)).count;
    }
  }
  return true;
}

// Deletes alerts, except those locked by another transaction. Dedup keys are locked before alerts, as in creates
// and changes.
async function removeStep(organizationId: string, ids: string[]): Promise<number> {
  return database().db.transaction(async (tx) => {
    await tx.execute(lockHeldKeysStatement(organizationId, ids));
    const locked = await tx.execute<{ id: string }>(lockFreeStatement(organizationId, ids));
    const free = locked.map(({ id }) => id);
    // The keys are looked up again, because an alert may have been reopened before it was locked.
    for (const statement of removeStatements(organizationId, free)) await tx.execute(statement);
    return free.length;
  });
}
