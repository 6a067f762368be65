import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { unseal } from "@/lib/auth/seal";
import type { Transaction } from "@/lib/db/client";
import { databaseCode } from "@/lib/db/errors";
import { decodeId } from "@/lib/db/ids";
import { camelCase } from "@/lib/db/record";
import { cameras } from "@/lib/db/tables/cameras";
import { appendEvents } from "@/lib/events/writes";
import { notFound } from "@/lib/http/failures";
import { assertVersion } from "@/lib/http/reply/entity-tag";
import { lockSites, sealCredentials, splitStreamUrl } from "./create";
import { cameraArchived, cameraUpdated } from "./events";
import { externalIdTaken, unknownSite } from "./failures";
import { changeableCameraFields } from "./fields";
import { lockTracked, StatusLog, toCameraEventSnapshot } from "./history";
import { cameraColumns, cameraWithId, toCamera } from "./reads";
import type { Camera, CameraUpdate } from "./schema";
import { afterSettings, afterSilence } from "./status";

const UNIQUE_VIOLATION = "23505";

/**
 * Changes the fields of a camera that `change` contains, and appends an event. If no field differs, nothing is
 * written.
 *
 * A new `stream_url` replaces the username and password, or removes them if it has none. So credentials are never
 * sent to a new address. The URL as returned by the API keeps the credentials, and null removes URL and
 * credentials.
 *
 * `enabled`, `heartbeat_timeout_s` and `offline_grace_s` apply from now on. An earlier outage is recorded by the
 * old settings. If the new settings change the status, the change is dated now.
 * @param ifMatch the `If-Match` header, or null to change any version.
 * @param at the time of the change, for tests.
 * @throws Failure `not_found`, `version_mismatch`, `validation_failed`, or `conflict` if the external ID is in
 * use.
 */
export async function changeCamera(
  ctx: Context,
  id: string,
  change: CameraUpdate,
  ifMatch: string | null,
  at?: Date,
): Promise<Camera> {
  try {
    return await ctx.db.transaction(async (tx) => {
      const { before, tracked, now } = await lockCamera(tx, ctx, id, ifMatch, at);
      const credentials = credentialsAfter(ctx, before, change);
      const next = wantedFields(change);
      const changes = Object.fromEntries(
        changeableCameraFields
          .filter((field) => next[field] !== undefined && !isDeepStrictEqual(next[field], before.camera[field]))
          .map((field) => [field, { from: before.camera[field], to: next[field] }]),
      );
      if (credentials.isChanged)
        changes.stream_credentials = { from: hidden(before.credentials), to: hidden(credentials.sealed) };
      if (Object.keys(changes).length === 0) return before.camera;
      if (next.site_id && changes.site_id && !(await lockSites(tx, ctx, new Set([next.site_id]))).has(next.site_id)) {
        throw unknownSite();
      }
      const log = new StatusLog();
      const settled = log.add(tracked, afterSilence(tracked, now), "silence");
      const settings = {
        enabled: next.enabled ?? settled.enabled,
        heartbeatTimeoutS: next.heartbeat_timeout_s ?? settled.heartbeatTimeoutS,
        offlineGraceS: next.offline_grace_s ?? settled.offlineGraceS,
      };
      const after = log.add(settled, afterSettings(settled, settings, now), "caller");
      const changed = changeableCameraFields.filter((field) => field in changes);
      const columns = changed.map((field) => [camelCase(field), next[field]]);
      const changedCamera = and(eq(cameras.organizationId, ctx.organizationId), eq(cameras.id, tracked.id));
      await tx
        .update(cameras)
        .set({
          ...Object.fromEntries(columns),
          ...(changes.site_id && { siteId: next.site_id ? decodeId("site", next.site_id) : null }),
          ...(credentials.isChanged && { streamCredentials: credentials.sealed }),
          ...(changes.stream_url && { probeDueAt: null, probedAt: null, probeResult: null }),
          recordedStatus: after.recordedStatus,
          recordedSince: after.recordedSince,
          version: sql`${cameras.version} + 1`,
          updatedAt: now,
        })
        .where(changedCamera);
      const [row] = await tx.select(cameraColumns(at)).from(cameras).where(changedCamera);
      if (!row) throw notFound();
      const camera = toCamera(row);
      const data = { camera: toCameraEventSnapshot(row), changes };
      await appendEvents(tx, ctx, [cameraUpdated.of(tracked.id, data)]);
      await log.storeChanges(tx, ctx);
      return camera;
    });
  } catch (error) {
    if (databaseCode(error) === UNIQUE_VIOLATION) throw externalIdTaken();
    throw error;
  }
}

/**
 * Archives a camera and deletes its stream credentials. It no longer appears in any list, and its `external_id`
 * can be used again. Its alerts are kept, and new alerts for it are rejected with `unknown_camera`.
 * @throws Failure `version_mismatch`, or `not_found` for a camera that doesn't exist or is already archived.
 */
export async function markCameraArchived(ctx: Context, id: string, ifMatch: string | null, at?: Date): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { tracked, now } = await lockCamera(tx, ctx, id, ifMatch, at);
    const log = new StatusLog();
    const settled = log.add(tracked, afterSilence(tracked, now), "silence");
    await log.storeChanges(tx, ctx);
    await tx
      .update(cameras)
      .set({
        archivedAt: now,
        updatedAt: now,
        streamCredentials: null,
        recordedStatus: settled.recordedStatus,
        recordedSince: settled.recordedSince,
        version: sql`${cameras.version} + 1`,
      })
      .where(and(eq(cameras.organizationId, ctx.organizationId), eq(cameras.id, tracked.id)));
    await appendEvents(tx, ctx, [cameraArchived.of(tracked.id, { camera: toCameraEventSnapshot(tracked) })]);
  });
}

interface Before {
  camera: Camera;
  credentials: Buffer | null;
}

async function lockCamera(tx: Transaction, ctx: Context, id: string, ifMatch: string | null, at: Date | undefined) {
  const { tracked, now } = await lockTracked(tx, cameraWithId(ctx, id), { at });
  const [row] = await tx
    .select({ ...cameraColumns(at), credentials: cameras.streamCredentials })
    .from(cameras)
    .where(cameraWithId(ctx, id));
  const [camera] = tracked;
  if (!camera || !row) throw notFound();
  assertVersion("camera", row.version, ifMatch);
  const before: Before = { camera: toCamera(row), credentials: row.credentials };
  return { before, tracked: camera, now };
}

/** Returns the fields to change as the API returns them: the stream URL has no credentials. */
function wantedFields(change: CameraUpdate): CameraUpdate {
  return { ...change, ...(change.stream_url && { stream_url: splitStreamUrl(change.stream_url).url }) };
}

function credentialsAfter(ctx: Context, { camera, credentials }: Before, { stream_url }: CameraUpdate) {
  const kept = { sealed: credentials, isChanged: false };
  if (stream_url === undefined) return kept;
  const stream = stream_url === null ? { url: null, credentials: null } : splitStreamUrl(stream_url);
  if (stream.credentials === null) {
    return stream.url === camera.stream_url || credentials === null ? kept : { sealed: null, isChanged: true };
  }
  const id = decodeId("camera", camera.id) ?? "";
  const isSame = credentials && unseal("stream", `${ctx.organizationId}/${id}`, credentials) === stream.credentials;
  return isSame ? kept : { sealed: sealCredentials(ctx, id, stream.credentials), isChanged: true };
}

/** Returns the value that the feed shows for credentials: "hidden" if there are any, otherwise null. */
function hidden(credentials: Buffer | null): "hidden" | null {
  return credentials && "hidden";
}
