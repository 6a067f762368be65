import { describe, expect, it } from "vitest";
import { servers } from "../fixtures/api";
import { Visitor } from "../fixtures/visitor";

const FORGED = encodeURIComponent('x\n{"level":30,"msg":"forged"}\n\u001b[31m');
const JSON_BODY = { "Content-Type": "application/json" };

/** Requests to which next-auth alone would reply with 500 or throw an exception. */
const malformed: [what: string, path: string, request: RequestInit][] = [
  ["an error with line breaks and escapes", `error?error=${FORGED}`, {}],
  ["an error that no header can carry", "error?error=%E2%82%AC", {}],
  ["a JSON body that ends early", "callback/credentials", { method: "POST", headers: JSON_BODY, body: '{"a":' }],
  ["a JSON body that is a list", "callback/credentials", { method: "POST", headers: JSON_BODY, body: "[]" }],
  ["a JSON body with numbers", "signout", { method: "POST", headers: JSON_BODY, body: '{"callbackUrl":5}' }],
  ["a return address that is none", "csrf?callbackUrl=%5Cx", {}],
  ["a return address with another scheme", "signin?callbackUrl=javascript:alert(1)", {}],
];

async function problemOf(reply: Response) {
  const text = await reply.text();
  return { status: reply.status, type: reply.headers.get("content-type"), code: text && JSON.parse(text).code };
}

const refused = { status: 400, type: "application/problem+json", code: "invalid_request" };

describe.each(servers)("sign-in requests on $name", ({ url }) => {
  it.each(malformed)("get a 400 problem for %s", async (_, path, request) => {
    const reply = await fetch(`${url()}/api/auth/${path}`, { redirect: "manual", ...request });
    expect(await problemOf(reply)).toEqual(refused);
  });

  it.each(["\\evil.example", "http://localhost:34200.evil.example/", "http://"])(
    "get a 400 problem for the callback URL %s, even with a CSRF token",
    async (callbackUrl) => {
      const visitor = new Visitor();
      const { csrfToken } = (await (await visitor.fetch(`${url()}/api/auth/csrf`)).json()) as { csrfToken: string };
      const form = { csrfToken, callbackUrl, email: "a@b.example", password: "x", json: "true" };
      expect(await problemOf(await visitor.fetch(`${url()}/api/auth/callback/credentials`, form))).toEqual(refused);
    },
  );

  it.each([
    ["//evil.example/", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example/account", "/"],
    ["/account?x=1", "/account?x=1"],
  ])("resolve the callback URL %s to %s on this site", async (callbackUrl, expected) => {
    const visitor = new Visitor();
    const end = await visitor.postToAuth(url(), "signout", { callbackUrl });
    expect(end.href).toBe(new URL(expected, url()).href);
  });

  it.each(["%5Cx", "%", "%E2%82%AC", "http%3A%2F%2F%5B", "javascript%3Aalert(1)"])(
    "succeed with the planted callback cookie %s and replace it",
    async (planted) => {
      const reply = await fetch(`${url()}/api/auth/csrf`, { headers: { Cookie: `sightline.callback=${planted}` } });
      expect(reply.status).toBe(200);
      expect(await reply.json()).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(reply.headers.getSetCookie().join("\n")).toContain(`sightline.callback=${encodeURIComponent(url())}`);
    },
  );

  it.each(["sightline.session.\u00e9=1", "sightline.session.0=x; sightline.session.1=y", "sightline.csrf=%"])(
    "sign out with the planted cookie %s",
    async (planted) => {
      const visitor = new Visitor();
      const { csrfToken } = (await (await visitor.fetch(`${url()}/api/auth/csrf`)).json()) as { csrfToken: string };
      const Cookie = [...visitor.cookies, planted.split("=")].map((pair) => pair.join("=")).join("; ");
      const body = new URLSearchParams({ csrfToken, json: "true" });
      const headers = { Cookie: Buffer.from(Cookie).toString("latin1") };
      const reply = await fetch(`${url()}/api/auth/signout`, { method: "POST", headers, body });
      expect(reply.status).toBe(200);
    },
  );

  it("redirect known error codes to the sign-in page", async () => {
    for (const [code, page] of [
      ["CredentialsSignin", "/api/auth/signin?error=CredentialsSignin"],
      ["TooManyAttempts%3A30", "/sign-in?error=TooManyAttempts:30"],
    ]) {
      const reply = await fetch(`${url()}/api/auth/error?error=${code}`, { redirect: "manual" });
      expect(reply.status).toBe(302);
      expect(reply.headers.get("location")?.replace(url(), "")).toBe(page);
    }
  });

  it("reject a form larger than 64 KB", async () => {
    const body = new URLSearchParams({ email: "a".repeat(70_000) });
    const reply = await fetch(`${url()}/api/auth/callback/credentials`, { method: "POST", body });
    expect((await problemOf(reply)).status).toBe(413);
  });
});
