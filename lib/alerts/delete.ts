import { forEachOrganization } from "@/lib/auth/system";
import { database } from "@/lib/db/client";
import { organizations } from "@/lib/db/tables/people";
import { DAY_MS } from "@/lib/time";
import { removeAlertRows } from "./store/remove";

/**
 * Deletes alerts older than their organization's retention, even open ones. Age counts from creation. So a late
 * report is kept as long as any other, and later changes don't extend the time.
 * @param signal stops the deletion after the current step.
 * @returns the number of deleted alerts.
 * @throws AggregateError if organizations failed, as `forEachOrganization`.
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
