import { beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

interface Problem {
  code: string;
  status: number;
  detail: string;
  errors?: { pointer?: string; parameter?: string; code: string }[];
}

const seed = (camera: string) => ({ camera_id: camera, use_case: "intrusion", status: "open" });

describe.each(servers)("$name", ({ url }) => {
  let organization: TestOrganization;
  let headers: Record<string, string>;
  let camera: string;

  beforeAll(async () => {
    organization = await createTestOrganization();
    headers = await organization.bearer();
    camera = (await organization.camera()).externalId;
  });

  async function alertCount(): Promise<number> {
    const [row] = await database()
      .sql`select count(*)::int as n from alerts where organization_id = ${organization.id}`;
    return row?.n;
  }

  async function refused(
    path: string,
    call: Parameters<typeof send>[2],
    status: number,
    code: string,
  ): Promise<Problem> {
    const before = await alertCount();
    const reply = await send(url(), path, { headers, ...call });
    expect({ status: reply.status, body: reply.json }).toMatchObject({ status, body: { code, status } });
    expect(reply.headers.get("content-type")).toBe("application/problem+json");
    expect(reply.json).toMatchObject({
      type: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)),
      title: expect.any(String),
      detail: expect.any(String),
      instance: `/api/v1${path.split("?")[0]}`,
      request_id: reply.headers.get("x-request-id"),
    });
    expect(await alertCount()).toBe(before);
    return reply.json as Problem;
  }

  const post = (body: unknown, extra: Record<string, string> = {}) => ({
    method: "POST",
    body,
    headers: { ...headers, ...extra },
  });

  it("creates an alert from camera_id, use_case and status", async () => {
    const reply = await send(url(), "/alerts", post(seed(camera)));
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({ use_case: "intrusion", status: "open", severity: "medium", version: 1 });
    expect(reply.headers.get("location")).toBe(`/api/v1/alerts/${(reply.json as { id: string }).id}`);
    const listed = await send(url(), "/alerts?limit=1", { headers });
    expect(listed.json).toMatchObject({ data: [{ id: (reply.json as { id: string }).id }] });
  });

  it("rejects an unknown camera and stores nothing", async () => {
    const problem = await refused("/alerts", post(seed("nowhere")), 422, "unknown_camera");
    expect(problem.errors).toMatchObject([{ pointer: "/camera_id" }]);
  });

  it("rejects another organization's camera with the same message as an unknown one", async () => {
    const stranger = await (await createTestOrganization()).camera();
    const foreign = await refused("/alerts", post(seed(stranger.id)), 422, "unknown_camera");
    const unknown = await refused("/alerts", post(seed("nowhere")), 422, "unknown_camera");
    expect(foreign.detail).toBe(unknown.detail);
  });

  it("rejects an unknown field and names it", async () => {
    const problem = await refused("/alerts", post({ ...seed(camera), organization_id: "x" }), 422, "validation_failed");
    expect(problem.errors).toMatchObject([{ pointer: "/organization_id", code: "unknown_field" }]);
  });

  it("rejects an unknown status and lists the allowed ones", async () => {
    const problem = await refused("/alerts", post({ ...seed(camera), status: "new" }), 422, "validation_failed");
    expect(problem.errors).toMatchObject([{ pointer: "/status", detail: expect.stringContaining("acknowledged") }]);
  });

  it.each([
    ["a repeated name", `{"camera_id":"a","camera_id":"b","use_case":"x","status":"open"}`],
    ["a trailing comma", `{"camera_id":"a",}`],
    ["two documents", "{}{}"],
    ["nothing", ""],
    ["NaN", `{"confidence":NaN}`],
    ["a byte order mark", "\ufeff{}"],
    ["33 levels", `${"[".repeat(33)}${"]".repeat(33)}`],
    ["100,000 levels", "[".repeat(100_000)],
  ])("rejects a body with %s as invalid JSON", async (_, body) => {
    await refused(
      "/alerts",
      { method: "POST", body, headers: { ...headers, "Content-Type": "application/json" } },
      400,
      "invalid_json",
    );
  });

  it("rejects bytes that are not UTF-8", async () => {
    await refused(
      "/alerts",
      post(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), { "Content-Type": "application/json" }),
      400,
      "invalid_json",
    );
  });

  it.each(["\\u0000", "\\ud800", "\\u0007"])("rejects the escape %s in text", async (sequence) => {
    const body = `{"camera_id":"${camera}","use_case":"x","status":"open","title":"a${sequence}b"}`;
    const problem = await refused(
      "/alerts",
      post(body, { "Content-Type": "application/json" }),
      422,
      "validation_failed",
    );
    expect(problem.errors).toMatchObject([{ pointer: "/title" }]);
  });

  it("returns emoji, right-to-left text and both Unicode normalization forms unchanged", async () => {
    const title = "🔥 שלום ‏ é é";
    const reply = await send(url(), "/alerts", post({ ...seed(camera), title }));
    expect(reply.json).toMatchObject({ title });
  });

  it("rejects a body of 300 KB", async () => {
    await refused("/alerts", post({ ...seed(camera), description: "x".repeat(300_000) }), 413, "payload_too_large");
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "application/jsonx"])(
    "rejects the media type %s",
    async (type) => {
      await refused(
        "/alerts",
        post(JSON.stringify(seed(camera)), { "Content-Type": type }),
        415,
        "unsupported_media_type",
      );
    },
  );

  it("returns 406 for unsupported Accept types and accepts */*", async () => {
    await refused("/alerts", { headers: { ...headers, Accept: "text/html" } }, 406, "not_acceptable");
    expect((await send(url(), "/alerts", { headers: { ...headers, Accept: "*/*" } })).status).toBe(200);
  });

  it.each(["PUT", "DELETE"])("answers %s with 405 and the allowed methods", async (method) => {
    const reply = await send(url(), "/alerts", { method, headers });
    expect(reply.status).toBe(405);
    expect(reply.json).toMatchObject({ code: "method_not_allowed" });
    expect(reply.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
  });

  it.each(["/nothing", "/alerts/", "/alertsx", "/alerts/x/y"])(
    "returns a 404 problem for the unknown path %s",
    async (path) => {
      await refused(path, {}, 404, "not_found");
    },
  );

  it("does not send CORS headers to other origins", async () => {
    const reply = await send(url(), "/alerts", {
      method: "OPTIONS",
      headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
    });
    expect(reply.status).toBe(204);
    expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it.each(["0", "-1", "201", "1e2", "0x10", "", " 10 ", "1.5", "99999999999999999999"])(
    "rejects limit=%s",
    async (limit) => {
      const problem = await refused(`/alerts?limit=${encodeURIComponent(limit)}`, {}, 422, "validation_failed");
      expect(problem.errors).toMatchObject([{ parameter: "limit" }]);
    },
  );

  it.each(["limit=1&limit=2", "nope=1", "limit[]=1", "q=%00"])("rejects the query %s", async (query) => {
    await refused(`/alerts?${query}`, {}, 422, "validation_failed");
  });

  it("rejects cursors from another organization, with other filters, or modified", async () => {
    for (let i = 0; i < 3; i += 1) await send(url(), "/alerts", post(seed(camera)));
    const first = await send(url(), "/alerts?limit=1", { headers });
    const cursor = (first.json as { next_cursor: string }).next_cursor;
    expect((await send(url(), `/alerts?limit=1&cursor=${cursor}`, { headers })).status).toBe(200);
    const stranger = await (await createTestOrganization()).bearer();
    await refused(`/alerts?limit=1&cursor=${cursor}`, { headers: stranger }, 400, "invalid_cursor");
    await refused(`/alerts?limit=1&status=open&cursor=${cursor}`, {}, 400, "invalid_cursor");
    const flipped = (cursor[0] === "A" ? "B" : "A") + cursor.slice(1);
    await refused(`/alerts?limit=1&cursor=${flipped}`, {}, 400, "invalid_cursor");
    await refused(`/alerts?cursor=${"A".repeat(5_000)}`, {}, 400, "invalid_cursor");
  });

  it("rejects a key while API access is off and accepts it when on again", async () => {
    const off = await createTestOrganization({ apiAccess: false });
    const bearer = await off.bearer();
    expect((await send(url(), "/me", { headers: bearer })).json).toMatchObject({
      code: "api_access_disabled",
      status: 403,
    });
    await database().sql`update organizations set api_access = true where id = ${off.id}`;
    expect((await send(url(), "/me", { headers: bearer })).status).toBe(200);
  });

  it("lists only the first 25 errors of a body, to limit the response size", async () => {
    const names = Array.from({ length: 20_000 }, (_, n) => [`f${n}`, 1]);
    const many = { ...seed(camera), ...Object.fromEntries(names) };
    const whole = await send(url(), "/alerts", { method: "POST", headers, body: many });
    expect(whole.status).toBe(422);
    expect((whole.json as Problem).errors).toHaveLength(25);
    const row = await send(url(), "/alerts/batch", { method: "POST", headers, body: { alerts: [many, seed(camera)] } });
    expect(row.json).toMatchObject({ succeeded: 1, failed: 1 });
    const numbers = await send(url(), "/alerts", { method: "POST", headers, body: `[${Array(20_000).fill("1e999")}]` });
    expect(numbers.json).toMatchObject({ code: "validation_failed" });
    for (const { text } of [whole, row, numbers]) expect(text.length).toBeLessThan(10_000);
  });

  it("rejects revoked, disabled and expired keys on the next request", async () => {
    for (const column of ["revoked_at", "disabled_at", "expires_at"] as const) {
      const bearer = await organization.bearer();
      expect((await send(url(), "/me", { headers: bearer })).status).toBe(200);
      const { sql } = database();
      const ended = `update api_keys set ${column} = now() where organization_id = $1 and expires_at is null`;
      await sql.query(ended, [organization.id]);
      expect((await send(url(), "/me", { headers: bearer })).status).toBe(401);
    }
    headers = await organization.bearer();
  });

  it("rejects session writes from other origins and accepts those from its own", async () => {
    const { headers: session } = await organization.person("admin");
    const body = seed(camera);
    for (const origin of ["https://evil.example", "null", undefined]) {
      const call = { method: "POST", body, headers: { ...session, ...(origin && { Origin: origin }) } };
      expect((await send(url(), "/alerts", call)).json).toMatchObject({ code: "forbidden" });
    }
    const own = await send(url(), "/alerts", { method: "POST", body, headers: { ...session, Origin: url() } });
    expect(own.status).toBe(201);
    expect(own.json).toMatchObject({ source: { kind: "user" } });
  });

  it("checks the role and session on every request", async () => {
    const person = await organization.person("admin");
    const { sql } = database();
    const call = { method: "POST", body: seed(camera), headers: { ...person.headers, Origin: url() } };
    expect((await send(url(), "/alerts", call)).status).toBe(201);
    await sql`update memberships set role = 'viewer' where user_id = ${person.id}`;
    expect((await send(url(), "/alerts", call)).json).toMatchObject({ code: "forbidden" });
    await sql`update sessions set ended_at = now() where user_id = ${person.id}`;
    expect((await send(url(), "/alerts", call)).status).toBe(401);
  });
});
