import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashLinkToken } from "@/lib/auth/link-token";
import { sessionCookieName } from "@/lib/auth/session";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { identities, organizations, passwordResets, sessions, users } from "@/lib/db/tables/people";
import { personWithPassword } from "../fixtures/account";
import { send } from "../fixtures/api";
import { type IdentityProvider, startIdentityProvider, type TestClaims } from "../fixtures/oidc";
import { createTestOrganization } from "../fixtures/organization";
import { startTestServer, type TestServer } from "../fixtures/servers";
import { Visitor } from "../fixtures/visitor";

let provider: IdentityProvider;
let server: TestServer;
let serial = 0;

beforeAll(async () => {
  provider = await startIdentityProvider();
  // If a mail server is configured, links aren't shown to admins. No emails are sent, because the worker is off.
  server = await startTestServer("server", { ...provider.settings, SMTP_URL: "smtp://127.0.0.1:1" });
  provider.serve(server.url);
});

afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

const isCallback = (url: URL) => url.pathname === "/api/auth/callback/oidc";
const db = () => database().db;

/**
 * Signs in on the provider's page.
 * @returns the URL to which the provider redirects the browser.
 */
async function signInThere(visitor: Visitor, subject: string): Promise<URL> {
  const start = await visitor.postToAuth(server.url, "signin/oidc", { callbackUrl: "/account" });
  const login = await visitor.follow(start.href, (url) => url.pathname.startsWith("/interaction/"));
  const reply = await visitor.fetch(login.href, { subject });
  return visitor.follow(new URL(reply.headers.get("location") ?? "", login).href, isCallback);
}

/**
 * Signs in through the provider.
 * @returns the URL where the sign-in ends: the requested page, or the sign-in page with a reason.
 */
async function signIn(subject: string, claims: TestClaims, visitor = new Visitor()): Promise<URL> {
  provider.describe(subject, claims);
  const back = await signInThere(visitor, subject);
  return visitor.follow(back.href, ({ pathname }) => ["/account", "/sign-in"].includes(pathname));
}

const sessionOf = (visitor: Visitor) => visitor.cookies.get(sessionCookieName());
const headersOf = (visitor: Visitor, slug: string) => ({
  Cookie: `${sessionCookieName()}=${sessionOf(visitor)}`,
  "Sightline-Organization": slug,
});

async function peopleWith(email: string) {
  return db()
    .select({ id: users.id, name: users.name, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
}

const linkedTo = (userId: string) => db().select().from(identities).where(eq(identities.userId, userId));

describe("signing in through an identity provider", () => {
  let subject: string;
  let email: string;

  beforeEach(() => {
    serial += 1;
    subject = `subject-${serial}-${newId()}`;
    email = `oidc-${newId()}@example.test`;
  });

  it("creates an account without password or organization, recognizes its identity later and replaces the session", async () => {
    const visitor = new Visitor();
    expect((await signIn(subject, { email, email_verified: true, name: "Ada Provider" }, visitor)).pathname).toBe(
      "/account",
    );
    expect(sessionOf(visitor)).toBeTruthy();
    const [person] = await peopleWith(email);
    expect(person).toMatchObject({ name: "Ada Provider", passwordHash: null });
    expect(await linkedTo(person?.id ?? "")).toMatchObject([{ issuer: provider.issuer, subject }]);
    const stranger = await createTestOrganization();
    expect(await send(server.url, "/organization", { headers: headersOf(visitor, stranger.slug) })).toMatchObject({
      status: 403,
    });

    const before = headersOf(visitor, stranger.slug);
    const moved = { email: `moved-${email}`, email_verified: false };
    expect((await signIn(subject, moved, visitor)).pathname).toBe("/account");
    expect(await send(server.url, "/account", { headers: before })).toMatchObject({ status: 401 });
    expect(await peopleWith(`moved-${email}`)).toEqual([]);
    const rows = await db()
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, person?.id ?? ""));
    expect(rows).toHaveLength(2);
  });

  it("creates one account for concurrent first sign-ins", async () => {
    const claims = { email, email_verified: true };
    const ends = await Promise.all([1, 2, 3, 4].map(() => signIn(subject, claims)));
    expect(ends.map(({ pathname }) => pathname)).toEqual(["/account", "/account", "/account", "/account"]);
    const [person, ...others] = await peopleWith(email);
    expect(others).toEqual([]);
    expect(await linkedTo(person?.id ?? "")).toHaveLength(1);
  });

  it.each<[string, Partial<TestClaims>]>([
    ["says that it is not", { email_verified: false }],
    ["says nothing of it", {}],
    ["says so in a text", { email_verified: "true" as unknown as boolean }],
  ])("does not open an existing account (email verified: provider %s)", async (_, claims) => {
    const organization = await createTestOrganization();
    const owner = await organization.person("admin");
    const visitor = new Visitor();
    const end = await signIn(subject, { ...claims, email: owner.email.toUpperCase() }, visitor);
    expect([end.pathname, end.searchParams.get("error")]).toEqual(["/sign-in", "EmailNotVerified"]);
    expect(sessionOf(visitor)).toBeUndefined();
    expect(await linkedTo(owner.id)).toEqual([]);
  });

  it("signs in to the existing account of a verified email, with its organizations and roles", async () => {
    const organization = await createTestOrganization();
    const owner = await organization.person("viewer");
    const visitor = new Visitor();
    const end = await signIn(subject, { email: owner.email.toUpperCase(), email_verified: true }, visitor);
    expect(end.pathname).toBe("/account");
    const me = await send(server.url, "/me", { headers: headersOf(visitor, organization.slug) });
    expect(me.json).toMatchObject({ credential: { role: "viewer", name: owner.name } });
    expect(await linkedTo(owner.id)).toMatchObject([{ subject }]);
  });

  it("rejects a second identity for a linked account, even with a verified email", async () => {
    expect((await signIn(subject, { email, email_verified: true })).pathname).toBe("/account");
    const end = await signIn(`${subject}-other`, { email, email_verified: true });
    expect([end.pathname, end.searchParams.get("error")]).toEqual(["/sign-in", "EmailTaken"]);
  });

  it("removes the password and sessions of an account whose email was never verified", async () => {
    const organization = await createTestOrganization();
    const squatter = await personWithPassword(organization);
    expect((await signIn(subject, { email: squatter.email, email_verified: true })).pathname).toBe("/account");
    expect(await send(server.url, "/organization", { headers: squatter.headers })).toMatchObject({ status: 401 });
    expect(await peopleWith(squatter.email)).toMatchObject([{ passwordHash: null }]);
  });

  it("keeps the password and sessions of an account whose email was verified before", async () => {
    const organization = await createTestOrganization();
    const owner = await personWithPassword(organization);
    await db().update(users).set({ emailProvedAt: sql`now()` }).where(eq(users.id, owner.id));
    expect((await signIn(subject, { email: owner.email, email_verified: true })).pathname).toBe("/account");
    expect(await send(server.url, "/organization", { headers: owner.headers })).toMatchObject({ status: 200 });
    expect((await peopleWith(owner.email))[0]?.passwordHash).not.toBeNull();
  });

  it("unlinks an identity with an unverified email when the password is reset by email", async () => {
    await signIn(subject, { email });
    const [person] = await peopleWith(email);
    const token = newId();
    const hash = hashLinkToken(token);
    const expiresAt = sql`now() + interval '1 hour'`;
    await db()
      .insert(passwordResets)
      .values({ hash, userId: person?.id ?? "", expiresAt });
    const body = { token, password: "correct horse battery" };
    const call = { method: "POST", headers: { Origin: server.url }, body };
    expect(await send(server.url, "/account/password-reset/confirm", call)).toMatchObject({ status: 204 });
    expect(await linkedTo(person?.id ?? "")).toEqual([]);
    expect((await signIn(subject, { email })).searchParams.get("error")).toBe("EmailNotVerified");
    expect((await signIn(subject, { email, email_verified: true })).pathname).toBe("/account");
    expect((await peopleWith(email))[0]?.passwordHash).not.toBeNull();
  });

  it("still requires two-factor setup for organizations that require it", async () => {
    const organization = await createTestOrganization();
    const owner = await organization.person("admin");
    await db().update(organizations).set({ requireTwoFactor: true }).where(eq(organizations.id, organization.id));
    const visitor = new Visitor();
    await signIn(subject, { email: owner.email, email_verified: true }, visitor);
    const reply = await send(server.url, "/organization", { headers: headersOf(visitor, organization.slug) });
    expect(reply.json).toMatchObject({ status: 403, code: "two_factor_required" });
  });

  it("rejects a sign-in without an email", async () => {
    const end = await signIn(subject, { name: "Stranger" });
    expect([end.pathname, end.searchParams.get("error")]).toEqual(["/sign-in", "EmailMissing"]);
  });

  it("accepts an unverified email that is not in use", async () => {
    expect((await signIn(subject, { email })).pathname).toBe("/account");
    expect(await peopleWith(email)).toMatchObject([{ name: email.split("@")[0] }]);
  });
});

describe("a tampered sign-in through an identity provider", () => {
  /**
   * Signs a new person in at the provider. Returns the visitor and the redirect URL, before the visitor follows it
   * to the portal.
   */
  async function almost() {
    const subject = `tampered-${newId()}`;
    const email = `tampered-${newId()}@example.test`;
    provider.describe(subject, { email, email_verified: true });
    const visitor = new Visitor();
    return { visitor, email, subject, back: await signInThere(visitor, subject) };
  }

  async function expectRefused(visitor: Visitor, email: string, back: URL) {
    const end = await visitor.follow(back.href, ({ pathname }) => pathname === "/sign-in");
    expect(end.pathname).toBe("/sign-in");
    expect(end.searchParams.get("error")).toMatch(/^(?:OAuth)?Callback$/);
    expect(sessionOf(visitor)).toBeUndefined();
    expect(await peopleWith(email)).toEqual([]);
  }

  const withParameter = (url: URL, name: string, value: string) => {
    const changed = new URL(url);
    changed.searchParams.set(name, value);
    return changed;
  };

  it.each(["state", "code", "iss"])("is rejected when its %s is changed", async (name) => {
    const { visitor, email, back } = await almost();
    await expectRefused(visitor, email, withParameter(back, name, "https://evil.example"));
  });

  it("is rejected without its state", async () => {
    const { visitor, email, back } = await almost();
    back.searchParams.delete("state");
    await expectRefused(visitor, email, back);
  });

  it("is rejected in a browser that did not start it", async () => {
    const { email, back } = await almost();
    await expectRefused(new Visitor(), email, back);
  });

  it.each(["sightline.state", "sightline.nonce", "sightline.pkce"])(
    "is rejected with the cookie %s of another attempt",
    async (name) => {
      const { visitor, email, back } = await almost();
      const other = await almost();
      visitor.cookies.set(name, other.visitor.cookies.get(name) ?? "");
      await expectRefused(visitor, email, back);
    },
  );

  it.each(["sightline.state", "sightline.nonce", "sightline.pkce"])(
    "is rejected with a modified cookie %s",
    async (name) => {
      const { visitor, email, back } = await almost();
      visitor.cookies.set(name, `${visitor.cookies.get(name)?.slice(0, -4)}AAAA`);
      await expectRefused(visitor, email, back);
    },
  );

  it("is rejected when its callback URL is reused in another browser", async () => {
    const { visitor, subject, back } = await almost();
    expect((await visitor.follow(back.href, ({ pathname }) => pathname === "/account")).pathname).toBe("/account");
    const again = new Visitor();
    const end = await again.follow(back.href, ({ pathname }) => pathname === "/sign-in");
    expect([end.pathname, sessionOf(again)]).toEqual(["/sign-in", undefined]);
    const [identity] = await db()
      .select()
      .from(identities)
      .where(and(eq(identities.issuer, provider.issuer), eq(identities.subject, subject)));
    const opened = await db()
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, identity?.userId ?? ""));
    expect(opened).toHaveLength(1);
  });

  it("cannot start from another site or redirect to one", async () => {
    const visitor = new Visitor();
    expect((await visitor.fetch(`${server.url}/api/auth/signin/oidc`)).status).toBe(405);
    const forged = { csrfToken: "0".repeat(64), json: "true" };
    const begun = await visitor.fetch(`${server.url}/api/auth/signin/oidc`, forged);
    expect(((await begun.json()) as { url: string }).url).toMatch(/\/signin\?csrf=true$/);
    const subject = `redirect-${newId()}`;
    provider.describe(subject, { email: `${subject}@example.test` });
    const start = await visitor.postToAuth(server.url, "signin/oidc", { callbackUrl: "https://evil.example/" });
    const login = await visitor.follow(start.href, (url) => url.pathname.startsWith("/interaction/"));
    const reply = await visitor.fetch(login.href, { subject });
    const end = await visitor.follow(
      new URL(reply.headers.get("location") ?? "", login).href,
      ({ origin }) => origin === "https://evil.example",
    );
    expect(end.origin).toBe(server.url);
  });

  it("keeps the client secret out of URLs and uses PKCE, state and nonce", async () => {
    const { visitor, back } = await almost();
    const start = await visitor.postToAuth(server.url, "signin/oidc", {});
    for (const url of [start, back])
      expect(url.href).not.toContain(encodeURIComponent(provider.settings.OIDC_CLIENT_SECRET).slice(0, 12));
    expect(start.searchParams.get("code_challenge_method")).toBe("S256");
    expect(start.searchParams.get("state")).toHaveLength(43);
    expect(start.searchParams.get("nonce")).toHaveLength(43);
  });
});
