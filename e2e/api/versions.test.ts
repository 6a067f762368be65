import { beforeEach, describe, expect, it } from "vitest";
import { send, servers } from "../fixtures/api";
import { adminHeaders, makeApp } from "../fixtures/oauth";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const url = servers[0].url;
let organization: TestOrganization;
let headers: Record<string, string>;

beforeEach(async () => {
  organization = await createTestOrganization();
  headers = await adminHeaders(organization, url());
});

const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  send(url(), path, { method, headers: { ...headers, ...more }, body });

async function keyPath() {
  const { json } = await call("POST", "/keys", { name: "Gate", scopes: ["alerts:read"] });
  return `/keys/${(json as { key: { id: string } }).key.id}`;
}

describe.each([
  ["the organization", async () => "/organization"],
  ["a key", keyPath],
  ["an app", async () => `/oauth/apps/${(await makeApp(organization, url())).app.id}`],
])("the version of %s", (_, make) => {
  it("is returned in the body and ETag, and increases only when something changes", async () => {
    const path = await make();
    expect(await call("GET", path)).toMatchObject({ status: 200, json: { version: 1 } });
    expect((await call("GET", path)).headers.get("etag")).toBe('"1"');
    for (const _ of [1, 2]) {
      const reply = await call("PATCH", path, { name: "Renamed" });
      expect(reply).toMatchObject({ status: 200, json: { name: "Renamed", version: 2 } });
      expect(reply.headers.get("etag")).toBe('"2"');
    }
  });

  it("accepts one of several concurrent changes and returns the current version to the others", async () => {
    const path = await make();
    const names = ["One", "Two", "Three", "Four"];
    const replies = await Promise.all(names.map((name) => call("PATCH", path, { name }, { "If-Match": '"1"' })));
    const [taken, ...others] = replies.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    for (const late of replies.filter((reply) => reply !== taken)) {
      expect(late).toMatchObject({ status: 412, json: { code: "version_mismatch", current_version: 2 } });
      expect(late.headers.get("etag")).toBe('"2"');
    }
    const { name } = (taken ?? { json: {} }).json as { name?: string };
    expect((await call("GET", path)).json).toMatchObject({ name, version: 2 });
  });

  it("is optional: requests without If-Match or with * succeed", async () => {
    const path = await make();
    expect((await call("PATCH", path, { name: "One" }, { "If-Match": "*" })).status).toBe(200);
    expect((await call("PATCH", path, { name: "Two" })).json).toMatchObject({ version: 3 });
  });
});

describe("the version of a credential", () => {
  it("increases when it is rotated, revoked, disabled or enabled", async () => {
    const path = await keyPath();
    await call("POST", `${path}/rotate`, { overlap_s: 3_600 });
    expect((await call("GET", path)).headers.get("etag")).toBe('"2"');
    expect((await call("POST", `${path}/revoke`)).headers.get("etag")).toBe('"3"');
    const { app } = await makeApp(organization, url());
    await call("POST", `/oauth/apps/${app.id}/rotate-secret`);
    for (const [enabled, version] of [
      [false, 3],
      [true, 4],
    ]) {
      expect((await call("PATCH", `/oauth/apps/${app.id}`, { enabled })).json).toMatchObject({ version });
    }
  });
});
