import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { servers } from "../fixtures/api";
import { createTestOrganization } from "../fixtures/organization";

const url = servers[0].url;
const host = () => new URL(url()).host;

interface WireReply {
  status: number;
  headers: Headers;
  body: string;
  /** The bytes that followed this reply on the same connection. */
  rest: string;
}

/** Sends bytes on a new connection and reads until the server closes it. Returns the first reply. */
function wire(bytes: string | Buffer): Promise<WireReply> {
  const { hostname, port } = new URL(url());
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const pieces: Buffer[] = [];
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(replyOf(Buffer.concat(pieces).toString())));
    socket.on("error", reject);
    socket.setTimeout(20_000, () => reject(new Error("The server left the connection open.")));
  });
}

function replyOf(text: string): WireReply {
  const [head = "", ...others] = text.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]));
  const after = Buffer.from(others.join("\r\n\r\n"));
  const length = Number(headers.get("content-length") ?? after.length);
  return {
    status: Number(line.split(" ")[1]),
    headers,
    body: after.subarray(0, length).toString(),
    rest: after.subarray(length).toString(),
  };
}

let authorization: string;
beforeAll(async () => {
  authorization = (await (await createTestOrganization()).bearer()).Authorization ?? "";
});

interface Head {
  method?: string;
  hosts?: string[];
  extra?: string[];
  close?: boolean;
}

function request(target: string, { method = "GET", hosts = [host()], extra = [], close = true }: Head = {}): string {
  const named = hosts.map((name) => `Host: ${name}`);
  const fields = [...named, `Authorization: ${authorization}`, ...(close ? ["Connection: close"] : []), ...extra];
  return `${[`${method} ${target} HTTP/1.1`, ...fields].join("\r\n")}\r\n\r\n`;
}

function expectProblem(reply: WireReply, status: number, detail: string | RegExp): void {
  expect({ status: reply.status, type: reply.headers.get("content-type") }).toEqual({
    status,
    type: "application/problem+json",
  });
  expect(JSON.parse(reply.body)).toMatchObject({ status, request_id: reply.headers.get("x-request-id") });
  expect((JSON.parse(reply.body) as { detail: string }).detail).toMatch(detail);
  expect(reply.headers.get("connection")).toBe("close");
  expect(reply.rest).toBe("");
}

describe("handling of malformed requests", () => {
  it.each<[string, () => string | Buffer, number, string | RegExp]>([
    ["an address with é", () => request("/api/v1/alerts?q=é"), 400, "Percent-encode the URL: é is %C3%A9."],
    ["an address in Latin-1", () => Buffer.from(request("/api/v1/alerts?q=é"), "latin1"), 400, "byte E9 is not UTF-8"],
    ["an address of 20 KB", () => request(`/api/v1/alerts?q=${"x".repeat(20_000)}`), 414, "8,192 characters"],
    ["an address of 9 KB", () => request(`/api/v1/alerts?q=${"x".repeat(9_000)}`), 414, "8,192 characters"],
    ["a header of 20 KB", () => request("/api/v1/me", { extra: [`X-Large: ${"x".repeat(20_000)}`] }), 431, "16 KB"],
    ["a header of 2 MB", () => request("/api/v1/me", { extra: [`X-Large: ${"x".repeat(2_000_000)}`] }), 431, "16 KB"],
    ["a bad header", () => request("/api/v1/me", { extra: ["X Y: 1"] }), 400, "character that is not allowed"],
    [
      "chunk extensions of 20 KB",
      () =>
        `${request("/api/v1/alerts", { method: "POST", extra: ["Content-Type: application/json", "Transfer-Encoding: chunked"] })}2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      413,
      "chunk extensions",
    ],
    [
      "two lengths",
      () => request("/api/v1/alerts", { method: "POST", extra: ["Content-Length: 5", "Content-Length: 6"] }),
      400,
      "Content-Length",
    ],
    ["a TLS handshake", () => Buffer.from("16030102000100", "hex"), 400, "not an HTTP/1.1 request"],
    ["no host", () => request("/api/v1/me", { hosts: [] }), 400, "one `Host` header"],
    ["two hosts", () => request("/api/v1/me", { hosts: [host(), "other"] }), 400, "one `Host` header"],
    ["two hosts for a page", () => request("/sign-in", { hosts: [host(), "other"] }), 400, "one `Host` header"],
    ["a host with a path", () => request("/api/v1/me", { hosts: ["a/b"] }), 400, "one `Host` header"],
  ])("returns a problem document for %s", async (_, bytes, status, detail) => {
    expectProblem(await wire(bytes()), status, detail);
  });

  it.each(["FOO", "get", "M-SEARCH"])("answers the method %s with 405 and the allowed methods", async (method) => {
    const api = await wire(request("/api/v1/alerts", { method }));
    expectProblem(api, 405, "This path doesn't support this method. Use one of");
    expect(api.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
    const page = await wire(request("/sign-in", { method }));
    expectProblem(page, 405, "This path doesn't support this method. Use one of");
    expect(page.headers.get("allow")).toBe("GET, HEAD, POST");
  });

  it("rejects CONNECT and closes the connection", async () => {
    const reply = await wire(request("127.0.0.1:1", { method: "CONNECT" }));
    expectProblem(reply, 405, "not a proxy");
  });

  it("returns the same 401 for repeated credentials as for missing ones", async () => {
    const two = await wire(request("/api/v1/me", { extra: [`Authorization: ${authorization}`] }));
    const none = await wire(`GET /api/v1/me HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`);
    const body = (reply: WireReply) => ({ ...(JSON.parse(reply.body) as object), request_id: "" });
    expect([two.status, none.status]).toEqual([401, 401]);
    expect(body(two)).toEqual(body(none));
  });

  it("answers a valid request before rejecting the malformed one after it", async () => {
    const first = await wire(`${request("/api/v1/me", { close: false })}nonsense\r\n\r\n`);
    expect(first.status).toBe(200);
    expectProblem(replyOf(first.rest), 400, "not an HTTP/1.1 request");
  });

  it("returns 408 for slow headers", async () => {
    expectProblem(await wire("GET /api/v1/me HTTP/1.1\r\nHost:"), 408, "took too long");
  });
});

describe("request targets", () => {
  it.each([() => `http://${host()}`, () => `HTTP://localhost:${new URL(url()).port}`])(
    "are accepted in absolute form for this server",
    async (origin) => {
      expect((await wire(request(`${origin()}/api/v1/me`))).status).toBe(200);
      expect((await wire(request(`${origin()}/sign-in`))).headers.get("content-type")).toContain("text/html");
    },
  );

  it.each([
    "http://169.254.169.254/api/v1/me",
    "http://169.254.169.254/sign-in",
    "ftp://127.0.0.1/api/v1/me",
    "/%61pi/v1/me",
    "/api\\v1\\me",
    "/\\evil.example",
    "/v1",
    "/V1/me",
    "/docs/nothing.rsc",
  ])("%s returns a 404 problem, not HTML or a redirect", async (target) => {
    expectProblem(await wire(request(target)), 404, "");
  });

  it("ignore an unknown Expect header", async () => {
    expect((await wire(request("/api/v1/me", { extra: ["Expect: 200-ok"] }))).status).toBe(200);
  });
});
