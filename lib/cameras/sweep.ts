import { and, eq, sql } from "drizzle-orm";
import type { Context, OrganizationId } from "@/lib/auth/context";
import { actAsSystem, forEachOrganization, listOrganizationIds } from "@/lib/auth/system";
import { database } from "@/lib/db/client";
import { deleteOldest } from "@/lib/db/delete-oldest";
import { cameraStatusChanges, cameras } from "@/lib/db/tables/cameras";
import { STATUS_HISTORY_D } from "@/lib/limits";
import { lockTracked, StatusLog } from "./history";
import { afterSilence, effectiveTime, isSilent } from "./status";

/** Rows per transaction: few enough that heartbeats don't wait long for a lock. */
const CAMERAS_PER_STEP = 500;
const ROWS_PER_STEP = 5_000;
/** Reads cover exactly 90 days. Entries are kept one day longer, so that slow readers don't miss any. */
const KEPT_D = STATUS_HISTORY_D + 1;

/**
 * Records the outages of overdue cameras, with history and events. An outage is dated to the end of the grace
 * period. The work is done in steps, one organization at a time. Several instances may run it concurrently: locked
 * cameras are skipped, and recorded ones are no longer found.
 * @param signal stops the sweep after the current step.
 * @returns the number of recorded status changes.
 * @throws AggregateError if organizations failed, as `forEachOrganization`.
 */
export async function sweepCameras(signal?: AbortSignal): Promise<number> {
  const silent = await database()
    .db.selectDistinct({ id: cameras.organizationId })
    .from(cameras)
    .where(isSilent(effectiveTime()));
  const step = async (organizationId: OrganizationId) => {
    const ctx = await actAsSystem(organizationId);
    return { done: ctx ? await sweepOrganization(ctx, { signal }) : 0, hasMore: false };
  };
  return forEachOrganization(
    silent.map(({ id }) => id),
    step,
    signal,
  );
}

/**
 * Records the outages of one organization's cameras.
 * @param options `at` replaces the current time, for tests. `signal` stops the work after the current step.
 * @returns the number of recorded status changes.
 */
export async function sweepOrganization(
  ctx: Context,
  { at, signal }: { at?: Date; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const silent = and(eq(cameras.organizationId, ctx.organizationId), isSilent(effectiveTime(at)));
  let recorded = 0;
  for (;;) {
    const step = await ctx.db.transaction(async (tx) => {
      const { tracked, now } = await lockTracked(tx, silent, { at, limit: CAMERAS_PER_STEP, skipLocked: true });
      const log = new StatusLog();
      for (const camera of tracked) log.add(camera, afterSilence(camera, now), "silence");
      await log.storeCameras(tx, ctx);
      await log.storeChanges(tx, ctx);
      return log.size;
    });
    recorded += step;
    if (step < CAMERAS_PER_STEP || signal?.aborted) return recorded;
  }
}

/**
 * Deletes history entries that are older than the retention period, in steps.
 * @param signal stops the deletion after the current step.
 * @returns the number of deleted entries.
 * @throws AggregateError if organizations failed, as `forEachOrganization`.
 */
export async function deleteExpiredStatusChanges(signal?: AbortSignal): Promise<number> {
  const { organizationId: organization, at: order } = cameraStatusChanges;
  const rows = sql`${order} < now() - make_interval(days => ${KEPT_D})`;
  const step = async (organizationId: OrganizationId) => {
    const done = await deleteOldest(organizationId, { organization, order, rows, limit: ROWS_PER_STEP });
    return { done, hasMore: done >= ROWS_PER_STEP };
  };
  return forEachOrganization(await listOrganizationIds(), step, signal);
}
