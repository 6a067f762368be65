import { beforeAll, describe, expect, it } from "vitest";
import { unseal } from "@/lib/auth/seal";
import type { Camera, CameraBatchResult } from "@/lib/cameras/schema";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { type ApiReply, send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const [{ url }] = servers;
let organization: TestOrganization;
let headers: Record<string, string>;

beforeAll(async () => {
  organization = await createTestOrganization();
  headers = await organization.bearer();
});

const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  send(url(), path, { method, headers: { ...headers, ...more }, body });
const create = async (body: object) => (await call("POST", "/cameras", { name: "Camera", ...body })).json as Camera;
const change = (id: string, body: unknown, more?: Record<string, string>) =>
  call("PATCH", `/cameras/${id}`, body, more);

async function eventsOf(id: string) {
  const rows = await database()
    .sql`select type, data from events where subject_id = ${decodeId("camera", id)} order by id`;
  return rows.map(({ type, data }) => ({ type, data }));
}

async function rowOf(id: string) {
  const [row] = await database().sql`select *, xmin::text as xmin from cameras where id = ${decodeId("camera", id)}`;
  return row;
}

async function credentialsOf(id: string) {
  const row = await rowOf(id);
  if (!row?.stream_credentials) return null;
  return JSON.parse(unseal("stream", `${organization.id}/${row.id}`, row.stream_credentials));
}

const problem = ({ json, status }: ApiReply) => ({ status, code: (json as { code: string }).code });

describe("changing a camera", () => {
  it("sets given fields, clears those set to null, keeps the rest, and records the changes", async () => {
    const site = await organization.site();
    const camera = await create({ name: "Gate", manufacturer: "Aperta", tags: ["old"] });
    const body = {
      name: "Gate 2",
      external_id: `gate-${Date.now()}`,
      site_id: site.id,
      stream_url: "rtsps://cam.example/live",
      manufacturer: null,
      model: "Dome",
      mac_address: "00-1A-2B-3C-4D-5E",
      ip_address: "10.0.0.9",
      timezone: "Asia/Kolkata",
      latitude: 51.5,
      longitude: -0.1,
      tags: ["outdoor"],
      use_cases: ["Wrong Way Vehicle"],
      heartbeat_timeout_s: 600,
      offline_grace_s: 0,
    };
    const reply = await change(camera.id, body);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("etag")).toBe('"2"');
    const stored = { ...body, mac_address: "00:1a:2b:3c:4d:5e", use_cases: ["wrong_way_vehicle"] };
    const after = reply.json as Camera;
    expect(after).toEqual({ ...camera, ...stored, version: 2, updated_at: after.updated_at });
    expect(after.updated_at > camera.updated_at).toBe(true);
    expect((await call("GET", `/cameras/${camera.id}`)).json).toEqual(after);
    const [, updated] = await eventsOf(camera.id);
    expect(updated?.type).toBe("camera.updated");
    expect(updated?.data.camera).toMatchObject({ id: camera.id, name: "Gate 2" });
    expect(Object.keys(updated?.data.changes).sort()).toEqual(Object.keys(body).sort());
    expect(updated?.data.changes).toMatchObject({
      name: { from: "Gate", to: "Gate 2" },
      site_id: { from: null, to: site.id },
    });
  });

  it("writes nothing when nothing changes", async () => {
    const camera = await create({
      stream_url: "rtsp://u:p@cam.example/1",
      tags: ["a"],
      external_id: `same-${Date.now()}`,
    });
    const before = await rowOf(camera.id);
    const { name, external_id, stream_url, tags, enabled } = camera;
    for (const body of [
      {},
      { name, external_id, stream_url, tags, enabled },
      { stream_url: "rtsp://u:p@cam.example/1" },
    ]) {
      const reply = await change(camera.id, body);
      expect(reply.json).toEqual(camera);
    }
    expect((await rowOf(camera.id))?.xmin).toBe(before?.xmin);
    expect(await eventsOf(camera.id)).toHaveLength(1);
  });

  it("accepts one of two concurrent changes and returns 412 for the other", async () => {
    const { id } = await create({});
    const replies = await Promise.all(["One", "Two"].map((name) => change(id, { name }, { "If-Match": '"1"' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    const late = replies.find(({ status }) => status === 412);
    expect(late?.json).toMatchObject({ code: "version_mismatch", current_version: 2 });
    expect(late?.headers.get("etag")).toBe('"2"');
  });

  it("rejects an external ID in use and a site outside the organization", async () => {
    const [first, second] = [await create({ external_id: `first-${Date.now()}` }), await create({})];
    const taken = await change(second.id, { external_id: first.external_id });
    expect(taken.json).toMatchObject({ status: 409, errors: [{ pointer: "/external_id", code: "taken" }] });
    const theirs = await (await createTestOrganization()).site();
    for (const site_id of [theirs.id, "site_01k9t0w5a7f0gs3m5h1v2c4x6z"]) {
      const reply = await change(second.id, { site_id });
      expect(reply.json).toMatchObject({ status: 422, errors: [{ pointer: "/site_id", code: "unknown_site" }] });
    }
    expect((await rowOf(second.id))?.version).toBe(1);
  });

  it.each([
    ["the URL as it was returned", "rtsp://cam.example/1", { username: "u", password: "p" }, false],
    ["new credentials", "rtsp://v:q@cam.example/1", { username: "v", password: "q" }, true],
    ["another URL without any", "rtsp://other.example/1", null, true],
    ["another URL with its own", "rtsp://w:r@other.example/1", { username: "w", password: "r" }, true],
    ["null", null, null, true],
  ] as const)(
    "keeps, replaces, or deletes stream credentials when given %s",
    async (_, stream_url, kept, isChanged) => {
      const { id } = await create({ stream_url: "rtsp://u:p@cam.example/1" });
      const reply = await change(id, { stream_url });
      expect(reply.status).toBe(200);
      expect(await credentialsOf(id)).toEqual(kept);
      const events = await eventsOf(id);
      expect(events.some(({ data }) => data.changes?.stream_credentials)).toBe(isChanged);
      expect(reply.text + JSON.stringify(events)).not.toMatch(/:\/\/[^/"]*@|"[upvqwr]"/);
    },
  );

  it("records one status change each time 'enabled' changes", async () => {
    const { id } = await create({});
    expect((await change(id, { enabled: false })).json).toMatchObject({ status: "disabled", enabled: false });
    await change(id, { enabled: false });
    expect((await change(id, { enabled: true })).json).toMatchObject({ status: "pending" });
    const moves = (await eventsOf(id)).filter(({ type }) => type === "camera.status_changed");
    expect(moves.map(({ data }) => [data.from, data.to, data.reason])).toEqual([
      ["pending", "disabled", "turned_off"],
      ["disabled", "pending", "never_seen"],
    ]);
    const history = (await call("GET", `/cameras/${id}/status/history`)).json as { data: { at: string; to: string }[] };
    expect(history.data.map(({ to, at }) => [to, at])).toEqual(moves.map(({ data }) => [data.to, data.at]).reverse());
  });
});

describe("an archived camera", () => {
  it("returns 404, frees its external ID, deletes its credentials, and keeps only existing alerts", async () => {
    const external_id = `gone-${Date.now()}`;
    const { id } = await create({ external_id, stream_url: "rtsp://u:p@cam.example/1" });
    const alert = { camera_id: external_id, use_case: "intrusion", status: "open" };
    const stored = (await call("POST", "/alerts", alert)).json as { id: string };
    expect(problem(await call("DELETE", `/cameras/${id}`, undefined, { "If-Match": '"7"' }))).toMatchObject({
      status: 412,
    });
    const reply = await call("DELETE", `/cameras/${id}`);
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: "" });
    for (const [method, path] of [
      ["DELETE", `/cameras/${id}`],
      ["GET", `/cameras/${id}`],
      ["PATCH", `/cameras/${id}`],
      ["GET", `/cameras/${id}/status`],
      ["GET", `/cameras/${id}/status/history`],
      ["POST", `/cameras/${id}/heartbeat`],
    ] as const) {
      const body = method === "PATCH" ? { name: "x" } : undefined;
      expect({ path, ...problem(await call(method, path, body)) }).toEqual({ path, status: 404, code: "not_found" });
    }
    expect((await call("GET", `/alerts/${stored.id}`)).json).toMatchObject({ camera_id: id });
    for (const camera_id of [id, external_id]) {
      expect(problem(await call("POST", "/alerts", { ...alert, camera_id }))).toEqual({
        status: 422,
        code: "unknown_camera",
      });
    }
    expect((await rowOf(id))?.stream_credentials).toBeNull();
    expect((await eventsOf(id)).at(-1)).toEqual({
      type: "camera.archived",
      data: { camera: { id, name: "Camera", external_id, site_id: null } },
    });
    const next = await create({ external_id });
    expect((await call("POST", "/alerts", alert)).json).toMatchObject({ camera_id: next.id });
  });
});

describe("a batch of cameras", () => {
  const batch = async (cameras: unknown[], more?: Record<string, string>) =>
    (await call("POST", "/cameras/batch", { cameras }, more)).json as CameraBatchResult;

  it("stores valid rows and reports why each other row failed, with a JSON pointer", async () => {
    const mark = Date.now();
    const taken = await organization.camera();
    const [site, theirs] = [await organization.site(), await (await createTestOrganization()).site()];
    const { results, succeeded, failed } = await batch([
      { name: "Plain" },
      {
        name: "Placed",
        external_id: `placed-${mark}`,
        site_id: site.id,
        stream_url: "rtsp://u:p@cam.example/1",
        enabled: false,
      },
      { name: "Taken", external_id: taken.externalId },
      { name: "Twice", external_id: `placed-${mark}` },
      { name: "" },
      { name: "Elsewhere", external_id: `free-${mark}`, site_id: theirs.id },
      { name: "Free", external_id: `free-${mark}` },
      { name: "Typo", stream_ulr: "x" },
      null,
    ]);
    expect(results.map(({ index, status }) => [index, status])).toEqual(
      [201, 201, 409, 409, 422, 422, 201, 422, 422].map((status, index) => [index, status]),
    );
    expect({ succeeded, failed }).toEqual({ succeeded: 3, failed: 6 });
    expect(results.flatMap(({ problem: refused }) => refused?.errors?.map(({ pointer }) => pointer) ?? [])).toEqual([
      "/cameras/2/external_id",
      "/cameras/3/external_id",
      "/cameras/4/name",
      "/cameras/5/site_id",
      "/cameras/7/stream_ulr",
      "/cameras/8",
    ]);
    const placed = results[1]?.camera;
    expect(placed).toMatchObject({
      status: "disabled",
      site_id: site.id,
      stream_url: "rtsp://cam.example/1",
      version: 1,
    });
    expect((await call("GET", `/cameras/${placed?.id}`)).json).toEqual(placed);
    expect(await credentialsOf(placed?.id ?? "")).toEqual({ username: "u", password: "p" });
    for (const { camera } of results) {
      if (camera)
        expect(await eventsOf(camera.id)).toMatchObject([
          { type: "camera.created", data: { camera: { id: camera.id } } },
        ]);
    }
  });

  it("creates 1,000 cameras once from two concurrent batches, and rejects a batch of 1,001", async () => {
    const own = await createTestOrganization();
    const auth = await own.bearer();
    const names = Array.from({ length: 1_000 }, (_, n) => ({ name: `Camera ${n}`, external_id: `cam-${n}` }));
    const replies = await Promise.all([names, names.toReversed()].map((list) => batch(list, auth)));
    expect(replies.map(({ succeeded }) => succeeded).reduce((a, b) => a + b)).toBe(1_000);
    const [row] = await database().sql`select count(*)::int as n, count(distinct external_id)::int as ids
      from cameras where organization_id = ${own.id}`;
    expect(row).toEqual({ n: 1_000, ids: 1_000 });
    const [told] = await database().sql`select count(*)::int as n from events where organization_id = ${own.id}`;
    expect(told?.n).toBe(1_000);
    expect((await call("POST", "/cameras/batch", { cameras: [...names, names[0]] }, auth)).status).toBe(422);
  });
});
