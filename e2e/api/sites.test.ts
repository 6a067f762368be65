import { beforeAll, describe, expect, it } from "vitest";
import type { Camera } from "@/lib/cameras/schema";
import type { Site, SiteList } from "@/lib/sites/schema";
import { send, servers } from "../fixtures/api";
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
const create = async (body: object = {}) => (await call("POST", "/sites", { name: "Site", ...body })).json as Site;

describe("a site", () => {
  it("is created from just a name, with Location, ETag and UTC as time zone", async () => {
    const reply = await call("POST", "/sites", { name: "  Harbour " });
    const site = reply.json as Site;
    expect(reply.status).toBe(201);
    expect(reply.headers.get("location")).toBe(`/api/v1/sites/${site.id}`);
    expect(reply.headers.get("etag")).toBe('"1"');
    expect(site).toEqual({
      id: expect.stringMatching(/^site_[0-9a-z]{26}$/),
      name: "Harbour",
      timezone: "UTC",
      address: null,
      latitude: null,
      longitude: null,
      camera_count: 0,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: site.created_at,
      version: 1,
    });
    expect((await call("GET", `/sites/${site.id}`)).json).toEqual(site);
  });

  it.each([
    [{ timezone: "Mars/Olympus" }, "/timezone"],
    [{ timezone: "+02:00" }, "/timezone"],
    [{ latitude: 91 }, "/latitude"],
    [{ longitude: -181 }, "/longitude"],
    [{ name: " " }, "/name"],
  ])("is rejected with %j", async (body, pointer) => {
    const reply = await call("POST", "/sites", { name: "Site", ...body });
    expect(reply.json).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it("updates the given fields, clears with null, and ignores unchanged values", async () => {
    const site = await create({ address: "Dock Road 1", timezone: "Europe/Amsterdam", latitude: 51.9 });
    const change = { name: "North", timezone: "Asia/Kolkata", address: null, longitude: 4.1 };
    const reply = await call("PATCH", `/sites/${site.id}`, change, { "If-Match": '"1"' });
    const after = reply.json as Site;
    expect(after).toEqual({ ...site, ...change, version: 2, updated_at: after.updated_at });
    expect(reply.headers.get("etag")).toBe('"2"');
    expect((await call("PATCH", `/sites/${site.id}`, change)).json).toEqual(after);
    const late = await call("PATCH", `/sites/${site.id}`, { name: "Late" }, { "If-Match": '"1"' });
    expect(late.json).toMatchObject({ status: 412, code: "version_mismatch", current_version: 2 });
  });

  it("cannot be deleted while it has cameras; archived cameras do not count", async () => {
    const site = await create();
    const cameras: Camera[] = [];
    for (const name of ["One", "Two"]) {
      cameras.push((await call("POST", "/cameras", { name, site_id: site.id })).json as Camera);
    }
    expect((await call("GET", `/sites/${site.id}`)).json).toMatchObject({ camera_count: 2 });
    const refused = await call("DELETE", `/sites/${site.id}`);
    expect(refused.json).toMatchObject({ status: 409, code: "conflict", camera_count: 2 });
    expect((refused.json as { detail: string }).detail).toContain("2 cameras are at this site");
    await call("PATCH", `/cameras/${cameras[0]?.id}`, { site_id: null });
    const alert = { camera_id: cameras[1]?.id, use_case: "intrusion", status: "open" };
    const { id } = (await call("POST", "/alerts", alert)).json as { id: string };
    await call("DELETE", `/cameras/${cameras[1]?.id}`);
    expect((await call("DELETE", `/sites/${site.id}`)).status).toBe(204);
    const expanded = await call("GET", `/alerts/${id}?expand=camera`);
    expect(expanded.json).toMatchObject({ camera: { site: { id: site.id, name: "Site" } } });
  });

  it("returns 404 after deletion and rejects new cameras", async () => {
    const { id } = await create();
    expect((await call("DELETE", `/sites/${id}`)).status).toBe(204);
    for (const [method, body] of [["GET"], ["DELETE"], ["PATCH", { name: "x" }]] as const) {
      expect((await call(method, `/sites/${id}`, body)).status).toBe(404);
    }
    const placed = await call("POST", "/cameras", { name: "x", site_id: id });
    expect(placed.json).toMatchObject({ status: 422, errors: [{ pointer: "/site_id", code: "unknown_site" }] });
  });

  it("either gains a camera or is deleted when both requests race", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await create();
      const [placed, deleted] = await Promise.all([
        call("POST", "/cameras", { name: "x", site_id: id }),
        call("DELETE", `/sites/${id}`),
      ]);
      expect([
        [201, 409],
        [422, 204],
      ]).toContainEqual([placed.status, deleted.status]);
    }
  });

  it("is not found by another organization", async () => {
    const stranger = await createTestOrganization();
    const { id } = await stranger.site("Theirs");
    for (const [method, body] of [["GET"], ["DELETE"], ["PATCH", { name: "x" }]] as const) {
      expect((await call(method, `/sites/${id}`, body)).status).toBe(404);
    }
    const auth = await stranger.bearer();
    const list = (await call("GET", "/sites", undefined, auth)).json as SiteList;
    expect(list.data.map((site) => site.id)).toEqual([id]);
  });

  it("is searched literally by name and address, and paged newest first with a total", async () => {
    const own = await createTestOrganization();
    const auth = await own.bearer();
    for (const [name, address] of [
      ["North 1", null],
      ["100%", "North Road"],
      ["South", null],
      ["North 2", null],
    ]) {
      await call("POST", "/sites", { name, address }, auth);
    }
    const list = async (query: string) => (await call("GET", `/sites${query}`, undefined, auth)).json as SiteList;
    const first = await list("?q=NORTH&limit=2&include_total=true");
    expect(first).toMatchObject({ has_more: true, total: 3 });
    const second = await list(`?q=NORTH&limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(["North 2", "100%", "North 1"]);
    expect((await list("?q=0%25")).data.map(({ name }) => name)).toEqual(["100%"]);
    const stolen = await call("GET", `/sites?limit=2&cursor=${first.next_cursor}`, undefined, auth);
    expect(stolen.json).toMatchObject({ code: "invalid_cursor" });
  });
});
