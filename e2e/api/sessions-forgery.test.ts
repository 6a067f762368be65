import { afterAll, describe, expect, it } from "vitest";
import { catalog } from "@/lib/api/catalog";
import type { ErrorCode } from "@/lib/errors";
import type { Operation } from "@/lib/http/operation";
import { type ApiReply, send, servers } from "../fixtures/api";
import { digestData } from "../fixtures/data-digest";
import { type Example, examplePath, operationExample } from "../fixtures/examples";
import { createTestOrganization, type TestPerson } from "../fixtures/organization";
import { expectedError } from "../fixtures/sentences";

const [{ url }, { url: otherUrl }] = servers;

/** Operations that use a session to change data. Operations without a session can't be misused by another site. */
const mutations = catalog.filter(({ method, access }) => method !== "GET" && access !== "public");
const named = (operations: readonly Operation[]) => operations.map((operation) => [operation.id, operation] as const);

/** The headers of a forged request, by the kind of page that sends it. `own` is this site's origin. */
const forgeries: Record<string, (own: string) => Record<string, string>> = {
  "another site's page": () => ({ Origin: "https://evil.example" }),
  "a page without an origin": () => ({ Origin: "null" }),
  "no page that is known": () => ({}),
  "another scheme": (own) => ({ Origin: own.replace("http:", "https:").replace(/:\d+$/, "") }),
  "another port of this host": (own) => ({ Origin: own.replace(/:\d+$/, ":1") }),
  "a host that begins as ours": (own) => ({ Origin: `${own}.evil.example` }),
  "a page of this site, as a subresource of another": (own) => ({ Origin: own, "Sec-Fetch-Site": "cross-site" }),
};

let checks = 0;
afterAll(() => console.log(`forgery: ${mutations.length} mutations, ${checks} forged requests`));

async function sceneOf(operation: Operation) {
  const organization = await createTestOrganization();
  const example = await operationExample(operation, organization, url());
  const owner: TestPerson = await organization.person("admin");
  return { organization, example, owner, headers: example.headers ?? owner.headers };
}

function call(operation: Operation, example: Example, headers: Record<string, string>, body: unknown = example.body) {
  checks += 1;
  return send(url(), examplePath(operation, example), { method: operation.method, headers, body });
}

function expectRefusal(operation: Operation, reply: ApiReply, code: ErrorCode): void {
  const { status, body } = expectedError(operation, code);
  expect({ status: reply.status, body: reply.json }).toMatchObject({ status, body });
}

describe.each(Object.entries(forgeries))("a session request from %s", (_, headersFor) => {
  it.each(named(mutations))("is rejected and changes nothing: %s", async (__, operation) => {
    const { organization, example, owner, headers } = await sceneOf(operation);
    const before = await digestData(organization.id, owner.id);
    const reply = await call(operation, example, { ...headers, ...headersFor(url()) });
    expectRefusal(operation, reply, "forbidden");
    expect(await digestData(organization.id, owner.id)).toEqual(before);
  });
});

describe("a cross-site form", () => {
  it.each(named(mutations.filter(({ body }) => body !== undefined)))(
    "is rejected for its content type and changes nothing, even with this site's origin: %s",
    async (_, operation) => {
      const { organization, example, owner, headers } = await sceneOf(operation);
      const before = await digestData(organization.id, owner.id);
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
        const own = { ...headers, Origin: url(), "Content-Type": type };
        const reply = await call(operation, example, own, JSON.stringify(example.body));
        expectRefusal(operation, reply, "unsupported_media_type");
      }
      expect(await digestData(organization.id, owner.id)).toEqual(before);
    },
  );

  it("cannot read or change data by GET, HEAD or a method override", async () => {
    const { organization, owner } = await sceneOf(mutations[0] as Operation);
    const before = await digestData(organization.id, owner.id);
    const cross = { ...owner.headers, Origin: "https://evil.example", "X-HTTP-Method-Override": "POST" };
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await fetch(`${url()}/api/v1/keys`, { method, headers: cross });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
    expect((await send(url(), "/keys?_method=POST", { headers: cross })).status).toBe(422);
    expect(await digestData(organization.id, owner.id)).toEqual(before);
  });

  it("does not get CORS headers from a preflight", async () => {
    const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
    for (const server of [url(), otherUrl()]) {
      const reply = await send(server, "/keys", { method: "OPTIONS", headers });
      expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });
});

describe("sign-in endpoints", () => {
  it.each(["signout", "callback/credentials"])("reject %s without a valid CSRF token", async (path) => {
    const organization = await createTestOrganization();
    const { headers } = await organization.person("admin");
    const form = new URLSearchParams({
      email: "a@b.example",
      password: "x",
      json: "true",
      csrfToken: "0".repeat(64),
    });
    const reply = await fetch(`${url()}/api/auth/${path}`, {
      method: "POST",
      headers,
      body: form,
      redirect: "manual",
    });
    const { url: answer = "" } = (await reply.json().catch(() => ({}))) as { url?: string };
    expect(new URL(reply.headers.get("location") ?? answer, url()).pathname).toMatch(/sign-?in|signout/);
    expect(reply.headers.getSetCookie().some((cookie) => /session=;/.test(cookie))).toBe(false);
    expect(await send(url(), "/organization", { headers })).toMatchObject({ status: 200 });
  });
});
