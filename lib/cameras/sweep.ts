import { and, eq, sql } from "drizzle-orm";
import type { Context, OrganizationId } from "@/lib/auth/context";
import { actAsSystem, forEachOrganization, listOrganizationIds } from "@/lib/auth/system";
import { database } from "@/lib/db/client";
import { deleteOldest } from "@/lib/db/delete-oldest";
import { cameraStatusChanges, cameras } from "@/lib/db/tables/cameras";
import { STATUS_HISTORY_D } from "@/lib/limits";
import { lockTracked, StatusLog } from "./history";
import { afterSilence, effectiveTime, isSilent } from "./status";

/** Rows of one transaction: few enough that no heartbeat waits long for a lock. */
const CAMERAS_PER_STEP = 500;
const ROWS_PER_STEP = 5_000;
/** What is read goes back 90 days exactly; one more keeps a slow reader from losing the last of them. */
const KEPT_D = STATUS_HISTORY_D + 1;

/**
 * Records every camera that fell silent, each at the moment when its grace was over, with its history and event.
 * Works in steps, one organization after the other. Any number of instances may sweep at once: a camera that another one has
 * locked is left to it, and what is recorded is no longer found.
 * @param signal ends it after the running step.
 * @returns how many changes of status were recorded.
 * @throws AggregateError when organizations failed; the others are swept all the same.
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
 * Records the silent cameras of one organization.
 * @param options `at`: the moment that silence is judged for, for tests.
 * @returns how many changes of status were recorded.
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
 * Deletes what the status history no longer promises to keep, in steps.
 * @param signal ends it after the running step.
 * @returns how many entries went.
 * @throws AggregateError when organizations failed; the others are done all the same.
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
