import { verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { adminContext, anonymousContext, readAudit, signUpInput, signUpRequest } from "@/e2e/fixtures/sign-up";
import { signIn } from "@/lib/auth/password";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { organizations, users } from "@/lib/db/tables/people";
import { pipelineFor } from "@/lib/http/pipeline";
import { signUp } from "./operations";
import { signUpSchema } from "./schema";
import { registerAccount } from "./sign-up";

describe("signing up", () => {
  it("creates a user who can sign in, and an organization with API access off", async () => {
    const input = signUpInput({ organization_name: `Nørd & Söhne ${newId()}` });
    const { organization } = await registerAccount(anonymousContext(), input);
    expect(organization?.name).toBe(input.organization_name);
    expect(organization?.slug).toMatch(/^nord-sohne-[0-9a-f-]+$/);
    const ctx = await adminContext(organization?.slug ?? "", input.email);
    expect(ctx).toMatchObject({ role: "admin", organization: { apiAccess: false } });
    expect(await signIn({ email: input.email, password: input.password }, "192.0.2.1")).toMatchObject({
      person: { name: "Noor Newcomer" },
    });
    expect(await readAudit(ctx)).toMatchObject([
      { action: "organization.created", after: { slug: organization?.slug } },
    ]);
  });

  it("rejects an email already in use, in any case, even concurrently", async () => {
    const input = signUpInput();
    const shouted = { ...input, email: input.email.toUpperCase() };
    const tries = await Promise.allSettled([input, shouted, input].map((i) => registerAccount(anonymousContext(), i)));
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

  it("rejects requests from other origins and stores nothing", async () => {
    for (const origin of ["https://evil.example", "null", null]) {
      const input = signUpInput();
      const { status, body } = await pipelineFor(signUp)(signUpRequest(origin, input), {});
      expect([status, JSON.parse(String(body)).code]).toEqual([403, "forbidden"]);
      const found = await database().db.select({ id: users.id }).from(users).where(eq(users.email, input.email));
      expect(found).toEqual([]);
    }
  });

  it("limits attempts per minute from one address", async () => {
    const same = anonymousContext();
    const known = signUpInput();
    await registerAccount(same, known);
    const tries = await Promise.allSettled(Array.from({ length: 60 }, () => registerAccount(same, known)));
    const codes = tries.map((attempt) => (attempt.status === "rejected" ? attempt.reason.code : null));
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(1);
  });

  it("accepts passwords of 8 to 1,000 characters and compares every character", async () => {
    const sent = (password: string) => signUpSchema.safeParse(signUpInput({ password })).success;
    expect([7, 8, 64, 1_000, 1_001].map((length) => sent("x".repeat(length)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    // Four and eight characters, each of which has two UTF-16 code units.
    expect(["😀", "😀😀"].map((text) => sent(text.repeat(4)))).toEqual([false, true]);
    const input = signUpInput({ password: ` ${"long ".repeat(30)}end` });
    await registerAccount(anonymousContext(), input);
    const [user] = await database()
      .db.select({ hash: users.passwordHash })
      .from(users)
      .where(eq(users.email, input.email));
    expect(await verify(user?.hash ?? "", input.password)).toBe(true);
    expect(await verify(user?.hash ?? "", input.password.trim())).toBe(false);
    expect(await verify(user?.hash ?? "", input.password.slice(0, 72))).toBe(false);
  });

  it("rejects anything but a single email address", () => {
    for (const email of ["a@x.com,b@y.com", '"e@evil"@x', "a＠x.com", "a b@x.com", "a@x"]) {
      expect(signUpSchema.safeParse(signUpInput({ email })).success).toBe(false);
    }
  });

  it("requires either an organization name or an invitation, not both", () => {
    const { organization_name: _, ...person } = signUpInput();
    const faults = (input: object) => signUpSchema.safeParse(input).error?.issues.map(({ path }) => path.join("/"));
    expect(faults(person)).toEqual(["organization_name"]);
    expect(faults({ ...signUpInput(), invitation: "x" })).toEqual(["organization_name"]);
    expect(faults({ ...person, invitation: "x" })).toBeUndefined();
  });
});
