import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send, servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { createTestOrganization } from "../fixtures/organization";
import type { TestServer } from "../fixtures/servers";

const TOKEN = "a token that only Prometheus knows";
const PATH = "/api/metrics";
const authorized = { headers: { Authorization: `Bearer ${TOKEN}` } };

describe("metrics", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApiServer({ METRICS_TOKEN: TOKEN });
  });
  afterAll(() => server.stop());

  /**
   * Returns the value of a series in the metrics, or undefined if it is missing. The series is spelled as in the
   * reply, with labels.
   */
  async function read(series: string): Promise<number | undefined> {
    const lines = (await (await fetch(server.url + PATH, authorized)).text()).split("\n");
    const line = lines.find((candidate) => candidate.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length));
  }

  it.each(servers)("are disabled without METRICS_TOKEN ($name)", async ({ url }) => {
    const reply = await fetch(url() + PATH, authorized);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ code: "not_found", detail: expect.stringContaining("METRICS_TOKEN") });
  });

  it.each([
    ["no token", {}],
    ["another token", { Authorization: `Bearer ${TOKEN}!` }],
    ["the start of the token", { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ["a token in the address", {}, `?token=${encodeURIComponent(TOKEN)}`],
  ])("reject requests with %s", async (_, headers, query = "") => {
    const reply = await fetch(server.url + PATH + query, { headers });
    expect(reply.status).toBe(query ? 422 : 401);
    expect(await reply.text()).not.toContain("sightline_");
  });

  it("reject an organization's API key", async () => {
    const { headers } = await fetch(server.url + PATH, { headers: await (await createTestOrganization()).bearer() });
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  it("count responses by operation and status without naming organizations", async () => {
    const organization = await createTestOrganization();
    const headers = await organization.bearer();
    const requests = Array.from({ length: 7 }, () => send(server.url, "/me", { headers }));
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(7).fill(200));
    await send(server.url, "/nothing/here", { headers });
    expect(await read('sightline_http_request_duration_seconds_count{operation="getMe",status="200"}')).toBe(7);
    expect(await read('sightline_http_request_duration_seconds_count{operation="unknown",status="404"}')).toBe(1);
    const reply = await fetch(server.url + PATH, authorized);
    expect(reply.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await reply.text();
    expect(text).not.toContain(organization.id);
    expect(text).not.toContain(TOKEN);
  });

  it("report database connections, memory and event loop delay", async () => {
    expect(await read('sightline_database_connections{state="open"}')).toBeGreaterThan(0);
    expect(await read('sightline_database_connections{state="waiting"}')).toBe(0);
    expect(await read("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect(await read("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
  });
});
