import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";
import { startTestServer, type TestServer } from "../fixtures/servers";

const url = servers[0].url;

interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request with exactly this path and method. `fetch` would normalize them. */
function raw(
  target: string,
  method = "GET",
  headers: Record<string, string> = {},
  chunks: (string | Buffer)[] = [],
): Promise<RawReply> {
  const { hostname, port } = new URL(url());
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path: target, method, headers }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    request.on("error", reject);
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
}

/** Writes text to a new connection and returns the first line of the reply. */
function wire(text: string): Promise<string> {
  const { hostname, port } = new URL(url());
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer.split("\r\n", 1)[0] ?? ""));
    socket.on("error", reject);
    socket.setTimeout(5_000, () => socket.destroy());
  });
}

describe("the production server", () => {
  it.each([
    "//api/v1/alerts",
    "/api//v1/alerts",
    "/api/v1/alerts/",
    "/api/v1/%61lerts",
    "/api/v1/../v1/alerts",
    "/API/v1/alerts",
    "/api/v1/alerts;x=1",
    "/api",
    "/api/v2/alerts",
    "http://169.254.169.254/api/v1/alerts",
    "*",
  ])("answers %s with a 404 problem, not HTML or a redirect", async (target) => {
    const reply = await raw(target);
    expect({ target, status: reply.status, type: reply.headers["content-type"] }).toEqual({
      target,
      status: 404,
      type: "application/problem+json",
    });
  });

  it.each(["TRACE", "PUT", "DELETE", "PROPFIND"])(
    "answers %s with 405 and the correct Allow header",
    async (method) => {
      const reply = await raw("/api/v1/alerts", method);
      expect([reply.status, reply.headers.allow]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
      expect(JSON.parse(reply.body)).toMatchObject({ code: "method_not_allowed" });
    },
  );

  it("rejects a URL of more than 8 KB and headers of more than 16 KB", async () => {
    expect((await raw(`/api/v1/alerts?q=${"x".repeat(9_000)}`)).status).toBe(414);
    expect((await raw("/api/v1/alerts", "GET", { "X-Big": "x".repeat(20_000) })).status).toBe(431);
  });

  it("rejects more than 100 headers instead of dropping some", async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`x-${i}`, "1"]));
    expect((await raw("/api/v1/me", "GET", many)).status).toBe(431);
  });

  it("answers a request with an Upgrade header, also after serving a page", async () => {
    await raw("/sign-in");
    const offer = { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__" };
    expect((await raw("/api/v1/openapi.json", "GET", offer)).status).toBe(200);
  });

  it("rejects large forms, TRACE and malformed paths outside /api/v1", async () => {
    const form = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "100000" };
    expect((await raw("/api/auth/callback/credentials", "POST", form, ["a".repeat(100_000)])).status).toBe(413);
    expect((await raw("/api/auth/session", "TRACE")).status).toBe(405);
    expect((await raw("/%ff")).status).toBe(404);
  });

  it("limits password guesses despite changing X-Forwarded-For headers", async () => {
    const csrf = await fetch(`${url()}/api/auth/csrf`);
    const cookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const email = `guess-${Date.now()}@example.test`;
    const guess = async (n: number, value = "wrong") => {
      const body = new URLSearchParams({ csrfToken, email, password: value, json: "true" });
      const headers = { Cookie: cookie, "X-Forwarded-For": `198.51.100.${n}` };
      const reply = await fetch(`${url()}/api/auth/callback/credentials`, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
      });
      return { status: reply.status, wait: reply.headers.get("retry-after"), text: await reply.text() };
    };
    for (let n = 1; n <= 9; n += 1) expect(await guess(n)).toMatchObject({ status: 401, wait: null });
    for (const n of [10, 11]) {
      const { status, wait, text } = await guess(n);
      expect(status).toBe(429);
      expect(JSON.parse(text)).toMatchObject({ url: expect.stringContaining(`TooManyAttempts%3A${wait}`) });
      expect(Number(wait)).toBeGreaterThanOrEqual(1);
    }
    expect((await guess(12, "a\u0000b")).text).not.toMatch(/select|params/);
  });

  it.each([
    ["GET", "/api/auth/nothing", 404],
    ["GET", "/api/auth/verify-request", 404],
    ["GET", "/api/auth/providers", 404],
    ["POST", "/api/auth/_log", 404],
    ["POST", "/api/auth/signin/oidc", 404],
    ["GET", "/api/auth/callback/oidc", 404],
    ["GET", "/api/auth/signout", 405],
    ["GET", "/api/auth/callback/credentials", 405],
  ])("answers %s %s with a %i problem", async (method, path, status) => {
    for (const server of servers) {
      const reply = await fetch(server.url() + path, { method, redirect: "manual" });
      expect([reply.status, reply.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
      if (status === 405) expect(reply.headers.get("allow")).toBe("POST");
    }
  });

  it("rejects requests with an ambiguous length", async () => {
    const head = "POST /api/v1/alerts HTTP/1.1\r\nHost: x\r\n";
    expect(await wire(`${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400/,
    );
    expect(await wire(`${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`)).toMatch(/^HTTP\/1.1 400/);
  });

  it("stops reading a body at the limit, with or without Content-Length", async () => {
    const organization = await createTestOrganization();
    const headers = { ...(await organization.bearer()), "Content-Type": "application/json" };
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const reply = await raw("/api/v1/alerts", "POST", headers, Array(5).fill(chunk));
    expect([reply.status, reply.headers.connection]).toEqual([413, "close"]);
    expect(JSON.parse(reply.body)).toMatchObject({
      detail:
        "The body has more than 262,144 bytes (256 KB). Split the data, or send up to 1,000 alerts (2 MB) to POST /api/v1/alerts/batch.",
    });
    const announced = await send(url(), "/alerts", { method: "POST", headers, body: "x".repeat(300_000) });
    expect(announced.json).toMatchObject({ code: "payload_too_large" });
  });

  it("sends each page a CSP with a fresh nonce, ignoring injected headers", async () => {
    const injected = { "content-security-policy": "script-src 'nonce-mine'", "x-nonce": "mine" };
    const nonces = new Set<string>();
    for (let i = 0; i < 20; i += 1) {
      const reply = await raw("/sign-in", "GET", injected);
      expect(reply.status).toBe(200);
      const policy = String(reply.headers["content-security-policy"]);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      expect(nonce).not.toBe("mine");
      expect(reply.body).toContain(`nonce="${nonce}"`);
      expect(policy).toContain("frame-ancestors 'none'");
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(20);
  });

  it("reports that it is live and ready", async () => {
    expect((await raw("/api/health/live")).status).toBe(200);
    expect((await raw("/api/health/ready")).status).toBe(200);
  });

  it("records each API key request in the request log and key usage, without the key", async () => {
    const organization = await createTestOrganization();
    const key = await organization.key();
    await send(url(), "/me?secret=canary", { headers: { Authorization: `Bearer ${key}`, "User-Agent": "log test" } });
    const { sql } = database();
    await expect
      .poll(
        async () =>
          sql`select route, status, code, user_agent from requests where organization_id = ${organization.id}`,
        { timeout: 5_000 },
      )
      .toEqual([{ route: "/me", status: 422, code: "validation_failed", user_agent: "log test" }]);
    expect(await sql`select invalid from key_usage where organization_id = ${organization.id}`).toEqual([
      { invalid: 1 },
    ]);
    const [row] = await sql`select last_used_at is not null as used, row_to_json(k)::text as text from api_keys k
      where organization_id = ${organization.id}`;
    expect(row?.used).toBe(true);
    expect(row?.text).not.toContain(key);
  });
});

describe("a server with rate limits", () => {
  let server: TestServer;
  let organization: TestOrganization;

  beforeAll(async () => {
    server = await startTestServer("server", { RATE_LIMIT_KEY: "60", RATE_LIMIT_ORGANIZATION: "120" });
    organization = await createTestOrganization();
  });
  afterAll(() => server.stop());

  it("admits exactly a key's limit per window, with remaining counts and then Retry-After", async () => {
    const headers = await organization.bearer();
    const replies = await Promise.all(Array.from({ length: 30 }, () => send(server.url, "/me", { headers })));
    const admitted = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status === 429);
    expect([admitted.length, refused.length]).toEqual([10, 20]);
    const left = admitted.map((reply) => Number(/"key";r=(\d+)/.exec(reply.headers.get("ratelimit") ?? "")?.[1]));
    expect(left.toSorted((a, b) => b - a)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    for (const reply of refused) {
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect(reply.json).toMatchObject({ code: "rate_limited" });
    }
  });

  it("stores exactly the alerts it acknowledged when stopped, then refuses connections", async () => {
    const own = await startTestServer("server");
    const headers = await organization.bearer();
    const camera = await organization.camera();
    const body = { camera_id: camera.externalId, use_case: "last", status: "open" };
    const running = Array.from({ length: 20 }, () => send(own.url, "/alerts", { method: "POST", headers, body }));
    const stopped = own.stop();
    const settled = await Promise.allSettled(running);
    await stopped;
    const answered = settled.filter((result) => result.status === "fulfilled" && result.value.status === 201).length;
    const [row] = await database()
      .sql`select count(*)::int as n from alerts where organization_id = ${organization.id}`;
    expect(row?.n).toBe(answered);
    await expect(send(own.url, "/me", { headers })).rejects.toThrow();
  });
});
