import { database } from "@/lib/db/client";
import { organizations } from "@/lib/db/tables/people";
import { DAY_MS } from "@/lib/time";
import { removeAlertRows } from "./store/remove";

/**
 * Deletes the alerts that are older than their organization keeps them. The day of creation counts: a late report of
 * something old is kept as long as any other, and what happened to an alert since, even that it is still open, does not
 * prolong its life.
 * @param signal ends it after the running step.
 * @returns how many alerts were deleted.
 */
export async function deleteExpiredAlerts(signal?: AbortSignal): Promise<number> {
  const kept = await database()
    .db.select({ id: organizations.id, days: organizations.alertRetentionDays })
    .from(organizations);
  let deleted = 0;
  for (const { id, days } of kept) {
    if (signal?.aborted) break;
    deleted += await removeAlertRows(id, new Date(Date.now() - days * DAY_MS), signal);
  }
  return deleted;
}
