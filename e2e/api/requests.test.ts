import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { decodeId, encodeId } from "@/lib/db/ids";
import type { RequestDetail, RequestHistogram, RequestList } from "@/lib/requests/schema";
import { HOUR_MS } from "@/lib/time";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const [{ url }] = servers;
const CANARY = "zQ9CANARYk3";
const HISTORY = 4_000;
const HISTORY_KEYS = ["01936f3a-0000-7000-8000-000000000001", "01936f3a-0000-7000-8000-000000000002"];

let organization: TestOrganization;
let key: Record<string, string>;
let admin: Record<string, string>;

beforeAll(async () => {
  organization = await createTestOrganization();
  key = await organization.bearer();
  admin = (await organization.person("admin")).headers;
});

const read = async <T>(path: string, headers = admin) => (await send(url(), path, { headers })).json as T;
const page = (query = "", headers = admin) => read<RequestList>(`/requests${query}`, headers);
const histogram = (query = "", headers = admin) => read<RequestHistogram>(`/requests/histogram${query}`, headers);

/** Sends a request, waits until the request log contains it, and returns its log entry. */
async function logged(method: string, path: string, body?: unknown, headers = key): Promise<RequestDetail> {
  const reply = await send(url(), path, { method, body, headers });
  const id = reply.headers.get("x-request-id") ?? "";
  let found: RequestDetail | undefined;
  await expect
    .poll(
      async () => {
        const answer = await send(url(), `/requests/${id}`, { headers: admin });
        found = answer.json as RequestDetail;
        return answer.status;
      },
      { timeout: 10_000 },
    )
    .toBe(200);
  if (!found) throw new Error("unreachable");
  expect(found).toMatchObject({ id, method, status: reply.status });
  return found;
}

describe("request log entries", () => {
  it("contain the caller, route, time and duration of a success, but not the body", async () => {
    const entry = await logged("POST", "/cameras", { name: "Gate", external_id: "gate" });
    expect(entry).toEqual({
      id: expect.stringMatching(/^request_/),
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      method: "POST",
      route: "/cameras",
      target: "/api/v1/cameras",
      status: 201,
      code: null,
      duration_ms: expect.any(Number),
      credential: { kind: "api_key", id: expect.stringMatching(/^key_/), name: "Test key" },
      ip: expect.any(String),
      user_agent: expect.any(String),
      problem: null,
      request_body: null,
      request_body_cut: false,
    });
  });

  it("contain the returned problem, the invalid fields and the body of a rejected request", async () => {
    const body = { camera_id: "gate", use_case: "intrusion", status: "closed", titel: "x" };
    const reply = await send(url(), "/alerts", { method: "POST", headers: key, body });
    const answered = reply.json as { title: string; detail: string; errors: unknown };
    const entry = await logged("POST", "/alerts", body);
    expect(entry.problem).toEqual({ title: answered.title, detail: answered.detail, errors: answered.errors });
    expect(entry.problem?.errors.map(({ pointer }) => pointer).sort()).toEqual(["/status", "/titel"]);
    expect(JSON.parse(entry.request_body ?? "")).toEqual(body);
    expect(entry.code).toBe("validation_failed");
  });

  it("contain a malformed JSON body as received", async () => {
    const entry = await logged("POST", "/alerts", '{"camera_id": "gate", "camera_id": "b"');
    expect(entry).toMatchObject({ code: "invalid_json", request_body: '{"camera_id": "gate", "camera_id": "b"' });
  });

  it("contain only the start of a long body", async () => {
    const entry = await logged("POST", "/alerts", { titel: "ä".repeat(20_000) });
    expect(entry.request_body_cut).toBe(true);
    expect(entry.request_body?.length).toBe(4_096);
  });

  it("include requests rejected for a missing scope", async () => {
    const narrow = await organization.bearer(["cameras:read"]);
    const entry = await logged("GET", "/alerts", undefined, narrow);
    expect(entry).toMatchObject({ status: 403, code: "insufficient_scope", route: "/alerts" });
  });

  it("include requests to unknown paths and unsupported methods", async () => {
    expect(await logged("POST", "/alert")).toMatchObject({ status: 404, code: "not_found", route: "unknown" });
    expect(await logged("DELETE", "/me")).toMatchObject({ status: 405, target: "/api/v1/me", method: "DELETE" });
  });

  it.each<string | Uint8Array>([
    '{"title": "\\ud800", "note": "\\u0000"}',
    new Uint8Array([0x7b, 0xff, 0xfe, 0x00, 0xed, 0xa0, 0x80]),
    `{"${"\\ud83d".repeat(3_000)}": 1}`,
    "[".repeat(5_000),
    JSON.stringify({ ["😀".repeat(4_000)]: 1 }),
  ])("are written for any rejected body: %#", async (body) => {
    const entry = await logged("POST", "/alerts", body, { ...key, "User-Agent": "t\u00f6\u00ff\u0080l" });
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.request_body).not.toBeNull();
  });

  it("decode the User-Agent as UTF-8", async () => {
    const sent = Buffer.from("اختبار/1.0").toString("latin1");
    expect(await logged("GET", "/me", undefined, { ...key, "User-Agent": sent })).toMatchObject({
      user_agent: "اختبار/1.0",
    });
  });

  it("never contain a secret, wherever it was sent", async () => {
    const secret = `sl_key_${CANARY}${"0a1B".repeat(6)}`;
    await logged("GET", `/alerts?api_key=${CANARY}`);
    await logged("GET", `/alerts/${secret}`);
    await logged("GET", `/alerts?q=${encodeURIComponent(`rtsp://a:${CANARY}@h/`)}&limit=0`);
    await logged("POST", "/cameras", { name: "", stream_url: `rtsp://admin:${CANARY}@10.0.0.1/`, password: CANARY });
    await logged("POST", "/cameras", { [secret]: 1, metadata: { authorization: `Bearer ${CANARY}` } });
    await logged("POST", "/cameras", `{"password": "${CANARY}", "name": `);
    await logged("POST", "/cameras", { filler: "x".repeat(9_000), password: CANARY });
    await logged("GET", "/alerts", undefined, { ...key, "User-Agent": `tool ${secret}` });
    const [row] = await database().db.execute<{ n: number }>(sql`select count(*)::int as n from requests r
      where organization_id = ${organization.id} and r::text like ${`%${CANARY}%`}`);
    expect(row?.n).toBe(0);
  });
});

describe("a request log with history", () => {
  let history: TestOrganization;
  let reader: Record<string, string>;
  const ids: string[] = [];
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 200 * HOUR_MS;

  beforeAll(async () => {
    history = await createTestOrganization();
    reader = (await history.person("admin")).headers;
    const rows = await database().db.execute<{ id: string }>(sql`
      with moments as (
        select n, ${new Date(start).toISOString()}::timestamptz + n * interval '170.003 seconds' as at
        from generate_series(0, ${HISTORY - 1}::int) n
      ), inserted as (
        insert into requests (organization_id, id, method, route, status, code, duration_ms, credential_kind,
            credential_id, ip, created_at)
        select ${history.id}::uuid,
          (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7000800000000' || lpad(to_hex(n), 7, '0'))::uuid,
          (array['GET', 'POST'])[1 + n % 2], (array['/alerts', '/cameras', '/alerts/{id}'])[1 + n % 3],
          (array[200, 200, 200, 422, 429, 503])[1 + n % 6], case when n % 6 = 3 then 'validation_failed' end, n % 50,
          'api_key', (array[${HISTORY_KEYS[0]}::uuid, ${HISTORY_KEYS[1]}::uuid])[1 + n % 2],
          '192.0.2.' || n % 5, date_trunc('milliseconds', at)
        from moments returning *
      ), counted as (
        insert into request_counts (organization_id, hour, credential_id, method, route, status, count)
        select organization_id, date_trunc('hour', created_at), credential_id, method, route, status, count(*)
        from inserted group by 1, 2, 3, 4, 5, 6
      )
      select id from inserted order by id desc`);
    ids.push(...rows.map(({ id }) => encodeId("request", id)));
  });

  it("is listed newest first, without gaps or repeats between pages", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: RequestList = await page(`?limit=200${cursor ? `&cursor=${cursor}` : ""}`, reader);
      seen.push(...next.data.map(({ id }) => id));
      cursor = next.next_cursor;
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  const iso = (time: number) => new Date(time).toISOString();
  const filters: [query: string, condition: string][] = [
    ["status=422", "status = 422"],
    ["status=4xx", "status between 400 and 499"],
    ["status=2xx,503", "status < 300 or status = 503"],
    ["method=POST", "method = 'POST'"],
    ["route=%2Falerts%2F%7Bid%7D", "route = '/alerts/{id}'"],
    ["route=/alerts,/cameras&status=5xx", "route in ('/alerts', '/cameras') and status >= 500"],
    ["code=validation_failed", "code = 'validation_failed'"],
    ["ip=192.0.2.3", "ip = '192.0.2.3'"],
    ["min_ms=40", "duration_ms >= 40"],
    ["max_ms=0", "duration_ms = 0"],
    ["min_ms=10&max_ms=19&status=4xx", "duration_ms between 10 and 19 and status between 400 and 499"],
    [`credential=${encodeId("key", HISTORY_KEYS[0] ?? "")}`, `credential_id = '${HISTORY_KEYS[0]}'`],
  ];
  const periods: [name: string, from: number, to: number][] = [
    ["whole hours", start, start + 200 * HOUR_MS],
    ["parts of hours", start + 1_234_567, start + 150 * HOUR_MS + 2_345_678],
    ["minutes", start + 10 * HOUR_MS + 60_000, start + 11 * HOUR_MS + 7_000],
  ];

  describe.each(periods)("over %s", (_, from, to) => {
    const inPeriod = `created_at >= '${iso(from)}' and created_at < '${iso(to)}'`;
    it.each([["", "true"] as [string, string], ...filters])(
      "returns the correct histogram for %j",
      async (query, condition) => {
        const found = await histogram(`?from=${iso(from)}&to=${iso(to)}&${query}`, reader);
        expect(found.buckets.length).toBeLessThanOrEqual(100);
        expect(found).toMatchObject({ from: iso(from), to: iso(to), counted_from: null });
        const recount = await database().db.execute<{ start: number; class: number; n: number }>(sql`
        select (floor(extract(epoch from created_at) / ${found.bucket_s}::int) * ${found.bucket_s}::int)::float8 as start,
          status / 100 as class, count(*)::int as n
        from requests where organization_id = ${history.id} and ${sql.raw(inPeriod)} and (${sql.raw(condition)}) group by 1, 2`);
        const counts = new Map(recount.map((row) => [`${row.start} ${row.class}`, row.n]));
        for (const bucket of found.buckets) {
          const second = Date.parse(bucket.start) / 1_000;
          const [successes, client_errors, server_errors] = [2, 4, 5].map((one) => counts.get(`${second} ${one}`) ?? 0);
          expect(bucket).toEqual({ start: bucket.start, successes, client_errors, server_errors });
        }
        expect(found.total).toBe(recount.reduce((sum, row) => sum + row.n, 0));
      },
    );

    it.each(filters)("returns the correct rows for %j", async (query, condition) => {
      const found = await page(`?limit=200&from=${iso(from)}&to=${iso(to)}&${query}`, reader);
      const rows = await database().db.execute<{ id: string }>(sql`select id from requests
        where organization_id = ${history.id} and ${sql.raw(inPeriod)} and (${sql.raw(condition)}) order by id desc limit 200`);
      expect(found.data.map(({ id }) => decodeId("request", id))).toEqual(rows.map(({ id }) => id));
    });
  });

  it("finds a request by its ID alone", async () => {
    const found = await page(`?id=${ids[7]}`, reader);
    expect(found.data.map(({ id }) => id)).toEqual([ids[7]]);
  });

  it.each([
    "status=6xx",
    "status=abc",
    "method=PUT",
    "code=nothing",
    "credential=alert_1",
    "id=1",
    "min_ms=-1",
    "min_ms=1.5",
    "max_ms=00",
    "max_ms=3600001",
  ])("rejects %s", async (query) => {
    expect(await read(`/requests?${query}`, reader)).toMatchObject({ status: 422 });
  });

  it("rejects an empty period", async () => {
    expect(await histogram(`?from=${iso(start)}&to=${iso(start)}`, reader)).toMatchObject({
      status: 422,
      errors: [{ parameter: "from" }],
    });
  });
});

describe("access to the request log", () => {
  it("is limited to admins of the organization", async () => {
    const entry = await logged("GET", "/me");
    const stranger = (await (await createTestOrganization()).person("admin")).headers;
    expect(await page("", stranger)).toMatchObject({ data: [] });
    expect(await page(`?id=${entry.id}`, stranger)).toMatchObject({ data: [] });
    expect(await page(`?credential=${entry.credential.id}`, stranger)).toMatchObject({ data: [] });
    expect(await histogram("", stranger)).toMatchObject({ total: 0 });
    expect(await read(`/requests/${entry.id}`, stranger)).toMatchObject({ status: 404 });
    for (const headers of [(await organization.person("support")).headers, key]) {
      expect(await read("/requests", headers)).toMatchObject({ status: 403, code: "forbidden" });
      expect(await read(`/requests/${entry.id}`, headers)).toMatchObject({ status: 403 });
    }
  });
});
