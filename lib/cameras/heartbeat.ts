import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId } from "@/lib/db/ids";
import { cameras } from "@/lib/db/tables/cameras";
import { type Failure, isFailure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { toRowProblem } from "@/lib/http/problem";
import { parseRow } from "@/lib/http/request/parse";
import { heartbeatOfUnknownCamera } from "./failures";
import { lockTracked, StatusLog, type TrackedCamera } from "./history";
import { camerasOfOrganization, cameraWithId } from "./reads";
import { type BatchHeartbeat, batchHeartbeatSchema, type Heartbeat, type HeartbeatResults } from "./schema";
import {
  afterHeartbeat,
  afterSilence,
  effectiveTime,
  isWithinGrace,
  statusFromReport,
  toHeartbeatReport,
} from "./status";

const LIST = "heartbeats";

/**
 * Records a heartbeat. A late heartbeat never moves `last_seen_at` back, and a sender's fast clock never moves it
 * into the future. If the status stays the same, this takes one statement. Otherwise, one transaction records the
 * change with its history and event, after any unrecorded outage.
 * @param at the arrival time, for tests. Defaults to the database's clock.
 * @throws Failure `not_found` for an unknown or archived camera.
 */
export async function recordHeartbeat(ctx: Context, id: string, heartbeat: Heartbeat = {}, at?: Date): Promise<void> {
  if (await keepStatus(ctx, cameraWithId(ctx, id), heartbeat, at)) return;
  await ctx.db.transaction(async (tx) => {
    const { tracked, now } = await lockTracked(tx, cameraWithId(ctx, id), { at });
    const [camera] = tracked;
    if (!camera) throw notFound();
    const log = new StatusLog();
    take(log, camera, heartbeat, now);
    await log.storeCameras(tx, ctx);
    await log.storeChanges(tx, ctx);
  });
}

/**
 * Records a heartbeat with one update, if the camera's status stays the same. Returns false if it doesn't, and
 * nothing was written.
 */
async function keepStatus(ctx: Context, where: SQL | undefined, heartbeat: Heartbeat, at?: Date): Promise<boolean> {
  const now = effectiveTime(at);
  const sent = heartbeat.observed_at;
  const seenAt = sent === undefined ? now : sql`least(${sent}::timestamptz, ${now})`;
  const report = toHeartbeatReport(heartbeat);
  const rows = await ctx.db
    .update(cameras)
    .set({ ...report, lastSeenAt: seenAt as SQL<Date> })
    .where(
      and(
        where,
        cameras.enabled,
        eq(cameras.recordedStatus, statusFromReport(report).status),
        sql`${seenAt} >= ${cameras.lastSeenAt}`,
        isWithinGrace(now),
      ),
    )
    .returning({ id: cameras.id });
  return rows.length > 0;
}

function take(log: StatusLog, camera: TrackedCamera, heartbeat: Heartbeat, now: Date): TrackedCamera {
  const observed = heartbeat.observed_at === undefined ? null : new Date(heartbeat.observed_at);
  const settled = log.add(camera, afterSilence(camera, now), "silence");
  return log.add(settled, afterHeartbeat(settled, toHeartbeatReport(heartbeat), observed, now), "caller");
}

/**
 * Records the heartbeats of many cameras in order, in one transaction with few statements. Invalid rows don't
 * affect the others.
 * @returns one result per row: 204, 404 for an unknown or archived camera, or 422 for an invalid row.
 */
export async function recordHeartbeats(ctx: Context, list: readonly unknown[]): Promise<HeartbeatResults> {
  const failures = await applyHeartbeats(
    ctx,
    list.map((row, index) => parseRow(batchHeartbeatSchema, row, LIST, index)),
  );
  const results = failures.map((failure, index) => {
    if (failure === null) return { index, status: 204 };
    const problem = toRowProblem(failure);
    return { index, status: problem.status, problem };
  });
  const succeeded = failures.filter((failure) => failure === null).length;
  return { results, succeeded, failed: results.length - succeeded };
}

/**
 * Records the valid rows, in one transaction.
 * @param at the arrival time, for tests.
 * @returns for each row null, or the failure that rejected it. Rows that are already failures are returned
 * unchanged.
 */
export async function applyHeartbeats(
  ctx: Context,
  rows: readonly (BatchHeartbeat | Failure)[],
  at?: Date,
): Promise<(Failure | null)[]> {
  const good = rows.filter((row): row is BatchHeartbeat => !isFailure(row));
  return ctx.db.transaction(async (tx) => {
    const { tracked, now } = await lockTracked(tx, named(ctx, good), { at });
    const known = new Map<string, TrackedCamera>();
    for (const camera of tracked) {
      known.set(`id ${camera.id}`, camera);
      if (camera.externalId !== null) known.set(`external ${camera.externalId}`, camera);
    }
    const log = new StatusLog();
    const current = new Map<string, TrackedCamera>();
    const refused = rows.map((row, index) => {
      if (isFailure(row)) return row;
      const name = row.camera_id ? `id ${decodeId("camera", row.camera_id)}` : `external ${row.external_id}`;
      const camera = known.get(name);
      if (!camera) return unknownCamera(row, index);
      current.set(camera.id, take(log, current.get(camera.id) ?? camera, row, now));
      return null;
    });
    await log.storeCameras(tx, ctx);
    await log.storeChanges(tx, ctx);
    return refused;
  });
}

function named(ctx: Context, rows: readonly BatchHeartbeat[]): SQL | undefined {
  const ids = rows.flatMap(({ camera_id }) => (camera_id ? [decodeId("camera", camera_id)] : []));
  const externalIds = rows.flatMap(({ external_id }) => (external_id ? [external_id] : []));
  return and(
    camerasOfOrganization(ctx),
    or(
      sql`${cameras.id} = any(${sql.param(ids)}::uuid[])`,
      sql`${cameras.externalId} = any(${sql.param(externalIds)}::text[])`,
    ),
  );
}

function unknownCamera(row: BatchHeartbeat, index: number): Failure {
  const field = row.camera_id ? "camera_id" : "external_id";
  return heartbeatOfUnknownCamera(`/${LIST}/${index}/${field}`);
}
