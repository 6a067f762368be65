import { forEachOrganization } from "@/lib/auth/system";
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
 * @throws AggregateError when organizations failed; the others are done all the same.
 */
export async function deleteExpiredAlerts(signal?: AbortSignal): Promise<number> {
  const { id, alertRetentionDays } = organizations;
  const rows = await database().db.select({ id, days: alertRetentionDays }).from(organizations).orderBy(id);
  const retentionDays = new Map(rows.map((row) => [row.id, row.days]));
  const step = async (organizationId: string) => {
    const days = retentionDays.get(organizationId);
    if (days === undefined) return { done: 0, hasMore: false };
    const done = await removeAlertRows(organizationId, new Date(Date.now() - days * DAY_MS), signal);
    return { done, hasMore: done > 0 };
  };
  return forEachOrganization([...retentionDays.keys()], step, signal);
}
