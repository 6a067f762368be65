import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send, servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { createTestOrganization } from "../fixtures/organization";
import { startTestServer, type TestServer } from "../fixtures/servers";

const [server, next] = servers;
const HSTS = "strict-transport-security";

describe("page and API headers", () => {
  let secure: TestServer;
  beforeAll(async () => {
    secure = await startTestServer("server", { BASE_URL: "https://portal.example" });
  });
  afterAll(() => secure.stop());

  it("include HSTS only when BASE_URL is HTTPS", async () => {
    for (const path of ["/sign-in", "/api/v1/me", "/v1/me"]) {
      expect((await fetch(secure.url + path)).headers.get(HSTS)).toBe("max-age=31536000");
      expect((await fetch(server.url() + path)).headers.get(HSTS)).toBeNull();
    }
  });

  it("block the camera, location, microphone and cross-origin openers", async () => {
    const { headers } = await fetch(`${server.url()}/sign-in`);
    expect(headers.get("permissions-policy")).toMatch(/camera=\(\), geolocation=\(\), microphone=\(\)/);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });

  it.each(servers)("allow $name to compress pages and scripts", async ({ url }) => {
    const gzip = { headers: { "Accept-Encoding": "gzip" } };
    const page = await fetch(`${url()}/docs`, gzip);
    expect(page.headers.get("content-encoding")).toBe("gzip");
    const scripts = [...(await page.text()).matchAll(/\/_next\/static\/chunks\/[^"\\]+\.js/g)].map(([path]) => path);
    const codings = await Promise.all(
      [...new Set(scripts)].map(async (path) => (await fetch(url() + path, gzip)).headers.get("content-encoding")),
    );
    expect(codings).toContain("gzip");
  });

  it("prevent Next.js from compressing a response that contains a secret", async () => {
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

it("security.txt lists the configured contact and expires within a year", async () => {
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

it.each(servers)("$name reports that it is ready", async ({ url }) => {
  await expect.poll(async () => (await fetch(`${url()}/api/health/ready`)).status).toBe(200);
});

it.each(servers)("$name does not resize images on request", async ({ url }) => {
  const reply = await fetch(`${url()}/_next/image?url=%2Ffavicon.ico&w=64&q=75`);
  expect(reply.status).toBe(404);
});
