import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { cameras } from "@/lib/db/tables/cameras";
import { type CameraStatus, cameraStatuses } from "@/lib/db/values";
import { getCamera, getCameraCounts, getCameraStatus, listCameras } from "./reads";
import { MAX_RECONNECTS, MIN_FPS } from "./status";
import { sendHeartbeat } from "./writes";

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

/** A camera whose columns say this; times are seconds ago. */
async function cameraWith(
  values: { seen?: number; since?: number; impaired?: number } & Partial<typeof cameras.$inferInsert> = {},
  of = organization,
) {
  const { seen, since, impaired, ...columns } = values;
  const camera = await of.camera(columns);
  await database()
    .db.update(cameras)
    .set({
      ...(seen !== undefined && { lastSeenAt: ago(seen), seenSince: ago(since ?? seen) }),
      ...(impaired !== undefined && { impairedSince: ago(impaired) }),
      createdAt: ago(86_400),
    })
    .where(eq(cameras.id, camera.uuid));
  return camera;
}

describe("the status of a camera at the moment of reading", () => {
  it.each([
    ["was never seen", {}, "pending", "never_seen", 86_400],
    ["was seen within its timeout", { seen: TIMEOUT_S - 5, since: 5_000 }, "online", "heartbeats_on_time", 5_000],
    ["is late but within its grace", { seen: TIMEOUT_S + 5 }, "degraded", "heartbeat_late", 5],
    ["is silent beyond timeout and grace", { seen: TIMEOUT_S + GRACE_S + 5 }, "offline", "heartbeats_stopped", 5],
    ["has no grace and is late", { seen: TIMEOUT_S + 5, offlineGraceS: 0 }, "offline", "heartbeats_stopped", 5],
    ["has a timeout of its own", { seen: 3_000, heartbeatTimeoutS: 3_600 }, "online", "heartbeats_on_time", 3_000],
    ["reports too few frames", { seen: 1, fps: MIN_FPS - 0.1, impaired: 40 }, "degraded", "low_frame_rate", 40],
    ["reports just enough frames", { seen: 1, since: 9, fps: MIN_FPS }, "online", "heartbeats_on_time", 9],
    ["reconnects too often", { seen: 1, reconnects: MAX_RECONNECTS + 1, impaired: 40 }, "degraded", "reconnecting", 40],
    [
      "reconnects as often as it may",
      { seen: 1, since: 9, reconnects: MAX_RECONNECTS },
      "online",
      "heartbeats_on_time",
      9,
    ],
    ["reports an error", { seen: 1, reportedError: "lens covered", impaired: 7 }, "degraded", "error_reported", 7],
    [
      "reported an error and is late",
      { seen: TIMEOUT_S + 5, reportedError: "x", impaired: 900 },
      "degraded",
      "error_reported",
      900,
    ],
    [
      "reported an error and fell silent",
      { seen: TIMEOUT_S + GRACE_S + 5, reportedError: "x", impaired: 900 },
      "offline",
      "heartbeats_stopped",
      5,
    ],
    ["is turned off, though it beats", { seen: 1, enabled: false }, "disabled", "turned_off", 86_400],
  ] as const)("of one that %s", async (_, values, status, reason, sinceS) => {
    const { id } = await cameraWith(values);
    const camera = await getCamera(ctx, id);
    expect(camera).toMatchObject({ status, status_reason: reason });
    expect(Math.abs(secondsSince(camera.status_since) - sinceS)).toBeLessThan(3);
    expect(await getCameraStatus(ctx, id)).toMatchObject({
      status,
      status_reason: reason,
      status_since: camera.status_since,
    });
  });

  it("is the same in a single read, in the filter of the list and in the counts", async () => {
    const own = await createTestOrganization();
    const context = await own.context();
    await cameraWith({}, own);
    await cameraWith({ seen: 1 }, own);
    await cameraWith({ seen: TIMEOUT_S + 5 }, own);
    await cameraWith({ seen: TIMEOUT_S + GRACE_S + 60 }, own);
    await cameraWith({ seen: TIMEOUT_S + GRACE_S + 60 }, own);
    await cameraWith({ seen: 1, enabled: false }, own);
    const counts = await getCameraCounts(context, {});
    expect(counts).toEqual({ total: 6, by_status: { pending: 1, online: 1, degraded: 1, offline: 2, disabled: 1 } });
    for (const status of cameraStatuses) {
      const list = await listCameras(context, { status: [status], limit: 50, include_total: true });
      expect(list.total).toBe(counts.by_status[status]);
      expect(list.data.map((camera) => camera.status)).toEqual(Array<CameraStatus>(list.data.length).fill(status));
    }
    const both = await listCameras(context, { status: ["offline", "online"], limit: 50 });
    expect(both.data).toHaveLength(3);
  });

  it("names when silence will make it late and offline", async () => {
    const { id } = await cameraWith({ seen: 100 });
    const report = await getCameraStatus(ctx, id);
    const seenAt = Date.parse(report.last_seen_at ?? "");
    expect(Date.parse(report.late_at ?? "")).toBe(seenAt + TIMEOUT_S * 1_000);
    expect(Date.parse(report.offline_at ?? "")).toBe(seenAt + (TIMEOUT_S + GRACE_S) * 1_000);
  });
});

describe("a heartbeat", () => {
  it("turns a pending camera online at once, and bumps neither version nor updated_at", async () => {
    const { id } = await cameraWith();
    const before = await getCamera(ctx, id);
    await sendHeartbeat(ctx, id);
    const after = await getCamera(ctx, id);
    expect(after).toMatchObject({ status: "online", version: before.version, updated_at: before.updated_at });
    expect(after.last_seen_at).toBe(after.status_since);
    expect(secondsSince(after.last_seen_at)).toBeLessThan(3);
  });

  it("that was observed earlier never moves last_seen_at back nor overwrites a newer report", async () => {
    const { id } = await cameraWith();
    await sendHeartbeat(ctx, id, { fps: 25, reconnects: 1 });
    const before = await getCameraStatus(ctx, id);
    await sendHeartbeat(ctx, id, { fps: 1, error: "old news", observed_at: isoAgo(60) });
    expect(await getCameraStatus(ctx, id)).toEqual({ ...before, checked_at: expect.any(String) });
  });

  it("from a clock that runs ahead counts as seen now, not in the future", async () => {
    const { id } = await cameraWith();
    await sendHeartbeat(ctx, id, { observed_at: isoAgo(-240) });
    expect(secondsSince((await getCamera(ctx, id)).last_seen_at)).toBeGreaterThanOrEqual(-0.5);
  });

  it("observed long ago does not make a camera online", async () => {
    const { id } = await cameraWith();
    await sendHeartbeat(ctx, id, { observed_at: isoAgo(TIMEOUT_S + GRACE_S + 30) });
    expect(await getCamera(ctx, id)).toMatchObject({ status: "offline", status_reason: "heartbeats_stopped" });
  });

  it("within the grace continues the run; after it a new run starts", async () => {
    const kept = await cameraWith({ seen: TIMEOUT_S + GRACE_S - 5, since: 9_000 });
    await sendHeartbeat(ctx, kept.id);
    expect(Math.abs(secondsSince((await getCamera(ctx, kept.id)).status_since) - 9_000)).toBeLessThan(3);
    const silent = await cameraWith({ seen: TIMEOUT_S + GRACE_S + 5, since: 9_000 });
    await sendHeartbeat(ctx, silent.id);
    expect(secondsSince((await getCamera(ctx, silent.id)).status_since)).toBeLessThan(3);
  });

  it("out of range keeps the moment when that began, and the next good one starts anew", async () => {
    const { id } = await cameraWith({ seen: 30, since: 9_000 });
    await sendHeartbeat(ctx, id, { fps: 2, observed_at: isoAgo(20) });
    await sendHeartbeat(ctx, id, { error: "  stream lost ", observed_at: isoAgo(10) });
    const ill = await getCameraStatus(ctx, id);
    expect(ill).toMatchObject({ status: "degraded", status_reason: "error_reported", error: "stream lost", fps: null });
    expect(Math.abs(secondsSince(ill.status_since) - 20)).toBeLessThan(3);
    await sendHeartbeat(ctx, id, { fps: MIN_FPS, reconnects: MAX_RECONNECTS, error: " " });
    const well = await getCameraStatus(ctx, id);
    expect(well).toMatchObject({ status: "online", fps: MIN_FPS, reconnects: MAX_RECONNECTS, error: null });
    expect(secondsSince(well.status_since)).toBeLessThan(3);
  });

  it("of many at once leaves the newest", async () => {
    const { id } = await cameraWith();
    const times = Array.from({ length: 40 }, (_, index) => isoAgo(index + 1));
    await Promise.all(times.toReversed().map((observed_at) => sendHeartbeat(ctx, id, { observed_at })));
    expect((await getCamera(ctx, id)).last_seen_at).toBe(times[0]);
  });

  it("for an archived, an unknown or another organization's camera is refused and changes nothing", async () => {
    const stranger = await createTestOrganization();
    const theirs = await stranger.camera();
    const archived = await organization.camera({ archivedAt: new Date() });
    for (const { id } of [theirs, archived, { id: "camera_01k9t0w5a7f0gs3m5h1v2c4x6z" }]) {
      await expect(sendHeartbeat(ctx, id)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await getCamera(await stranger.context(), theirs.id)).last_seen_at).toBeNull();
  });
});
