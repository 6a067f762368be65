import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { cameras } from "@/lib/db/tables/cameras";
import { recordHeartbeat, recordHeartbeats } from "./heartbeat";
import { readStatusHistory } from "./history";
import { readCamera, readCameraCounts, readCameraStatus } from "./reads";
import { deleteExpiredStatusChanges, sweepCameras, sweepOrganization } from "./sweep";
import { changeCamera, markCameraArchived } from "./update";
import { readUptime } from "./uptime";

const CAMERAS = 1_200;
const SWEEPERS = 4;
/**
 * The tests' time starts tomorrow at midnight. Sweeps of other tests use the real clock, so they don't affect
 * these cameras.
 */
const BASE = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000;
const at = (seconds: number) => new Date(BASE + seconds * 1_000);
const iso = (seconds: number) => at(seconds).toISOString();

let organization: TestOrganization;
let ctx: Context;

beforeAll(async () => {
  organization = await createTestOrganization();
  ctx = await organization.context();
});

const newCamera = (of = organization) => of.camera({ createdAt: at(0), recordedSince: at(0) });

/** Returns the camera's status events in order, each as a text with its statuses, time and actor. */
async function told(uuid: string) {
  const rows = await database().sql`select data, actor_kind from events
    where subject_id = ${uuid} and type = 'camera.status_changed' order by id`;
  return rows.map(({ data, actor_kind }) => `${data.from} > ${data.to} at ${data.at} by ${actor_kind}`);
}

const history = async (id: string, seconds: number) =>
  (await readStatusHistory(ctx, id, { from: iso(0), limit: 50 }, at(seconds))).data.toReversed();

describe("the sweep", () => {
  it("records every silence exactly once during concurrent sweeps and heartbeats", async () => {
    const own = await createTestOrganization();
    const context = await own.context();
    const { db, sql: query } = database();
    await query`insert into cameras (organization_id, id, name, external_id, recorded_status, recorded_since, last_seen_at)
      select ${own.id}, gen_random_uuid(), 'Camera', 'cam-' || n, 'online', now() - interval '1 day',
        date_trunc('milliseconds', now()) - interval '1 hour' from generate_series(1, ${CAMERAS}) n`;
    const back = Array.from({ length: 100 }, (_, index) => ({ external_id: `cam-${index * 7 + 1}` }));
    await Promise.all([
      ...Array.from({ length: SWEEPERS }, () => sweepCameras()),
      ...Array.from({ length: 5 }, (_, part) => recordHeartbeats(context, back.slice(part * 20, part * 20 + 20))),
    ]);
    await sweepOrganization(context);
    const [counted] = await query`
      select count(*) filter (where status = 'offline')::int as offline, count(*) filter (where status = 'online')::int as online,
        count(distinct camera_id)::int as cameras from camera_status_changes where organization_id = ${own.id}`;
    expect(counted).toEqual({ offline: CAMERAS, online: back.length, cameras: CAMERAS });
    const [events] = await query`
      select count(*)::int as events, count(distinct (data -> 'camera' ->> 'id', data ->> 'to'))::int as changes
      from events where organization_id = ${own.id} and type = 'camera.status_changed'`;
    expect(events).toEqual({ events: CAMERAS + back.length, changes: CAMERAS + back.length });
    const wrong = await db
      .select({ id: cameras.id })
      .from(cameras)
      .where(
        sql`${eq(cameras.organizationId, own.id)} and ${cameras.recordedStatus} = 'offline'
          and ${cameras.recordedSince} <> ${cameras.lastSeenAt} + interval '360 seconds'`,
      );
    expect(wrong).toEqual([]);
    expect(await readCameraCounts(context, {})).toMatchObject({
      by_status: { offline: CAMERAS - back.length, online: back.length },
    });
  });

  it("dates silence to the end of the grace period, with the system as actor", async () => {
    const [swept, heard, changed, archived] = [
      await newCamera(),
      await newCamera(),
      await newCamera(),
      await newCamera(),
    ];
    for (const { id } of [swept, heard, changed, archived]) await recordHeartbeat(ctx, id, {}, at(100));
    await sweepOrganization(ctx, { at: at(460) });
    expect(await told(swept.uuid)).toHaveLength(1);
    await recordHeartbeat(ctx, heard.id, {}, at(9_000));
    await changeCamera(ctx, changed.id, { name: "Renamed" }, null, at(9_000));
    await markCameraArchived(ctx, archived.id, null, at(9_000));
    expect(await sweepOrganization(ctx, { at: at(9_000) })).toBe(1);
    for (const { uuid } of [swept, heard, changed, archived]) {
      expect((await told(uuid)).slice(0, 2)).toEqual([
        `pending > online at ${iso(100)} by api_key`,
        `online > offline at ${iso(460)} by system`,
      ]);
    }
    expect((await told(heard.uuid))[2]).toBe(`offline > online at ${iso(9_000)} by api_key`);
  });

  it("shows a late heartbeat but records nothing when it ends within the grace period", async () => {
    const { id, uuid } = await newCamera();
    await recordHeartbeat(ctx, id, {}, at(0));
    await sweepOrganization(ctx, { at: at(359) });
    expect(await readCameraStatus(ctx, id, at(359))).toMatchObject({
      status: "degraded",
      status_reason: "heartbeat_late",
      status_since: iso(300),
    });
    await recordHeartbeat(ctx, id, {}, at(360));
    expect(await readCameraStatus(ctx, id, at(360))).toMatchObject({ status: "online", status_since: iso(0) });
    expect(await told(uuid)).toEqual([`pending > online at ${iso(0)} by api_key`]);
  });

  it("skips archived and disabled cameras", async () => {
    const [archived, disabled] = [await newCamera(), await newCamera()];
    await recordHeartbeat(ctx, archived.id, {}, at(0));
    await recordHeartbeat(ctx, disabled.id, {}, at(0));
    await markCameraArchived(ctx, archived.id, null, at(10));
    await changeCamera(ctx, disabled.id, { enabled: false }, null, at(10));
    await sweepOrganization(ctx, { at: at(5_000) });
    expect(await told(archived.uuid)).toHaveLength(1);
    expect((await told(disabled.uuid)).at(-1)).toBe(`online > disabled at ${iso(10)} by api_key`);
  });
});

describe("camera settings", () => {
  it("apply from the time of the change: a shorter timeout is not retroactive", async () => {
    const { id } = await newCamera();
    await recordHeartbeat(ctx, id, {}, at(0));
    await changeCamera(ctx, id, { heartbeat_timeout_s: 60, offline_grace_s: 0 }, null, at(200));
    expect((await history(id, 200)).at(-1)).toMatchObject({ to: "offline", at: iso(200) });
    await changeCamera(ctx, id, { heartbeat_timeout_s: 3_600 }, null, at(250));
    expect((await history(id, 3_600)).at(-1)).toMatchObject({ from: "offline", to: "online", at: iso(250) });
    expect((await history(id, 3_601)).at(-1)).toMatchObject({ to: "offline", at: iso(3_600) });
  });

  it("derive the status of a re-enabled camera from its latest heartbeat", async () => {
    const { id } = await newCamera();
    await changeCamera(ctx, id, { enabled: false }, null, at(10));
    await recordHeartbeat(ctx, id, { fps: 1 }, at(500));
    expect(await readCamera(ctx, id, at(501))).toMatchObject({ status: "disabled", status_since: iso(10) });
    await changeCamera(ctx, id, { enabled: true }, null, at(600));
    expect(await readCamera(ctx, id, at(601))).toMatchObject({ status: "degraded", status_since: iso(600) });
    await changeCamera(ctx, id, { enabled: false }, null, at(700));
    await changeCamera(ctx, id, { enabled: true }, null, at(9_000));
    expect(await readCamera(ctx, id, at(9_001))).toMatchObject({ status: "offline", status_since: iso(9_000) });
  });
});

describe("the status history", () => {
  it("neither repeats nor loses an offline entry recorded between two pages", async () => {
    const { id } = await newCamera();
    for (let n = 0; n < 4; n += 1) await recordHeartbeat(ctx, id, {}, at(n * 1_000));
    const first = await readStatusHistory(ctx, id, { from: iso(0), limit: 1, include_total: true }, at(5_000));
    expect(first).toMatchObject({ data: [{ to: "offline", at: iso(3_360) }], has_more: true, total: 8 });
    expect(await sweepOrganization(ctx, { at: at(5_000) })).toBeGreaterThan(0);
    const seen = [...first.data];
    for (let cursor = first.next_cursor; cursor; ) {
      const page = await readStatusHistory(ctx, id, { from: iso(0), limit: 2, cursor }, at(5_000));
      seen.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual((await history(id, 5_000)).toReversed());
    expect(seen).toHaveLength(8);
  });

  it("covers seven days by default, or the requested period", async () => {
    const { id } = await newCamera();
    const day = 86_400;
    for (const time of [0, 5 * day, 9 * day]) await recordHeartbeat(ctx, id, {}, at(time));
    const days = async (query: object) =>
      (await readStatusHistory(ctx, id, { limit: 50, ...query }, at(10 * day))).data.map(
        (entry) => `${entry.to} ${Math.floor((Date.parse(entry.at) - BASE) / 86_400_000)}`,
      );
    expect(await days({})).toEqual(["offline 9", "online 9", "offline 5", "online 5"]);
    expect(await days({ from: iso(0), to: iso(9 * day) })).toEqual(["offline 5", "online 5", "offline 0", "online 0"]);
    expect(await days({ from: iso(8 * day), to: iso(9 * day + 1) })).toEqual(["online 9"]);
  });

  it("is not found for another organization's camera", async () => {
    const { id } = await (await createTestOrganization()).camera();
    await expect(readStatusHistory(ctx, id, { limit: 5 })).rejects.toMatchObject({ code: "not_found" });
  });

  it("is deleted once reads no longer cover it, and the oldest remaining entry keeps its previous status", async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const { id, uuid } = await organization.camera({ createdAt: ago(100), recordedSince: ago(100) });
    await recordHeartbeat(ctx, id, {}, ago(95));
    await recordHeartbeat(ctx, id, {}, ago(10));
    await deleteExpiredStatusChanges();
    const [kept] = await database().sql`select from_status, status from camera_status_changes
      where camera_id = ${uuid} order by id limit 1`;
    expect(kept).toEqual({ from_status: "offline", status: "online" });
    const period = { from: ago(30).toISOString(), to: ago(10).toISOString(), camera_id: [id], limit: 1 };
    const { data } = await readUptime(ctx, period);
    expect(data[0]).toMatchObject({ uptime_percent: 0, outages: 1 });
  });
});

describe("uptime", () => {
  it("of many cameras uses one period across pages and a single summary", async () => {
    const own = await createTestOrganization();
    const context = await own.context();
    const site = await own.site();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const camera = await own.camera({ createdAt: at(0), recordedSince: at(0), ...(n < 2 && { siteId: site.uuid }) });
      ids.unshift(camera.id);
      if (n > 0)
        for (let beat = 0; beat <= n; beat += 1) await recordHeartbeat(context, camera.id, {}, at(beat * 1_000));
    }
    const first = await readUptime(context, { from: iso(0), limit: 2, include_total: true }, at(10_000));
    expect(first).toMatchObject({ from: iso(0), to: iso(10_000), has_more: true, total: 5 });
    const rows = [...first.data];
    for (let cursor = first.next_cursor; cursor; ) {
      const page = await readUptime(context, { from: iso(0), limit: 2, cursor }, at(10_500));
      expect(page).toMatchObject({ to: iso(10_000), summary: null });
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(rows.map(({ camera_id }) => camera_id)).toEqual(ids);
    expect(rows.map(({ outages, downtime_s }) => [outages, downtime_s])).toEqual([
      [5, 8_200],
      [4, 8_560],
      [3, 8_920],
      [2, 9_280],
      [0, 0],
    ]);
    expect(rows.at(-1)).toMatchObject({ uptime_percent: null, monitored_s: 0 });
    expect(first.summary).toEqual({
      cameras: 5,
      uptime_percent: 12.6,
      monitored_s: 40_000,
      downtime_s: 34_960,
      outages: 14,
      longest_outage_s: 8_640,
    });
    const there = await readUptime(context, { from: iso(0), site_id: [site.id], limit: 50 }, at(10_000));
    expect(there.summary).toMatchObject({ cameras: 2, outages: 2 });
  });

  it("is 100 percent only without downtime and ends at the current time", async () => {
    const { id } = await newCamera();
    await recordHeartbeat(ctx, id, {}, at(0));
    await recordHeartbeat(ctx, id, {}, new Date(BASE + 360_001));
    await changeCamera(ctx, id, { heartbeat_timeout_s: 86_400 }, null, at(400));
    const of = async (from: number, to: number) =>
      (await readUptime(ctx, { from: iso(from), to: iso(to), camera_id: [id], limit: 1 }, at(86_000))).data[0];
    expect(await of(0, 80_000)).toMatchObject({ uptime_percent: 99.999, downtime_s: 0.001, outages: 1 });
    expect(await of(361, 80_000)).toMatchObject({ uptime_percent: 100, downtime_s: 0, outages: 0 });
    expect(await of(0, 360)).toMatchObject({ uptime_percent: 100, outages: 0 });
    expect(await of(0, 900_000)).toMatchObject({ monitored_s: 86_000 });
  });
});
