import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { cameras } from "@/lib/db/tables/cameras";
import { type CameraStatus, cameraStatuses } from "@/lib/values";
import { recordHeartbeat, recordHeartbeats } from "./heartbeat";
import { readCamera, readCameraCounts, readCameraStatus, readCameras } from "./reads";
import { MAX_RECONNECTS, MIN_FPS } from "./status";

const TIMEOUT_S = 300;
const GRACE_S = 60;
const ago = (seconds: number) => sql<Date>`date_trunc('milliseconds', now()) - make_interval(secs => ${seconds})`;
const isoAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const secondsSince = (time: string | null) => (Date.now() - Date.parse(time ?? "")) / 1_000;

let organization: TestOrganization;
let ctx: Context;

beforeAll(async () => {
  organization = await createTestOrganization();
  ctx = await organization.context();
});

/** Creates a camera with these column values. `seen` and `since` are in seconds before now. */
async function cameraWith(
  values: { seen?: number; since?: number } & Partial<typeof cameras.$inferInsert> = {},
  of = organization,
) {
  const { seen, since = seen, ...columns } = values;
  const isImpaired = columns.reportedError || (columns.fps ?? MIN_FPS) < MIN_FPS || (columns.reconnects ?? 0) > 3;
  const up = isImpaired ? "degraded" : "online";
  const camera = await of.camera({
    recordedStatus: columns.enabled === false ? "disabled" : seen === undefined ? "pending" : up,
    ...columns,
  });
  await database()
    .db.update(cameras)
    .set({
      ...(seen !== undefined && { lastSeenAt: ago(seen) }),
      recordedSince: ago(columns.enabled === false || since === undefined ? 86_400 : since),
      createdAt: ago(86_400),
    })
    .where(eq(cameras.id, camera.uuid));
  return camera;
}

describe("camera status at read time", () => {
  it.each([
    ["was never seen", {}, "pending", "never_seen", 86_400],
    ["was seen within its timeout", { seen: TIMEOUT_S - 5, since: 5_000 }, "online", "heartbeats_on_time", 5_000],
    ["is late but within its grace", { seen: TIMEOUT_S + 5 }, "degraded", "heartbeat_late", 5],
    ["is silent beyond timeout and grace", { seen: TIMEOUT_S + GRACE_S + 5 }, "offline", "heartbeats_stopped", 5],
    ["has no grace and is late", { seen: TIMEOUT_S + 5, offlineGraceS: 0 }, "offline", "heartbeats_stopped", 5],
    ["has a timeout of its own", { seen: 3_000, heartbeatTimeoutS: 3_600 }, "online", "heartbeats_on_time", 3_000],
    ["reports too few frames", { seen: 1, since: 40, fps: MIN_FPS - 0.1 }, "degraded", "low_frame_rate", 40],
    ["reports just enough frames", { seen: 1, since: 9, fps: MIN_FPS }, "online", "heartbeats_on_time", 9],
    ["reconnects too often", { seen: 1, reconnects: MAX_RECONNECTS + 1, since: 40 }, "degraded", "reconnecting", 40],
    [
      "reconnects as often as it may",
      { seen: 1, since: 9, reconnects: MAX_RECONNECTS },
      "online",
      "heartbeats_on_time",
      9,
    ],
    ["reports an error", { seen: 1, reportedError: "lens covered", since: 7 }, "degraded", "error_reported", 7],
    [
      "reported an error and is late",
      { seen: TIMEOUT_S + 5, reportedError: "x", since: 900 },
      "degraded",
      "error_reported",
      900,
    ],
    [
      "reported an error and fell silent",
      { seen: TIMEOUT_S + GRACE_S + 5, reportedError: "x", since: 900 },
      "offline",
      "heartbeats_stopped",
      5,
    ],
    ["is turned off, though it beats", { seen: 1, enabled: false }, "disabled", "turned_off", 86_400],
  ] as const)("shows the status, reason and start for a camera that %s", async (_, values, status, reason, sinceS) => {
    const { id } = await cameraWith(values);
    const camera = await readCamera(ctx, id);
    expect(camera).toMatchObject({ status, status_reason: reason });
    expect(Math.abs(secondsSince(camera.status_since) - sinceS)).toBeLessThan(3);
    expect(await readCameraStatus(ctx, id)).toMatchObject({
      status,
      status_reason: reason,
      status_since: camera.status_since,
    });
  });

  it("is the same in a single read, a filtered list and the counts", async () => {
    const own = await createTestOrganization();
    const context = await own.context();
    await cameraWith({}, own);
    await cameraWith({ seen: 1 }, own);
    await cameraWith({ seen: TIMEOUT_S + 5 }, own);
    await cameraWith({ seen: TIMEOUT_S + GRACE_S + 60 }, own);
    await cameraWith({ seen: TIMEOUT_S + GRACE_S + 60 }, own);
    await cameraWith({ seen: 1, enabled: false }, own);
    const counts = await readCameraCounts(context, {});
    expect(counts).toEqual({ total: 6, by_status: { pending: 1, online: 1, degraded: 1, offline: 2, disabled: 1 } });
    for (const status of cameraStatuses) {
      const list = await readCameras(context, { status: [status], limit: 50, include_total: true });
      expect(list.total).toBe(counts.by_status[status]);
      expect(list.data.map((camera) => camera.status)).toEqual(Array<CameraStatus>(list.data.length).fill(status));
    }
    const both = await readCameras(context, { status: ["offline", "online"], limit: 50 });
    expect(both.data).toHaveLength(3);
  });

  it("includes when a silent camera becomes late and offline", async () => {
    const { id } = await cameraWith({ seen: 100 });
    const report = await readCameraStatus(ctx, id);
    const seenAt = Date.parse(report.last_seen_at ?? "");
    expect(Date.parse(report.late_at ?? "")).toBe(seenAt + TIMEOUT_S * 1_000);
    expect(Date.parse(report.offline_at ?? "")).toBe(seenAt + (TIMEOUT_S + GRACE_S) * 1_000);
  });
});

describe("recording heartbeats", () => {
  it("turns a pending camera online without changing version or updated_at", async () => {
    const { id } = await cameraWith();
    const before = await readCamera(ctx, id);
    await recordHeartbeat(ctx, id);
    const after = await readCamera(ctx, id);
    expect(after).toMatchObject({ status: "online", version: before.version, updated_at: before.updated_at });
    expect(after.last_seen_at).toBe(after.status_since);
    expect(secondsSince(after.last_seen_at)).toBeLessThan(3);
  });

  it("ignores a heartbeat observed before the last one", async () => {
    const { id } = await cameraWith();
    await recordHeartbeat(ctx, id, { fps: 25, reconnects: 1 });
    const before = await readCameraStatus(ctx, id);
    await recordHeartbeat(ctx, id, { fps: 1, error: "old news", observed_at: isoAgo(60) });
    expect(await readCameraStatus(ctx, id)).toEqual({ ...before, checked_at: expect.any(String) });
  });

  it("caps timestamps from a fast clock at the current time", async () => {
    const { id } = await cameraWith();
    await recordHeartbeat(ctx, id, { observed_at: isoAgo(-240) });
    expect(secondsSince((await readCamera(ctx, id)).last_seen_at)).toBeGreaterThanOrEqual(-0.5);
  });

  it("does not turn a camera online for an old observation", async () => {
    const { id } = await cameraWith();
    await recordHeartbeat(ctx, id, { observed_at: isoAgo(TIMEOUT_S + GRACE_S + 30) });
    expect(await readCamera(ctx, id)).toMatchObject({ status: "offline", status_reason: "heartbeats_stopped" });
  });

  it("keeps the status start within the grace period and resets it afterward", async () => {
    const kept = await cameraWith({ seen: TIMEOUT_S + GRACE_S - 5, since: 9_000 });
    await recordHeartbeat(ctx, kept.id);
    expect(Math.abs(secondsSince((await readCamera(ctx, kept.id)).status_since) - 9_000)).toBeLessThan(3);
    const silent = await cameraWith({ seen: TIMEOUT_S + GRACE_S + 5, since: 9_000 });
    await recordHeartbeat(ctx, silent.id);
    expect(secondsSince((await readCamera(ctx, silent.id)).status_since)).toBeLessThan(3);
    const { sql: query } = database();
    const changes = await query`select from_status, status, reason, at from camera_status_changes
      where camera_id = ${silent.uuid} order by id`;
    expect(changes).toMatchObject([
      { from_status: "online", status: "offline", reason: "heartbeats_stopped" },
      { from_status: "offline", status: "online", reason: "heartbeats_on_time" },
    ]);
    expect(Math.abs(secondsSince(changes[0]?.at) - 5)).toBeLessThan(3);
  });

  it("keeps when a degradation began and resets the start on recovery", async () => {
    const { id } = await cameraWith({ seen: 30, since: 9_000 });
    await recordHeartbeat(ctx, id, { fps: 2, observed_at: isoAgo(20) });
    await recordHeartbeat(ctx, id, { error: "  stream lost ", observed_at: isoAgo(10) });
    const ill = await readCameraStatus(ctx, id);
    expect(ill).toMatchObject({ status: "degraded", status_reason: "error_reported", error: "stream lost", fps: null });
    expect(Math.abs(secondsSince(ill.status_since) - 20)).toBeLessThan(3);
    await recordHeartbeat(ctx, id, { fps: MIN_FPS, reconnects: MAX_RECONNECTS, error: " " });
    const well = await readCameraStatus(ctx, id);
    expect(well).toMatchObject({ status: "online", fps: MIN_FPS, reconnects: MAX_RECONNECTS, error: null });
    expect(secondsSince(well.status_since)).toBeLessThan(3);
  });

  it("keeps the newest of many concurrent heartbeats", async () => {
    const { id } = await cameraWith();
    const times = Array.from({ length: 40 }, (_, index) => isoAgo(index + 1));
    await Promise.all(times.toReversed().map((observed_at) => recordHeartbeat(ctx, id, { observed_at })));
    expect((await readCamera(ctx, id)).last_seen_at).toBe(times[0]);
  });

  it("rejects archived, unknown and other organizations' cameras", async () => {
    const stranger = await createTestOrganization();
    const theirs = await stranger.camera();
    const archived = await organization.camera({ archivedAt: new Date() });
    for (const { id } of [theirs, archived, { id: "camera_01k9t0w5a7f0gs3m5h1v2c4x6z" }]) {
      await expect(recordHeartbeat(ctx, id)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await readCamera(await stranger.context(), theirs.id)).last_seen_at).toBeNull();
  });

  it("records a status change once for many concurrent heartbeats", async () => {
    const { id, uuid } = await cameraWith();
    const reports = Array.from({ length: 40 }, () => ({}));
    await Promise.all(reports.map((report) => recordHeartbeat(ctx, id, report)));
    const { sql: query } = database();
    const entries = await query`select from_status, status from camera_status_changes where camera_id = ${uuid}`;
    expect([...entries]).toEqual([{ from_status: "pending", status: "online" }]);
    const told = await query`select type from events where subject_id = ${uuid}`;
    expect([...told]).toEqual([{ type: "camera.status_changed" }]);
  });
});

describe("a batch of heartbeats", () => {
  it("stores valid rows and reports an error with its pointer for the others", async () => {
    const named = await cameraWith();
    const external = await cameraWith();
    const archived = await organization.camera({ archivedAt: new Date() });
    const theirs = await (await createTestOrganization()).camera();
    const reply = await recordHeartbeats(ctx, [
      { camera_id: named.id, fps: 25 },
      { external_id: external.externalId, error: "lens covered" },
      { camera_id: theirs.id },
      { external_id: archived.externalId },
      { camera_id: named.id, external_id: named.externalId },
      {},
      { camera_id: named.id, fps: -1 },
      "row",
      { camera_id: named.id, observed_at: isoAgo(-3_600) },
    ]);
    expect(reply.results.map(({ status }) => status)).toEqual([204, 204, 404, 404, 422, 422, 422, 422, 422]);
    expect(reply).toMatchObject({ succeeded: 2, failed: 7 });
    expect(reply.results.slice(2).map(({ problem }) => problem?.errors?.[0]?.pointer)).toEqual([
      "/heartbeats/2/camera_id",
      "/heartbeats/3/external_id",
      "/heartbeats/4/camera_id",
      "/heartbeats/5/camera_id",
      "/heartbeats/6/fps",
      "/heartbeats/7",
      "/heartbeats/8/observed_at",
    ]);
    expect(await readCamera(ctx, named.id)).toMatchObject({ status: "online" });
    expect(await readCamera(ctx, external.id)).toMatchObject({ status: "degraded", status_reason: "error_reported" });
  });

  it("applies the rows of one camera in order and ignores outdated ones", async () => {
    const { id, uuid } = await cameraWith();
    await recordHeartbeats(ctx, [
      { camera_id: id, observed_at: isoAgo(50), fps: 1 },
      { camera_id: id, observed_at: isoAgo(40), fps: 25 },
      { camera_id: id, observed_at: isoAgo(45), fps: 1 },
      { camera_id: id, observed_at: isoAgo(30), error: "stream lost" },
    ]);
    const entries = await database()
      .sql`select status, reason from camera_status_changes where camera_id = ${uuid} order by id`;
    expect([...entries]).toEqual([
      { status: "degraded", reason: "low_frame_rate" },
      { status: "online", reason: "heartbeats_on_time" },
      { status: "degraded", reason: "error_reported" },
    ]);
    const status = await readCameraStatus(ctx, id);
    expect(status).toMatchObject({ error: "stream lost", fps: null });
    expect(Math.abs(secondsSince(status.last_seen_at) - 30)).toBeLessThan(3);
  });

  it("uses at most 4 statements for 1,000 cameras", async () => {
    const own = await createTestOrganization();
    const context = await own.context();
    const { sql: query } = database();
    await query`insert into cameras (organization_id, id, name, external_id)
      select ${own.id}, gen_random_uuid(), 'Camera', 'cam-' || n from generate_series(1, 1000) n`;
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ external_id: `cam-${index + 1}` }));
    const statements = await countStatements(context, (counted) => recordHeartbeats(counted, rows));
    expect(statements).toBeLessThanOrEqual(4);
    expect(await readCameraCounts(context, {})).toMatchObject({ by_status: { online: 1_000 } });
  });
});

/** Returns how many statements a transaction sends, not counting its begin and commit. */
async function countStatements(of: Context, run: (counted: Context) => Promise<unknown>): Promise<number> {
  let statements = 0;
  const counting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, property) {
        const value: unknown = Reflect.get(object, property);
        if (typeof value !== "function") return value;
        if (property === "transaction") {
          return (work: (tx: object) => unknown) => value.call(object, (tx: object) => work(counting(tx)));
        }
        if (["select", "insert", "update", "execute"].includes(String(property))) statements += 1;
        return value.bind(object);
      },
    });
  await run({ ...of, db: counting(of.db) });
  return statements;
}
