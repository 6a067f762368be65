import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintCredential } from "@/lib/auth/credential";
import { hashKey, mintKey } from "@/lib/auth/key";
import { database } from "@/lib/db/client";
import { send, servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { createTestOrganization } from "../fixtures/organization";
import type { TestServer } from "../fixtures/servers";

const url = servers[0].url;
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

describe.each(servers)("$name", ({ url: own }) => {
  // The duration of a lookup doesn't reveal how much of a key was correct. The database compares SHA-256 hashes of
  // whole keys. Keys that differ in one character have unrelated hashes.
  it("returns the same 401 for every invalid credential", async () => {
    const organization = await createTestOrganization();
    const ended = await Promise.all(
      (["revoked_at", "disabled_at", "expires_at"] as const).map(async (column) => {
        const key = await organization.key();
        const { sql } = database();
        await sql.query(`update api_keys set ${column} = now() where hash = $1`, [Buffer.from(hashKey(key), "hex")]);
        return `Bearer ${key}`;
      }),
    );
    const wrong = [
      ...ended,
      `Bearer ${mintKey()}`,
      `Bearer ${mintCredential("token")}`,
      "",
      "Basic abc",
      "Bearer",
      "Bearer nonsense",
      `Bearer ${"x".repeat(16_000)}`,
      "Bearer sl_key_000000000000000000000000000000000000",
    ];
    const bodies = new Set<string>();
    for (const authorization of wrong) {
      const reply = await send(own(), "/alerts", { headers: { Authorization: authorization } });
      expect(reply.status).toBe(401);
      expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer/);
      bodies.add(reply.text.replaceAll(/request_[a-z0-9]+/g, ""));
    }
    bodies.add((await send(own(), "/alerts")).text.replaceAll(/request_[a-z0-9]+/g, ""));
    expect(bodies.size).toBe(1);
  });

  it("rejects keys sent in the query, a cookie, or the body", async () => {
    const organization = await createTestOrganization();
    const key = await organization.key();
    for (const name of ["authorization", "api_key", "key", "access_token"]) {
      const body = { camera_id: "cam", use_case: "intrusion", status: "open", [name]: key };
      expect((await send(own(), "/alerts", { method: "POST", body })).status).toBe(401);
    }
    expect((await send(own(), "/me", { headers: { Cookie: `authorization=${key}` } })).status).toBe(401);
    expect((await send(own(), `/me?api_key=${key}`)).status).toBe(401);
  });
});

describe("a server that cannot reach its database", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApiServer({ DATABASE_URL: "postgres://stranger@127.0.0.1:1/nowhere" });
  });
  afterAll(() => server?.stop());

  const key = mintKey();
  const other = key.endsWith("A") ? "B" : "A";

  it.each([
    ["of another kind", key.replace("sl_key_", "sl_kex_")],
    ["with one changed letter", key.slice(0, -1) + other],
    ["that is one letter short", key.slice(0, -1)],
    ["that is one letter long", `${key}0`],
    ["with a digit of another script", `${key.slice(0, -1)}\u00b2`],
    ["of 12 kB", `sl_key_${"a".repeat(12_000)}`],
  ])("rejects a key %s without querying the database", async (_, wrong) => {
    expect(await send(server.url, "/me", { headers: bearer(wrong) })).toMatchObject({
      status: 401,
      json: { code: "unauthenticated" },
    });
  });

  it("returns 503 for a well-formed key", async () => {
    expect(await send(server.url, "/me", { headers: bearer(key) })).toMatchObject({ status: 503 });
  });
});

describe("an API key on an operation reserved for people", () => {
  it("is authenticated, rejected with 403, and recorded in the request log", async () => {
    const organization = await createTestOrganization();
    const key = await organization.key();
    expect(await send(url(), "/account", { headers: bearer(key) })).toMatchObject({
      status: 403,
      json: { code: "forbidden" },
    });
    const { sql } = database();
    await expect
      .poll(() => sql`select route, code from requests where organization_id = ${organization.id}`, { timeout: 5_000 })
      .toEqual([{ route: "/account", code: "forbidden" }]);
    await sql`update api_keys set revoked_at = now() where hash = ${Buffer.from(hashKey(key), "hex")}`;
    expect(await send(url(), "/account", { headers: bearer(key) })).toMatchObject({ status: 401 });
  });

  it("returns api_access_disabled instead of forbidden when API access is off", async () => {
    const organization = await createTestOrganization({ apiAccess: false });
    const reply = await send(url(), "/account", { headers: await organization.bearer() });
    expect(reply).toMatchObject({ status: 403, json: { code: "api_access_disabled" } });
  });
});
