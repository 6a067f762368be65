import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { seal } from "@/lib/auth/seal";
import { decodeId, newId, timeOfId } from "@/lib/db/ids";
import { cameras } from "@/lib/db/tables/cameras";
import { Failure } from "@/lib/errors";
import { appendEvents } from "@/lib/events/writes";
import { notFound, validationFailed } from "@/lib/http/parse";
import { databaseCode } from "@/lib/http/problem";
import { cameraColumns, thisCamera, toCamera } from "./reads";
import type { Camera, CameraCreate, Heartbeat } from "./schema";
import { MAX_RECONNECTS, MIN_FPS, offlineAt } from "./status";

const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";

/** Takes user and password out of a stream's URL; they come back percent-encoded, as they stood there. */
export function splitStreamUrl(text: string): { url: string; credentials: string | null } {
  const url = new URL(text);
  const { username, password } = url;
  if (!username && !password) return { url: url.href, credentials: null };
  url.username = "";
  url.password = "";
  return { url: url.href, credentials: JSON.stringify({ username, password }) };
}

/**
 * Onboards a camera, with its event.
 * @throws Failure `conflict` when the external id is taken, `validation_failed` for a site that is not the organization's.
 */
export async function createCamera(ctx: Context, input: CameraCreate): Promise<Camera> {
  const id = newId();
  const createdAt = timeOfId(id);
  const stream = input.stream_url ? splitStreamUrl(input.stream_url) : null;
  const place = `${ctx.organizationId}/${id}`;
  try {
    return await ctx.db.transaction(async (tx) => {
      const [row] = await tx
        .insert(cameras)
        .values({
          organizationId: ctx.organizationId,
          id,
          name: input.name,
          externalId: input.external_id ?? null,
          siteId: input.site_id ? decodeId("site", input.site_id) : null,
          streamUrl: stream?.url ?? null,
          streamCredentials: stream?.credentials ? seal("stream", place, stream.credentials) : null,
          manufacturer: input.manufacturer ?? null,
          model: input.model ?? null,
          macAddress: input.mac_address ?? null,
          ipAddress: input.ip_address ?? null,
          timezone: input.timezone ?? null,
          latitude: input.latitude ?? null,
          longitude: input.longitude ?? null,
          tags: input.tags,
          useCases: input.use_cases,
          enabled: input.enabled,
          disabledAt: input.enabled ? null : createdAt,
          heartbeatTimeoutS: input.heartbeat_timeout_s,
          offlineGraceS: input.offline_grace_s,
          createdAt,
          updatedAt: createdAt,
        })
        .returning(cameraColumns);
      if (!row) throw new Error("the inserted camera did not come back");
      await appendEvents(tx, ctx, [
        { type: "camera.created", subjectId: id, data: { name: row.name, external_id: row.externalId } },
      ]);
      return toCamera(row);
    });
  } catch (error) {
    // The constraints decide, not a look beforehand: two who take the same external id at once cannot both win.
    const code = databaseCode(error);
    if (code === UNIQUE_VIOLATION) throw externalIdTaken();
    if (code === FOREIGN_KEY_VIOLATION && input.site_id) throw unknownSite();
    throw error;
  }
}

function externalIdTaken(): Failure {
  return new Failure("conflict", "Another camera has this external_id. Choose another one, or use that camera.", {
    errors: [{ pointer: "/external_id", code: "taken", detail: "Must be unique in the organization." }],
  });
}

function unknownSite(): Failure {
  return validationFailed([
    { pointer: "/site_id", code: "unknown_site", detail: "Must be a site of your organization." },
  ]);
}

/**
 * Takes a camera's sign of life, in one statement. What arrives late or out of order never moves `last_seen_at` back,
 * and a sender's clock that runs ahead never moves it past this moment.
 * @throws Failure `not_found`.
 */
export async function sendHeartbeat(ctx: Context, id: string, report: Heartbeat = {}): Promise<void> {
  const sentAt = report.observed_at ? new Date(report.observed_at).toISOString() : null;
  const observedAt = sql`date_trunc('milliseconds', least(coalesce(${sentAt}::timestamptz, now()), now()))`;
  const fps = report.fps ?? null;
  const reconnects = report.reconnects ?? null;
  const error = report.error?.trim() || null;
  const impaired = error !== null || (fps !== null && fps < MIN_FPS) || (reconnects ?? 0) > MAX_RECONNECTS;

  const { lastSeenAt, seenSince, impairedSince } = cameras;
  const isNewest = sql`(${lastSeenAt} is null or ${observedAt} >= ${lastSeenAt})`;
  const wasOffline = sql`(${lastSeenAt} is null or ${observedAt} > ${offlineAt})`;
  // A run of good heartbeats starts after silence, and after a time of reports that were out of range.
  const startsRun = sql`(${wasOffline} or ${seenSince} is null or ${impairedSince} is not null)`;
  const whenNewest = (value: SQL, otherwise: SQL) => sql`case when ${isNewest} then ${value} else ${otherwise} end`;
  const rows = await ctx.db
    .update(cameras)
    .set({
      lastSeenAt: sql`greatest(${lastSeenAt}, ${observedAt})`,
      seenSince: whenNewest(
        sql`case when ${startsRun} then ${observedAt} else ${seenSince} end`,
        sql`coalesce(${seenSince}, ${observedAt})`,
      ),
      fps: whenNewest(sql`${fps}::real`, sql`${cameras.fps}`),
      reconnects: whenNewest(sql`${reconnects}::integer`, sql`${cameras.reconnects}`),
      reportedError: whenNewest(sql`${error}::text`, sql`${cameras.reportedError}`),
      impairedSince: whenNewest(
        impaired
          ? sql`case when ${wasOffline} then ${observedAt} else coalesce(${impairedSince}, ${observedAt}) end`
          : sql`null`,
        sql`${impairedSince}`,
      ),
    })
    .where(thisCamera(ctx, id))
    .returning({ id: cameras.id });
  if (rows.length === 0) throw notFound();
}
