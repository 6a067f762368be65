import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send, servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { createTestOrganization } from "../fixtures/organization";
import { startTestServer, type TestServer } from "../fixtures/servers";

const [server, next] = servers;
const HSTS = "strict-transport-security";

describe("headers of pages and of the API", () => {
  let secure: TestServer;
  beforeAll(async () => {
    secure = await startTestServer("server", { BASE_URL: "https://portal.example" });
  });
  afterAll(() => secure.stop());

  it("ask browsers for HTTPS only where the installation's own address is HTTPS", async () => {
    for (const path of ["/sign-in", "/api/v1/me", "/v1/me"]) {
      expect((await fetch(secure.url + path)).headers.get(HSTS)).toBe("max-age=31536000");
      expect((await fetch(server.url() + path)).headers.get(HSTS)).toBeNull();
    }
  });

  it("give a page no camera, no place and no opener from another site", async () => {
    const { headers } = await fetch(`${server.url()}/sign-in`);
    expect(headers.get("permissions-policy")).toMatch(/camera=\(\), geolocation=\(\), microphone=\(\)/);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });

  it.each(servers)("let $name compress pages and scripts", async ({ url }) => {
    const gzip = { headers: { "Accept-Encoding": "gzip" } };
    const page = await fetch(`${url()}/docs`, gzip);
    expect(page.headers.get("content-encoding")).toBe("gzip");
    const scripts = [...(await page.text()).matchAll(/\/_next\/static\/chunks\/[^"\\]+\.js/g)].map(([path]) => path);
    const codings = await Promise.all(
      [...new Set(scripts)].map(async (path) => (await fetch(url() + path, gzip)).headers.get("content-encoding")),
    );
    expect(codings).toContain("gzip");
  });

  it("forbid Next to compress what holds a secret", async () => {
    const admin = await (await createTestOrganization()).person("admin");
    const created = await send(next.url(), "/keys", {
      method: "POST",
      headers: { ...admin.headers, Origin: next.url(), "Accept-Encoding": "gzip" },
      body: { name: "k".repeat(100), scopes: ["alerts:read"] },
    });
    expect(created.status).toBe(201);
    expect(created.headers.get("content-encoding")).toBeNull();
    expect(created.headers.get("cache-control")).toBe("private, no-store, no-transform");
  });
});

it("names the security contact that the operator has set, until a date that is not far", async () => {
  const named = await startApiServer({ SECURITY_CONTACT: "mailto:security@example.test" });
  const reply = await fetch(`${named.url}/.well-known/security.txt`).finally(() => named.stop());
  expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const fields = Object.fromEntries((await reply.text()).split("\n").map((line) => line.split(/: (.*)/s)));
  expect(fields).toMatchObject({
    Contact: "mailto:security@example.test",
    Canonical: `${named.url}/.well-known/security.txt`,
  });
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

it.each(servers)("$name is ready once it answers and its database takes writes", async ({ url }) => {
  await expect.poll(async () => (await fetch(`${url()}/api/health/ready`)).status).toBe(200);
});

it.each(servers)("$name scales no pictures for callers", async ({ url }) => {
  const reply = await fetch(`${url()}/_next/image?url=%2Ffavicon.ico&w=64&q=75`);
  expect(reply.status).toBe(404);
});
