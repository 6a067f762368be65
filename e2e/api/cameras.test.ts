import { beforeAll, describe, expect, it } from "vitest";
import { unseal } from "@/lib/auth/seal";
import type { Camera, CameraList } from "@/lib/cameras/schema";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const [{ url }] = servers;

describe("cameras", () => {
  let organization: TestOrganization;
  let headers: Record<string, string>;

  beforeAll(async () => {
    organization = await createTestOrganization();
    headers = await organization.bearer();
  });

  const post = (body: unknown) => send(url(), "/cameras", { method: "POST", headers, body });
  const create = async (body: object) => (await post(body)).json as Camera;

  async function cameraCount(): Promise<number> {
    const [row] = await database()
      .sql`select count(*)::int as n from cameras where organization_id = ${organization.id}`;
    return row?.n;
  }

  it("creates a pending camera from a name alone, with Location, ETag, and an event", async () => {
    const reply = await post({ name: "  Dock 3  " });
    const camera = reply.json as Camera;
    expect(reply.status).toBe(201);
    expect(reply.headers.get("location")).toBe(`/api/v1/cameras/${camera.id}`);
    expect(reply.headers.get("etag")).toBe('"1"');
    expect(camera).toEqual({
      id: expect.stringMatching(/^camera_[0-9a-z]{26}$/),
      name: "Dock 3",
      external_id: null,
      site_id: null,
      stream_url: null,
      manufacturer: null,
      model: null,
      mac_address: null,
      ip_address: null,
      timezone: null,
      latitude: null,
      longitude: null,
      tags: [],
      use_cases: [],
      enabled: true,
      heartbeat_timeout_s: 300,
      offline_grace_s: 60,
      status: "pending",
      status_reason: "never_seen",
      status_since: camera.created_at,
      last_seen_at: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: camera.created_at,
      version: 1,
    });
    const read = await send(url(), `/cameras/${camera.id}`, { headers });
    expect(read.json).toEqual(camera);
    expect(read.headers.get("etag")).toBe('"1"');
    const events = await database()
      .sql`select type, data from events where subject_id = ${decodeId("camera", camera.id)}`;
    expect([...events]).toEqual([
      { type: "camera.created", data: { camera: { id: camera.id, name: "Dock 3", external_id: null, site_id: null } } },
    ]);
  });

  it("removes credentials from the query of the returned stream URL", async () => {
    const camera = await create({
      name: "Gate",
      stream_url: "rtsp://cam.example/live?user=admin&password=hunter2&ch=1",
    });
    expect(camera.stream_url).toBe("rtsp://cam.example/live?ch=1");
  });

  it("encrypts stream credentials, and stores and returns the URL without them", async () => {
    const camera = await create({ name: "Gate", stream_url: "rtsp://admin:p%40ss%3Aw@cam.example:554/live?ch=1" });
    expect(camera.stream_url).toBe("rtsp://cam.example:554/live?ch=1");
    const [row] = await database()
      .sql`select * from cameras where organization_id = ${organization.id} and id = ${decodeId("camera", camera.id)}`;
    expect(JSON.stringify(row)).not.toMatch(/admin|p%40ss/);
    expect(row?.stream_credentials.toString("latin1")).not.toContain("admin");
    const place = `${organization.id}/${decodeId("camera", camera.id)}`;
    expect(JSON.parse(unseal("stream", place, row?.stream_credentials))).toEqual({
      username: "admin",
      password: "p%40ss%3Aw",
    });
    const reads = await Promise.all(
      [`/cameras/${camera.id}`, "/cameras?q=Gate", `/cameras/${camera.id}/status`].map((path) =>
        send(url(), path, { headers }),
      ),
    );
    for (const { text } of reads) expect(text).not.toMatch(/admin|p%40ss/);
  });

  it.each([
    "ftp://cam.example/1",
    "rtsp:admin:secret@cam.example/1",
    "rtsp:///live",
    "rtsp://admin:1234/5@cam.example/1",
    "//cam.example/1",
    "javascript:alert(1)",
  ])("rejects the stream URL %s without repeating a secret", async (stream_url) => {
    const before = await cameraCount();
    const reply = await post({ name: "x", stream_url });
    expect(reply.status).toBe(422);
    expect(reply.json).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/stream_url" }] });
    expect(reply.text).not.toContain("secret");
    expect(await cameraCount()).toBe(before);
  });

  it("accepts an external ID from only one of several concurrent requests", async () => {
    const external_id = `dock-${url().length}-${Date.now()}`;
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => post({ name: `Camera ${n}`, external_id })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.json).toMatchObject({ code: "conflict", errors: [{ pointer: "/external_id", code: "taken" }] });
    const found = (await send(url(), `/cameras?external_id=${external_id}`, { headers })).json as CameraList;
    expect(found.data).toHaveLength(1);
  });

  it("allows external IDs used by other organizations or archived cameras", async () => {
    const stranger = await createTestOrganization();
    const theirs = await stranger.camera();
    const archived = await organization.camera({ archivedAt: new Date() });
    for (const { externalId } of [theirs, archived]) {
      expect((await post({ name: "Mine", external_id: externalId })).status).toBe(201);
    }
  });

  it("rejects an external ID that looks like a camera ID", async () => {
    const { id } = await organization.camera();
    expect((await post({ name: "x", external_id: id })).json).toMatchObject({ errors: [{ pointer: "/external_id" }] });
  });

  it("rejects another organization's site exactly like an unknown one and stores nothing", async () => {
    const theirs = await (await createTestOrganization()).site();
    const before = await cameraCount();
    const replies = await Promise.all(
      [theirs.id, "site_01k9t0w5a7f0gs3m5h1v2c4x6z"].map((site_id) => post({ name: "x", site_id })),
    );
    const [foreign, unknown] = replies.map(({ json }) => ({ ...(json as object), request_id: "" }));
    expect(foreign).toEqual(unknown);
    expect(foreign).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/site_id", code: "unknown_site" }],
    });
    expect(await cameraCount()).toBe(before);
    const { id } = await organization.site();
    expect(await create({ name: "Placed", site_id: id })).toMatchObject({ site_id: id });
  });

  it("creates one camera per Idempotency-Key, even with an external ID", async () => {
    const body = { name: "Once", external_id: `once-${Date.now()}-${url().length}` };
    const call = { method: "POST", headers: { ...headers, "Idempotency-Key": body.external_id }, body };
    const [first, second] = [await send(url(), "/cameras", call), await send(url(), "/cameras", call)];
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.json).toEqual(first.json);
    const taken = { ...call, headers: { ...headers, "Idempotency-Key": `${body.external_id}-2` } };
    expect((await send(url(), "/cameras", taken)).status).toBe(409);
  });

  it("accepts heartbeats with and without a report and returns an empty 204", async () => {
    const { id } = await organization.camera();
    for (const body of [undefined, {}, { fps: 24.5, reconnects: 0, error: "" }]) {
      const reply = await send(url(), `/cameras/${id}/heartbeat`, { method: "POST", headers, body });
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: "" });
    }
    const status = await send(url(), `/cameras/${id}/status`, { headers });
    expect(status.json).toMatchObject({ camera_id: id, status: "online", fps: 24.5, reconnects: 0, error: null });
  });

  it("returns 404 for another organization's camera", async () => {
    const { id } = await (await createTestOrganization()).camera();
    for (const [method, path] of [
      ["GET", `/cameras/${id}`],
      ["GET", `/cameras/${id}/status`],
      ["POST", `/cameras/${id}/heartbeat`],
    ] as const) {
      const reply = await send(url(), path, { method, headers });
      expect({ path, status: reply.status, code: (reply.json as { code: string }).code }).toEqual({
        path,
        status: 404,
        code: "not_found",
      });
    }
  });

  describe("the list", () => {
    let fleet: TestOrganization;
    let auth: Record<string, string>;
    let ids: string[];
    let site: { id: string; uuid: string };

    beforeAll(async () => {
      fleet = await createTestOrganization();
      auth = await fleet.bearer();
      site = await fleet.site();
      ids = [];
      for (let n = 0; n < 11; n += 1) {
        const name = n === 3 ? "100%_real" : `Camera ${n}`;
        const camera = await fleet.camera({
          name,
          tags: n % 2 ? ["odd", "x"] : ["even"],
          ...(n < 4 && { siteId: site.uuid }),
        });
        ids.unshift(camera.id);
      }
      await fleet.camera({ name: "Gone", archivedAt: new Date() });
    });

    const list = async (query: string) => (await send(url(), `/cameras${query}`, { headers: auth })).json as CameraList;

    it("returns every camera once across pages, newest first, while others are added", async () => {
      const seen: string[] = [];
      let address: string | undefined = "/cameras?limit=4&include_total=true";
      while (address) {
        const reply = await send(url(), address, { headers: auth });
        const page = reply.json as CameraList;
        seen.push(...page.data.map(({ id }) => id));
        const next = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get("link") ?? "")?.[1];
        expect(next !== undefined).toBe(page.has_more);
        if (next) expect(new URL(next).searchParams.get("cursor")).toBe(page.next_cursor);
        address = next?.slice(next.indexOf("/api/v1") + "/api/v1".length);
        if (seen.length === 4) {
          expect(page.total).toBe(11);
          const late = await fleet.camera({ name: "Late" });
          await database().sql`update cameras set archived_at = now() where id = ${late.uuid}`;
        }
      }
      expect(seen).toEqual(ids);
    });

    it("filters by site, tag, external ID, and text, with exact totals", async () => {
      const named = async (query: string) => {
        const page = await list(`${query}&include_total=true&limit=200`);
        expect(page.total).toBe(page.data.length);
        return page.data.map(({ name }) => name);
      };
      expect(await named(`?site_id=${site.id}`)).toHaveLength(4);
      expect(await named("?tag=odd")).toHaveLength(5);
      expect(await named("?tag=odd,even")).toHaveLength(11);
      expect(await named("?tag=x&site_id=".concat(site.id))).toEqual(["100%_real", "Camera 1"]);
      const [first] = (await list("?limit=1")).data;
      expect(await named(`?external_id=${first?.external_id},none`)).toEqual([first?.name]);
      expect(await named("?q=CAMERA%201")).toEqual(["Camera 10", "Camera 1"]);
      expect(await named(`?q=${first?.external_id?.slice(2)}`)).toContain(first?.name);
    });

    it("matches % and _ in search text literally", async () => {
      expect((await list("?q=%25_")).data.map(({ name }) => name)).toEqual(["100%_real"]);
      expect((await list("?q=a_e")).data).toEqual([]);
      expect((await list("?q=%5C")).data).toEqual([]);
    });

    it("rejects a cursor that was altered or comes from other filters or another organization", async () => {
      const { next_cursor } = await list("?limit=2");
      const others = [
        await send(url(), `/cameras?limit=2&tag=odd&cursor=${next_cursor}`, { headers: auth }),
        await send(url(), `/cameras?limit=2&cursor=${next_cursor}`, { headers }),
        await send(url(), `/cameras?cursor=${next_cursor}x`, { headers: auth }),
      ];
      for (const reply of others) expect(reply.json).toMatchObject({ status: 400, code: "invalid_cursor" });
    });

    it("counts cameras by status, filtered by site and text", async () => {
      const counts = await send(url(), `/cameras/counts?site_id=${site.id}&q=camera`, { headers: auth });
      expect(counts.json).toEqual({
        total: 3,
        by_status: { pending: 3, online: 0, degraded: 0, offline: 0, disabled: 0 },
      });
    });
  });
});
