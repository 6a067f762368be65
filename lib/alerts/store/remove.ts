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
 * Deletes the oldest of an organization's alerts that were created before a moment, with their notes, events and dedup
 * keys: at most `ROWS_PER_STEP` alerts, in short transactions. Any number of instances may delete at once. The alerts go
 * last, so a later step finds what an interrupted one has left.
 * @returns how many alerts were deleted: 0 also when other transactions hold all that is left.
 */
export async function removeAlertRows(organizationId: string, before: Date, signal?: AbortSignal): Promise<number> {
  const oldest = await database().db.execute<{ id: string }>(oldestStatement(organizationId, firstIdAt(before)));
  const ids = oldest.map(({ id }) => id);
  if (ids.length === 0 || !(await removeDependents(organizationId, ids, signal))) return 0;
  return removeStep(organizationId, ids);
}

// A timeline has no limit, so it goes in steps of its own before the alert.
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

// The dedup key's row is locked before the alert's, as creates and changes do; an alert that another one changes is left.
async function removeStep(organizationId: string, ids: string[]): Promise<number> {
  return database().db.transaction(async (tx) => {
    await tx.execute(lockHeldKeysStatement(organizationId, ids));
    const locked = await tx.execute<{ id: string }>(lockFreeStatement(organizationId, ids));
    const free = locked.map(({ id }) => id);
    // The keys first, and searched for again: an alert may have been reopened before it was locked.
    for (const statement of removeStatements(organizationId, free)) await tx.execute(statement);
    return free.length;
  });
}
