import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { send, servers } from "../fixtures/api";
import { createTestOrganization } from "../fixtures/organization";

interface Bytes {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request and returns the reply with its body as sent. `fetch` would decompress the body. */
function bytesOf(address: string, headers: Record<string, string> = {}, method = "GET"): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(address, { method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    request.on("error", reject).end();
  });
}

const decode = ({ headers, body }: Bytes): string => {
  const coding = headers["content-encoding"];
  return (coding === "br" ? brotliDecompressSync(body) : coding === "gzip" ? gunzipSync(body) : body).toString();
};

let headers: Record<string, string>;
let camera: string;
let alert: string;

beforeAll(async () => {
  const organization = await createTestOrganization();
  headers = await organization.bearer();
  camera = (await organization.camera()).externalId;
  const rows = Array.from({ length: 100 }, (_, i) => ({
    camera_id: camera,
    use_case: "intrusion",
    title: `Gate ${i}`,
  }));
  const { json } = await send(servers[0].url(), "/alerts/batch", { method: "POST", headers, body: { alerts: rows } });
  alert = (json as { results: { alert: { id: string } }[] }).results[0]?.alert.id ?? "";
});

describe("compression by server.ts", () => {
  const url = servers[0].url;
  const get = (path: string, accepted: string, method?: string) =>
    bytesOf(`${url()}/api/v1${path}`, { ...headers, "Accept-Encoding": accepted }, method);

  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0.5, gzip", "gzip"],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["identity, gzip;q=0.5", undefined],
    ["gzip;q=0, br;q=0.0", undefined],
    ["deflate", undefined],
    ["", undefined],
    [",".repeat(12_000), undefined],
  ])("responds to Accept-Encoding %j with %j and identical content", async (accepted, coding) => {
    const plain = await get("/alerts?limit=50", "identity");
    const reply = await get("/alerts?limit=50", accepted);
    expect(reply.headers["content-encoding"]).toBe(coding);
    expect(decode(reply)).toBe(plain.body.toString());
    expect(reply.headers.vary).toBe("Authorization, Cookie, Accept-Encoding");
    expect(Number(reply.headers["content-length"])).toBe(reply.body.length);
    if (coding) expect(reply.body.length).toBeLessThan(plain.body.length / 4);
  });

  it.each(["csv", "ndjson"])("compresses a streamed %s export", async (format) => {
    const plain = await get(`/alerts/export?format=${format}`, "identity");
    const reply = await get(`/alerts/export?format=${format}`, "gzip");
    expect(reply.headers["content-encoding"]).toBe("gzip");
    expect(decode(reply)).toBe(plain.body.toString());
    expect(reply.body.length).toBeLessThan(plain.body.length / 4);
  });

  it("compresses batch responses but not other POST responses", async () => {
    const post = (path: string, body: unknown) =>
      fetch(`${url()}/api/v1${path}`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json", "Accept-Encoding": "gzip" },
        body: JSON.stringify(body),
      });
    const row = { camera_id: camera, use_case: "intrusion", description: "x".repeat(4_000) };
    expect((await post("/alerts/batch", { alerts: [row] })).headers.get("content-encoding")).toBe("gzip");
    expect((await post("/alerts", row)).headers.get("content-encoding")).toBeNull();
  });

  it("does not compress small responses, event streams or responses with a strong ETag", async () => {
    for (const path of ["/alerts?limit=1&q=nothing", `/alerts/${alert}`]) {
      expect((await get(path, "gzip, br")).headers["content-encoding"]).toBeUndefined();
    }
    const leaving = new AbortController();
    const stream = await fetch(`${url()}/api/v1/events/stream`, { headers, signal: leaving.signal });
    expect(stream.headers.get("content-encoding")).toBeNull();
    leaving.abort();
  });

  it.each(["/alerts?limit=50", "/openapi.json", `/alerts/export`])(
    "answers HEAD %s with the headers of GET",
    async (path) => {
      const [full, head] = [await get(path, "gzip"), await get(path, "gzip", "HEAD")];
      expect(head.body.length).toBe(0);
      for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary"])
        expect({ [name]: head.headers[name] }).toEqual({ [name]: full.headers[name] });
    },
  );
});

describe.each(servers)("HTTP semantics of $name", ({ url }) => {
  const read = (path: string, more: Record<string, string> = {}) =>
    send(url(), path, { headers: { ...headers, ...more } });
  const patch = (body: unknown, more: Record<string, string>) =>
    send(url(), `/alerts/${alert}`, { method: "PATCH", body, headers: { ...headers, ...more } });

  it("returns 304 without a body when the caller has the current version", async () => {
    const tag = (await read(`/alerts/${alert}`)).headers.get("etag") ?? "";
    for (const known of [tag, `W/${tag}`, `"0", ${tag}`, "*"]) {
      const reply = await read(`/alerts/${alert}`, { "If-None-Match": known });
      expect({ known, status: reply.status, text: reply.text }).toEqual({ known, status: 304, text: "" });
      expect(reply.headers.get("etag")).toBe(tag);
    }
    expect((await read(`/alerts/${alert}`, { "If-None-Match": '"0", "999"' })).status).toBe(200);
  });

  it("updates an alert when If-Match lists its version, using strong comparison", async () => {
    const tag = (await read(`/alerts/${alert}`)).headers.get("etag") ?? "";
    expect((await patch({ severity: "low" }, { "If-Match": `W/${tag}` })).status).toBe(412);
    expect((await patch({ severity: "low" }, { "If-Match": `"0", ${tag}, "999"` })).status).toBe(200);
    expect((await patch({ severity: "high" }, { "If-Match": `"0", "999"` })).status).toBe(412);
  });

  it("makes the OpenAPI document publicly cacheable and returns 304 when unchanged", async () => {
    for (const root of ["/api/v1", ""]) {
      const first = await fetch(`${url()}${root}/openapi.json`);
      expect(first.headers.get("cache-control")).toMatch(/^public, max-age=\d+/);
      expect(await first.json()).toHaveProperty("openapi");
      const again = await fetch(`${url()}${root}/openapi.json`, {
        headers: { "If-None-Match": first.headers.get("etag") ?? "" },
      });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
  });

  it.each([
    ["text/html, */*;q=0.1", 200],
    ["application/json;q=0", 406],
    ["application/json;q=0, application/*", 200],
    ["*/*;q=0", 406],
    ["text/html;q=1, application/problem+json", 200],
  ])("answers Accept %s with %i", async (accept, status) => {
    expect((await read("/use-cases", { Accept: accept })).status).toBe(status);
  });

  it.each([
    ["application/json;", 200],
    ["application/json ; charset=UTF-8", 200],
    ["application/merge-patch+json", 200],
    ["application/json-patch+json", 415],
  ])("answers a PATCH of type %s with %i", async (type, status) => {
    const reply = await patch({ severity: "medium" }, { "Content-Type": type });
    expect(reply.status).toBe(status);
    if (status === 415) expect(reply.headers.get("accept-patch")).toContain("application/merge-patch+json");
  });

  it("rejects a merge patch of an object field, and lists Accept-Patch types on OPTIONS", async () => {
    const reply = await patch({ metadata: { zone: "a" } }, { "Content-Type": "application/merge-patch+json" });
    expect(reply.json).toMatchObject({ status: 422, errors: [{ pointer: "/metadata", code: "not_mergeable" }] });
    const options = await send(url(), `/alerts/${alert}`, { method: "OPTIONS" });
    expect(options.headers.get("accept-patch")).toBe("application/json, application/merge-patch+json");
    expect((await send(url(), "/alerts", { method: "OPTIONS" })).headers.get("accept-patch")).toBeNull();
  });

  it.each(["GET", "POST", "DELETE"])("answers %s /v1/… with a 404 that names the /api/v1 address", async (method) => {
    const reply = await fetch(`${url()}/v1/alerts?limit=1`, { method, redirect: "manual" });
    expect(await reply.json()).toMatchObject({
      status: 404,
      detail: expect.stringMatching(/^API paths start with \/api\. Use http.*\/api\/v1\/alerts\.$/),
    });
  });

  it("serves robots.txt, and returns 404 for security.txt without a contact", async () => {
    const robots = await fetch(`${url()}/robots.txt`);
    expect(robots.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await robots.text()).toBe("User-agent: *\nAllow: /$\nAllow: /docs\nAllow: /_next/static/\nDisallow: /\n");
    expect((await fetch(`${url()}/.well-known/security.txt`)).status).toBe(404);
  });
});
