import { request } from "node:http";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authSecret, sessionCookieName } from "@/lib/auth/session";
import { newId } from "@/lib/db/ids";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";
import { startTestServer, type TestServer } from "../fixtures/servers";
import { Visitor } from "../fixtures/visitor";

const url = servers[0].url;
const PASSWORD = "correct horse battery";

/** Parses one `Set-Cookie` header (RFC 6265 §4.1). The names of its attributes are converted to lower case. */
function attributesOf(line: string) {
  const [pair = "", ...rest] = line.split(";").map((part) => part.trim());
  const attributes = Object.fromEntries(rest.map((part) => part.toLowerCase().split("=", 2)));
  return { name: pair.slice(0, pair.indexOf("=")), value: pair.slice(pair.indexOf("=") + 1), attributes };
}

async function signUp(server: string, origin = server): Promise<string> {
  const email = `cookie-${newId()}@example.test`;
  const body = { name: "Cookie", email, password: PASSWORD, organization_name: "Cookies" };
  const reply = await send(server, "/sign-up", { method: "POST", headers: { Origin: origin }, body });
  expect(reply.status).toBe(201);
  return email;
}

async function signInCookies(server: string, email: string) {
  const csrf = await fetch(`${server}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const first = csrf.headers.getSetCookie();
  const reply = await fetch(`${server}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: first.map((line) => line.split(";")[0]).join("; ") },
    body: new URLSearchParams({ csrfToken, email, password: PASSWORD, json: "true" }),
  });
  return [...first, ...reply.headers.getSetCookie()].map(attributesOf);
}

describe("sign-in cookies", () => {
  it("are HttpOnly, SameSite=Lax and not Secure over HTTP", async () => {
    const cookies = await signInCookies(url(), await signUp(url()));
    expect(cookies.map(({ name }) => name)).toContain("sightline.session");
    for (const { name, attributes } of cookies) {
      expect({ name, ...attributes }).toMatchObject({ path: "/", samesite: "lax" });
      expect(attributes).toHaveProperty("httponly");
      expect(attributes).not.toHaveProperty("domain");
      expect(attributes).not.toHaveProperty("secure");
    }
  });

  describe("over HTTPS", () => {
    let server: TestServer;
    const site = "https://sightline.example";

    beforeAll(async () => {
      server = await startTestServer("server", { BASE_URL: site });
    });
    afterAll(() => server?.stop());

    it("are also Secure and bound to the host by the __Host- prefix", async () => {
      const cookies = await signInCookies(server.url, await signUp(server.url, site));
      expect(cookies.map(({ name }) => name)).toContain("__Host-sightline.session");
      for (const { name, attributes } of cookies) {
        expect({ name, ...attributes }).toMatchObject({
          name: expect.stringMatching(/^__Host-/),
          path: "/",
          samesite: "lax",
        });
        expect(attributes).toHaveProperty("httponly");
        expect(attributes).toHaveProperty("secure");
        expect(attributes).not.toHaveProperty("domain");
      }
    });

    it("are rejected under their HTTP name", async () => {
      const cookies = await signInCookies(server.url, await signUp(server.url, site));
      const { value } = cookies.find(({ name }) => name === "__Host-sightline.session") ?? { value: "" };
      const under = (name: string) => send(server.url, "/account", { headers: { Cookie: `${name}=${value}` } });
      expect(await under("sightline.session")).toMatchObject({ status: 401 });
      expect(await under("__Host-sightline.session")).toMatchObject({ status: 200 });
    });
  });
});

describe("a session cookie", () => {
  let organization: TestOrganization;
  let person: TestPerson;
  let cookie: string;

  beforeAll(async () => {
    organization = await createTestOrganization();
    person = await organization.person("admin");
    cookie = person.headers.Cookie?.slice(sessionCookieName().length + 1) ?? "";
  });

  const withCookie = (value: string) =>
    send(url(), "/organization", { headers: { ...person.headers, Cookie: `${sessionCookieName()}=${value}` } });

  it("is rejected by every server after sign-out, even when copied before", async () => {
    const visitor = new Visitor();
    const email = await signUp(url());
    await visitor.postToAuth(url(), "callback/credentials", { email, password: PASSWORD });
    const copy = { Cookie: `${sessionCookieName()}=${visitor.cookies.get(sessionCookieName())}` };
    const statuses = () => Promise.all(servers.map((server) => send(server.url(), "/account", { headers: copy })));
    expect((await statuses()).map(({ status }) => status)).toEqual([200, 200]);
    await visitor.postToAuth(url(), "signout", {});
    expect(visitor.cookies.has(sessionCookieName())).toBe(false);
    expect((await statuses()).map(({ status }) => status)).toEqual([401, 401]);
  });

  it.each(["of the same person", "of someone else"])("is invalidated when replaced by a sign-in %s", async (whose) => {
    const visitor = new Visitor();
    const email = await signUp(url());
    const next = whose === "of the same person" ? email : await signUp(url());
    await visitor.postToAuth(url(), "callback/credentials", { email, password: PASSWORD });
    const before = visitor.cookies.get(sessionCookieName());
    const account = (value: string | undefined, server = url()) =>
      send(server, "/account", { headers: { Cookie: `${sessionCookieName()}=${value}` } });

    await visitor.postToAuth(url(), "callback/credentials", { email: next, password: "not the password" });
    expect(await account(before)).toMatchObject({ status: 200 });
    await visitor.postToAuth(url(), "callback/credentials", { email: next, password: PASSWORD });
    for (const server of servers) expect(await account(before, server.url())).toMatchObject({ status: 401 });
    expect(await account(visitor.cookies.get(sessionCookieName()))).toMatchObject({
      status: 200,
      json: { email: next },
    });
  });

  it("stays valid on another device when the person signs in again", async () => {
    const email = await signUp(url());
    const [desk, phone] = [new Visitor(), new Visitor()];
    for (const visitor of [desk, phone]) {
      await visitor.postToAuth(url(), "callback/credentials", { email, password: PASSWORD });
    }
    const headers = { Cookie: `${sessionCookieName()}=${desk.cookies.get(sessionCookieName())}` };
    expect(await send(url(), "/account", { headers })).toMatchObject({ status: 200 });
  });

  it("is rejected when any part is changed", async () => {
    expect((await withCookie(cookie)).status).toBe(200);
    const parts = cookie.split(".");
    const changed = parts.flatMap((part, index) => {
      const middle = Math.floor(part.length / 2);
      const other = part ? part.slice(0, middle) + (part[middle] === "A" ? "B" : "A") + part.slice(middle + 1) : "AAAA";
      return [parts.with(index, other), parts.with(index, "")].map((list) => list.join("."));
    });
    for (const value of [
      ...changed.filter((one) => one !== cookie),
      cookie.slice(0, -1),
      `${cookie}A`,
      "",
      ".",
      "null",
    ]) {
      const { status, json } = await withCookie(value);
      expect({ value, status, code: (json as { code: string }).code }).toEqual({
        value,
        status: 401,
        code: "unauthenticated",
      });
    }
  });

  it("is rejected when unsigned, signed with another secret, or without a session of the person", async () => {
    const claims = { sub: person.id, session: newId() };
    const unsigned = [{ alg: "none" }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    const stranger = await organization.person("viewer");
    const theirs = await encode({ token: { ...claims, sub: stranger.id }, secret: authSecret() });
    for (const value of [
      await encode({ token: claims, secret: authSecret() }),
      await encode({ token: { sub: person.id }, secret: authSecret() }),
      await encode({ token: claims, secret: "another secret, 0123456789 0123456789" }),
      await encode({ token: claims, secret: authSecret(), salt: "sightline.state" }),
      theirs,
      `${unsigned}.`,
    ]) {
      expect((await withCookie(value)).status).toBe(401);
    }
  });

  it.each([
    [5_000, 401],
    [20_000, 431],
  ])("is rejected at %i bytes with %i", async (length, status) => {
    const { hostname, port } = new URL(url());
    const headers = {
      Cookie: `${sessionCookieName()}=${"a".repeat(length)}`,
      "Sightline-Organization": organization.slug,
    };
    const got = await new Promise<number | undefined>((resolve, reject) => {
      const call = request({ hostname, port, path: "/api/v1/organization", headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      call.on("error", reject);
      call.end();
    });
    expect(got).toBe(status);
  });
});

describe("a server with wrong session settings", { timeout: 90_000 }, () => {
  it("rejects a cookie signed with another secret and still responds", async () => {
    const server = await startTestServer("server", { AUTH_SECRET: "not the secret of the others, 0123456789" });
    try {
      const organization = await createTestOrganization();
      const { headers } = await organization.person("admin");
      expect(await send(server.url, "/organization", { headers })).toMatchObject({ status: 401 });
      const page = await fetch(`${server.url}/${organization.slug}/settings/api-keys`, { headers, redirect: "manual" });
      expect([page.status, page.headers.get("location")]).toEqual([
        307,
        expect.stringMatching(/^\/sign-in\?callback=/),
      ]);
    } finally {
      await server.stop();
    }
  });

  it.each([
    ["no AUTH_SECRET", { AUTH_SECRET: "" }],
    ["a short AUTH_SECRET", { AUTH_SECRET: "short" }],
    ["half of an identity provider", { OIDC_ISSUER: "https://id.example" }],
    ["an identity provider that is no URL", { OIDC_ISSUER: "id", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" }],
  ])("does not start with %s", async (_, settings) => {
    await expect(startTestServer("server", settings as Record<string, string>)).rejects.toThrow(/did not start/);
  });

  it("returns 503 and hides protected pages while the database is unreachable", async () => {
    const server = await startTestServer("next", { DATABASE_URL: "postgres://stranger@127.0.0.1:1/nowhere" });
    try {
      const organization = await createTestOrganization();
      const { headers } = await organization.person("admin");
      expect(await send(server.url, "/organization", { headers })).toMatchObject({ status: 503 });
      const page = await fetch(`${server.url}/${organization.slug}`, { headers, redirect: "manual" });
      expect(page.status).toBeGreaterThanOrEqual(300);
      expect(await page.text()).not.toContain(`Test ${organization.slug}`);
    } finally {
      await server.stop();
    }
  });
});
