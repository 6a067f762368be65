import { verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { callerFor } from "@/e2e/fixtures/organization";
import type { Context } from "@/lib/auth/context";
import { signIn } from "@/lib/auth/password";
import { database } from "@/lib/db/client";
import { mintId, newId } from "@/lib/db/ids";
import { memberships, organizations, users } from "@/lib/db/tables/people";
import { auditEntries } from "@/lib/db/tables/records";
import type { PersonContext, PublicContext } from "@/lib/http/handle";
import type { ApiRequest } from "@/lib/http/reply";
import { MAX_OWN_ORGANIZATIONS } from "@/lib/limits";
import { getOrganization } from "./reads";
import { organizationUpdate, signUp as signUpSchema } from "./schema";
import { createOrganization, signUp, slugOf, updateOrganization } from "./writes";

const visitor = (): PublicContext => ({
  db: database().db,
  requestId: mintId("request"),
  ip: `visitor-${newId()}`,
  userAgent: "vitest",
});

function requestFrom(origin: string | null): ApiRequest {
  const headers = new Headers({ host: "localhost:3000", ...(origin && { origin }) });
  return { method: "POST", url: "/api/v1/sign-up", headers, read: async () => {} };
}

const ownPage = requestFrom("http://localhost:3000");
const newcomer = (changes: Partial<Parameters<typeof signUp>[2]> = {}) => ({
  name: "Noor Newcomer",
  email: `${newId()}@example.com`,
  password: "correct horse",
  organization_name: `Harbour ${newId()}`,
  ...changes,
});

async function adminOf(slug: string, email: string): Promise<Context> {
  const [person] = await database().db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return { ...visitor(), ...(await callerFor(person?.id ?? "", slug)) };
}

async function signedUpAdmin(): Promise<Context> {
  const input = newcomer();
  const { organization } = await signUp(visitor(), ownPage, input);
  return adminOf(organization.slug, input.email);
}

const audit = (ctx: Context) =>
  database()
    .db.select({ action: auditEntries.action, before: auditEntries.before, after: auditEntries.after })
    .from(auditEntries)
    .where(eq(auditEntries.organizationId, ctx.organizationId))
    .orderBy(auditEntries.id);

describe("signing up", () => {
  it("makes a person who can sign in, with an organization of their own whose API access is off", async () => {
    const input = newcomer({ organization_name: `Nørd & Söhne ${newId()}` });
    const { organization } = await signUp(visitor(), ownPage, input);
    expect(organization.name).toBe(input.organization_name);
    expect(organization.slug).toMatch(/^nord-sohne-[0-9a-f-]+$/);
    const ctx = await adminOf(organization.slug, input.email);
    expect(ctx).toMatchObject({ role: "admin", organization: { apiAccess: false } });
    expect(await signIn({ email: input.email, password: input.password }, "192.0.2.1")).toMatchObject({
      person: { name: "Noor Newcomer" },
    });
    expect(await audit(ctx)).toMatchObject([{ action: "organization.created", after: { slug: organization.slug } }]);
  });

  it("refuses an e-mail that is known, in whatever case, also when both come at once", async () => {
    const input = newcomer();
    const shouted = { ...input, email: input.email.toUpperCase() };
    const tries = await Promise.allSettled([input, shouted, input].map((i) => signUp(visitor(), ownPage, i)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const attempt of tries) {
      if (attempt.status === "rejected") {
        expect(attempt.reason).toMatchObject({ code: "conflict", errors: [{ pointer: "/email" }] });
      }
    }
    const { db } = database();
    const made = await db
      .select({ slug: organizations.slug })
      .from(organizations)
      .where(eq(organizations.name, input.organization_name));
    expect(made).toHaveLength(1);
  });

  it("gives organizations of the same name addresses of their own", async () => {
    const name = `Twin ${newId().slice(-12)}`;
    const slugs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { organization } = await signUp(visitor(), ownPage, newcomer({ organization_name: name }));
        return organization.slug;
      }),
    );
    expect(new Set(slugs).size).toBe(8);
    expect(slugs.every((slug) => slug.startsWith(slugOf(name)))).toBe(true);
  });

  it("never gives an organization the address of a page of the product", async () => {
    for (const name of ["API", "Sign in", "docs", "Account", "  invite! ", "Admin"]) {
      const { organization } = await signUp(visitor(), ownPage, newcomer({ organization_name: name }));
      expect(organization.slug).toMatch(/-[0-9a-f]+$/);
    }
  });

  it("is refused unless a page of this site asks, and nothing is stored", async () => {
    for (const origin of ["https://evil.example", "null", null]) {
      const input = newcomer();
      await expect(signUp(visitor(), requestFrom(origin), input)).rejects.toMatchObject({ code: "forbidden" });
      const found = await database().db.select({ id: users.id }).from(users).where(eq(users.email, input.email));
      expect(found).toEqual([]);
    }
  });

  it("takes so many from one address in a minute and no more", async () => {
    const same = visitor();
    const known = newcomer();
    await signUp(same, ownPage, known);
    const tries = await Promise.allSettled(Array.from({ length: 60 }, () => signUp(same, ownPage, known)));
    const codes = tries.map((attempt) => (attempt.status === "rejected" ? attempt.reason.code : null));
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(1);
  });

  it("takes passwords of 8 to 1,000 characters and compares every one of them", async () => {
    const sent = (password: string) => signUpSchema.safeParse(newcomer({ password })).success;
    expect([sent("1234567"), sent("12345678"), sent("x".repeat(1_000)), sent("x".repeat(1_001))]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const input = newcomer({ password: ` ${"long ".repeat(30)}end` });
    await signUp(visitor(), ownPage, input);
    const [user] = await database()
      .db.select({ hash: users.passwordHash })
      .from(users)
      .where(eq(users.email, input.email));
    expect(await verify(user?.hash ?? "", input.password)).toBe(true);
    expect(await verify(user?.hash ?? "", input.password.trim())).toBe(false);
    expect(await verify(user?.hash ?? "", input.password.slice(0, 72))).toBe(false);
  });

  it("refuses what is no single e-mail address", () => {
    for (const email of ["a@x.com,b@y.com", '"e@evil"@x', "a＠x.com", "a b@x.com", "a@x"]) {
      expect(signUpSchema.safeParse(newcomer({ email })).success).toBe(false);
    }
  });
});

describe("making another organization", () => {
  const personOf = ({ actor }: Context): PersonContext => ({
    ...visitor(),
    person: { id: actor.id, name: actor.name, email: "any@example.com", sessionId: newId(), hasTwoFactor: false },
  });

  it("makes its maker the admin, changes nothing in the first one, and is audited in the new one", async () => {
    const ctx = await signedUpAdmin();
    const before = await getOrganization(ctx);
    const made = await createOrganization(personOf(ctx), { name: "Second Ørg" });
    expect(made).toMatchObject({ name: "Second Ørg", api_access: false, require_two_factor: false });
    expect(made.slug).toMatch(/^second-org/);
    const second = { ...visitor(), ...(await callerFor(ctx.actor.id, made.slug)) };
    expect(second.role).toBe("admin");
    expect(await audit(second)).toEqual([
      { action: "organization.created", before: null, after: { name: "Second Ørg", slug: made.slug } },
    ]);
    expect(await getOrganization(ctx)).toEqual(before);
    expect(await audit(ctx)).toHaveLength(1);
  });

  it(`stops at ${MAX_OWN_ORGANIZATIONS} for one person, also when many are made at once`, async () => {
    const person = personOf(await signedUpAdmin());
    const tries = await Promise.allSettled(
      Array.from({ length: MAX_OWN_ORGANIZATIONS + 2 }, () => createOrganization(person, { name: `Many ${newId()}` })),
    );
    const codes = tries.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason.code] : []));
    expect(codes).toEqual(["limit_reached", "limit_reached", "limit_reached"]);
  });

  it("and an invitation exclude each other when signing up, and one of them is needed", () => {
    const { organization_name: _, ...person } = newcomer();
    const faults = (input: object) => signUpSchema.safeParse(input).error?.issues.map(({ path }) => path.join("/"));
    expect(faults(person)).toEqual(["organization_name"]);
    expect(faults({ ...newcomer(), invitation: "x" })).toEqual(["organization_name"]);
    expect(faults({ ...person, invitation: "x" })).toBeUndefined();
  });
});

describe("changing the organization", () => {
  it("turns API access on and off, and audits each turn once", async () => {
    const ctx = await signedUpAdmin();
    expect(await updateOrganization(ctx, { api_access: true })).toMatchObject({ api_access: true });
    await updateOrganization(ctx, { api_access: true });
    expect(await updateOrganization(ctx, { api_access: false, name: "Renamed" })).toMatchObject({
      api_access: false,
      name: "Renamed",
    });
    expect((await audit(ctx)).slice(1).map(({ action }) => action)).toEqual([
      "api_access.enabled",
      "organization.updated",
      "api_access.disabled",
    ]);
  });

  it("keeps alerts as many days as an admin says, 30 to 3,650, and audits what was before", async () => {
    const ctx = await signedUpAdmin();
    expect(await getOrganization(ctx)).toMatchObject({ alert_retention_days: 365 });
    expect(await updateOrganization(ctx, { alert_retention_days: 30 })).toMatchObject({ alert_retention_days: 30 });
    await updateOrganization(ctx, { alert_retention_days: 30 });
    expect((await audit(ctx)).slice(1)).toEqual([
      {
        action: "organization.updated",
        before: { alert_retention_days: 365 },
        after: { alert_retention_days: 30 },
      },
    ]);
    const takes = (days: unknown) => organizationUpdate.safeParse({ alert_retention_days: days }).success;
    expect([29, 30, 3_650, 3_651, 30.5, "90", null].map(takes)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("requires two-factor sign-in once the admin has it, and audits each turn once", async () => {
    const ctx = await signedUpAdmin();
    const required = { require_two_factor: true };
    await expect(updateOrganization(ctx, required)).rejects.toMatchObject({ code: "conflict" });
    expect(await getOrganization(ctx)).toMatchObject({ require_two_factor: false });
    await database().db.update(users).set({ totpEnabledAt: new Date() }).where(eq(users.id, ctx.actor.id));
    expect(await updateOrganization(ctx, required)).toMatchObject(required);
    await updateOrganization(ctx, required);
    expect(await updateOrganization(ctx, { require_two_factor: false })).toMatchObject({ require_two_factor: false });
    expect((await audit(ctx)).slice(1)).toEqual([
      { action: "two_factor.required", before: { require_two_factor: false }, after: required },
      { action: "two_factor.not_required", before: required, after: { require_two_factor: false } },
    ]);
  });

  it("leaves every other organization as it was", async () => {
    const [ctx, other] = [await signedUpAdmin(), await signedUpAdmin()];
    const before = await getOrganization(other);
    await updateOrganization(ctx, { name: "Mine", api_access: true });
    expect(await getOrganization(other)).toEqual(before);
    const { db } = database();
    const members = await db
      .select({ id: memberships.userId })
      .from(memberships)
      .where(eq(memberships.organizationId, ctx.organizationId));
    expect(members).toHaveLength(1);
  });
});
