import { beforeAll, describe, expect, it } from "vitest";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

interface Problem {
  code: string;
  detail: string;
  errors?: { pointer?: string; parameter?: string; code: string; detail: string }[];
}

/**
 * The time limit for parsing all bodies. Linear parsing takes about a second in total. Quadratic parsing of a
 * single body exceeds the limit.
 */
const ALL_WITHIN_MS = 60_000;
const KB = 1_024;

describe.each(servers)("request validation on $name", ({ url }) => {
  let organization: TestOrganization;
  let headers: Record<string, string>;
  let camera: string;

  beforeAll(async () => {
    organization = await createTestOrganization();
    headers = await organization.bearer();
    camera = (await organization.camera()).externalId;
  });

  const post = (path: string, body: string | Uint8Array, more: Record<string, string> = headers) =>
    send(url(), path, { method: "POST", body, headers: { "Content-Type": "application/json", ...more } });

  async function refused(path: string, body: string | Uint8Array, status = 422): Promise<Problem> {
    const reply = await post(path, body);
    expect({ status: reply.status, text: reply.status === status ? "" : reply.text }).toEqual({ status, text: "" });
    return reply.json as Problem;
  }

  it(
    "serves other requests while reading the largest hostile bodies",
    async () => {
      const bodies = (length: number) => [
        `{"email":0.1${"0".repeat(length)}1}`,
        `{"email":${"9".repeat(length)}}`,
        `{"email":"${"\\".repeat(length)}"}`,
        `{"email":"${'\\"'.repeat(length / 2)}`,
        `{"email":[${"0,".repeat(length / 2)}0]}`,
        `{${'"\\u0061":'.repeat(length / 9)}}`,
        " ".repeat(length),
        "\n".repeat(length),
      ];
      const signal = AbortSignal.timeout(ALL_WITHIN_MS);
      const hostile = [
        ...bodies(255 * KB).map((body) => ["/account/password-reset", body, {}] as const),
        ...bodies(2_047 * KB).map((body) => ["/alerts/batch", body, headers] as const),
      ].map(async ([path, body, more]) => {
        const type = { "Content-Type": "application/json" };
        const reply = await fetch(`${url()}/api/v1${path}`, {
          method: "POST",
          body,
          headers: { ...type, ...more },
          signal,
        });
        return reply.status;
      });
      const others = hostile.map(async () => (await fetch(`${url()}/api/v1/me`, { signal })).status);
      for (const status of await Promise.all(hostile)) expect([400, 422]).toContain(status);
      expect(await Promise.all(others)).toEqual(hostile.map(() => 401));
    },
    2 * ALL_WITHIN_MS,
  );

  it.each(["-0", "-0.0", "-0e5"])("rejects %s anywhere in a body because it would be stored as 0", async (zero) => {
    for (const [field, pointer] of [
      [`"confidence":${zero}`, "/confidence"],
      [`"metadata":{"a":{"b":[1,${zero}]}}`, "/metadata/a/b/1"],
    ]) {
      const problem = await refused("/alerts", `{"camera_id":"${camera}","use_case":"intrusion",${field}}`);
      expect(problem.errors).toMatchObject([{ pointer, code: "unsupported_number" }]);
    }
    const batch = await refused("/alerts/batch", `{"alerts":[{"confidence":${zero}}]}`);
    expect(batch.errors).toMatchObject([{ pointer: "/alerts/0/confidence", code: "unsupported_number" }]);
  });

  it("decodes percent-encoded query text and reads a plus sign as a space", async () => {
    const tag = "50 % + é 🔥 & =";
    const alert = JSON.stringify({ camera_id: camera, use_case: "intrusion", tags: [tag] });
    expect((await post("/alerts", alert)).status).toBe(201);
    const query = `tag=${encodeURIComponent(tag).replaceAll("%20", "+")}`;
    expect((await send(url(), `/alerts?${query}`, { headers })).json).toMatchObject({ data: [{ tags: [tag] }] });
  });

  it.each([
    ["a malformed escape", "grant_type=%zz"],
    ["an escaped byte that is not UTF-8", "grant_type=%FF"],
    ["a byte that is not UTF-8", Buffer.from("grant_type=\xff", "latin1")],
  ])("returns invalid_request for a form with %s", async (_, body) => {
    const reply = await post("/oauth/token", body, { "Content-Type": "application/x-www-form-urlencoded" });
    expect([reply.status, reply.json]).toMatchObject([400, { error: "invalid_request", code: "invalid_request" }]);
  });

  it.each<[what: string, body: string | Uint8Array, detail: string]>([
    ["nothing", "", "The body is empty. Send one JSON object with `camera_id`, `use_case`."],
    ["a byte order mark", "\ufeff{}", "The body starts with a byte order mark. Save it as UTF-8 without BOM."],
    ["Latin-1", Buffer.from('{"title":"T\xfcr"}', "latin1"), "Byte 12 of the body, 0xFC, is not UTF-8."],
    [
      "a trailing comma",
      '{\n  "title": "a",\n}',
      "Not valid JSON at line 3, column 1: `}` follows a comma. Remove the comma.",
    ],
    ["single quotes", "{'title':'a'}", "Not valid JSON at line 1, column 2: Put text and field names in double quotes"],
  ])("reports where and why a body with %s cannot be parsed", async (_, body, detail) => {
    expect((await refused("/alerts", body, 400)).detail).toContain(detail);
  });

  it.each([
    [
      "/alerts",
      "[{}]",
      'Send one JSON object, not a list. For several, send {"alerts": […]} to POST /api/v1/alerts/batch.',
    ],
    ["/sites", "[{}]", "Send one JSON object, not a list."],
    ["/sites", '"a"', "Send an object, not text."],
    ["/alerts", '{"camera_id":7}', "First: /camera_id: Send text, not a number. Put the value in quotes."],
    [
      "/alerts",
      '{"camera_id":"a","use_case":"x","confidence":"0.5"}',
      "Send a number, not text. Remove the quotes: 0.5.",
    ],
    ["/alerts", '{"camera_id":"a","use_case":"x","confidence":95}', "Send a number from 0 to 1: 95 % is 0.95."],
    [
      "/alerts",
      '{"camera_id":"a","use_case":"x","status":"OPEN"}',
      "Did you mean `open`? Send one of `open`, `acknowledged`",
    ],
    [
      "/alerts",
      '{"camera_id":"a","use_case":"x","tags":"a"}',
      'Send a list, not text. Put a single value in brackets: ["value"].',
    ],
    [
      "/alerts",
      '{"camera_id":"a","use_case":"x","serverity":"high"}',
      "There is no field with this name. Did you mean `severity`?",
    ],
    [
      "/alerts",
      '{"camera_id":"a","use_case":"x","zzzzzz":1}',
      "There is no field with this name. Remove it or correct its spelling.",
    ],
    ["/cameras", '{"name":"a","heartbeat_timeout_s":1}', "Send at least 60."],
    ["/cameras", '{"name":"a","heartbeat_timeout_s":60.5}', "Send a whole number, not 60.5."],
    ["/cameras", '{"name":null}', "Send text, not null. Leave the field out instead."],
  ])("explains what to send instead of POST %s with %s", async (path, body, detail) => {
    expect((await refused(path, body)).detail).toContain(detail);
  });

  it("suggests the likely parameter for a misspelled one", async () => {
    const reply = await send(url(), "/alerts?statsu=open", { headers });
    expect((reply.json as Problem).detail).toContain("Did you mean `status`?");
  });

  it.each([
    ["/alert", "/api/v1/alerts"],
    ["/camera/camera_x/status", "/api/v1/cameras/{id}/status"],
    [`/${"alerts".repeat(200)}`, null],
  ])("returns 404 for the unknown path %s and suggests a similar path, if any", async (path, meant) => {
    const reply = await send(url(), path, { headers });
    expect(reply.status).toBe(404);
    const { detail } = reply.json as Problem;
    if (meant === null) expect(detail).not.toContain("Did you mean");
    else expect(detail).toContain(`Did you mean ${meant}?`);
  });
});

// Next.js decodes and re-encodes a query before its handlers see it. Only the server of `npm start` receives the
// original query.
describe("invalid query encoding", () => {
  const [server] = servers;

  it.each(["%FF", "%ED%A0%80", "%C3", "%", "%zz"])(
    "rejects the query text %s and names the parameter",
    async (text) => {
      const reply = await send(server.url(), `/alerts?status=open&q=${text}`, {
        headers: await (await createTestOrganization()).bearer(),
      });
      expect([reply.status, (reply.json as Problem).errors]).toMatchObject([
        422,
        [{ parameter: "q", code: "invalid_encoding" }],
      ]);
    },
  );
});
