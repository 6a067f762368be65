import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { callerFor } from "@/e2e/fixtures/organization";
import { adminContext, anonymousContext, readAudit, signUpInput } from "@/e2e/fixtures/sign-up";
import { registerAccount } from "@/lib/account/sign-up";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { memberships, users } from "@/lib/db/tables/people";
import type { PersonContext } from "@/lib/http/context";
import { MAX_OWN_ORGANIZATIONS } from "@/lib/limits";
import { readOrganization } from "./reads";
import { organizationUpdateSchema } from "./schema";
import { addOrganization, changeOrganization, slugOf } from "./writes";

async function signedUpAdmin(): Promise<Context> {
  const input = signUpInput();
  const { organization } = await registerAccount(anonymousContext(), input);
  return adminContext(organization?.slug ?? "", input.email);
}

describe("the slug of a new organization", () => {
  it("is unique among organizations with the same name", async () => {
    const name = `Twin ${newId().slice(-12)}`;
    const slugs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { organization } = await registerAccount(anonymousContext(), signUpInput({ organization_name: name }));
        return organization?.slug ?? "";
      }),
    );
    expect(new Set(slugs).size).toBe(8);
    expect(slugs.every((slug) => slug.startsWith(slugOf(name)))).toBe(true);
  });

  it("is never the path of a product page", async () => {
    for (const name of ["API", "Sign in", "docs", "Account", "  invite! ", "Admin"]) {
      const { organization } = await registerAccount(anonymousContext(), signUpInput({ organization_name: name }));
      expect(organization?.slug).toMatch(/-[0-9a-f]+$/);
    }
  });
});

describe("creating another organization", () => {
  const personOf = ({ actor }: Context): PersonContext => ({
    ...anonymousContext(),
    person: { id: actor.id, name: actor.name, email: "any@example.com", sessionId: newId(), hasTwoFactor: false },
  });

  it("makes the creator its admin, audits it, and leaves the first organization unchanged", async () => {
    const ctx = await signedUpAdmin();
    const before = await readOrganization(ctx);
    const made = await addOrganization(personOf(ctx), { name: "Second Ørg" });
    expect(made).toMatchObject({ name: "Second Ørg", api_access: false, require_two_factor: false });
    expect(made.slug).toMatch(/^second-org/);
    const second = { ...anonymousContext(), ...(await callerFor(ctx.actor.id, made.slug)) };
    expect(second.role).toBe("admin");
    expect(await readAudit(second)).toEqual([
      { action: "organization.created", before: null, after: { name: "Second Ørg", slug: made.slug } },
    ]);
    expect(await readOrganization(ctx)).toEqual(before);
    expect(await readAudit(ctx)).toHaveLength(1);
  });

  it(`stops at ${MAX_OWN_ORGANIZATIONS} per person, even concurrently`, async () => {
    const person = personOf(await signedUpAdmin());
    const tries = await Promise.allSettled(
      Array.from({ length: MAX_OWN_ORGANIZATIONS + 2 }, () => addOrganization(person, { name: `Many ${newId()}` })),
    );
    const codes = tries.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason.code] : []));
    expect(codes).toEqual(["limit_reached", "limit_reached", "limit_reached"]);
  });
});

describe("changing an organization", () => {
  it("turns API access on and off and audits each change once", async () => {
    const ctx = await signedUpAdmin();
    expect(await changeOrganization(ctx, { api_access: true })).toMatchObject({ api_access: true });
    await changeOrganization(ctx, { api_access: true });
    expect(await changeOrganization(ctx, { api_access: false, name: "Renamed" })).toMatchObject({
      api_access: false,
      name: "Renamed",
    });
    expect((await readAudit(ctx)).slice(1).map(({ action }) => action)).toEqual([
      "api_access.enabled",
      "organization.updated",
      "api_access.disabled",
    ]);
  });

  it("accepts 30 to 3,650 days of alert retention and audits the change", async () => {
    const ctx = await signedUpAdmin();
    expect(await readOrganization(ctx)).toMatchObject({ alert_retention_days: 365 });
    expect(await changeOrganization(ctx, { alert_retention_days: 30 })).toMatchObject({ alert_retention_days: 30 });
    await changeOrganization(ctx, { alert_retention_days: 30 });
    expect((await readAudit(ctx)).slice(1)).toEqual([
      {
        action: "organization.updated",
        before: { alert_retention_days: 365 },
        after: { alert_retention_days: 30 },
      },
    ]);
    const takes = (days: unknown) => organizationUpdateSchema.safeParse({ alert_retention_days: days }).success;
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

  it("rejects mandatory two-factor until the admin has it, and audits each change", async () => {
    const ctx = await signedUpAdmin();
    const required = { require_two_factor: true };
    await expect(changeOrganization(ctx, required)).rejects.toMatchObject({ code: "conflict" });
    expect(await readOrganization(ctx)).toMatchObject({ require_two_factor: false });
    await database().db.update(users).set({ totpEnabledAt: new Date() }).where(eq(users.id, ctx.actor.id));
    expect(await changeOrganization(ctx, required)).toMatchObject(required);
    await changeOrganization(ctx, required);
    expect(await changeOrganization(ctx, { require_two_factor: false })).toMatchObject({ require_two_factor: false });
    expect((await readAudit(ctx)).slice(1)).toEqual([
      { action: "two_factor.required", before: { require_two_factor: false }, after: required },
      { action: "two_factor.not_required", before: required, after: { require_two_factor: false } },
    ]);
  });

  it("leaves other organizations unchanged", async () => {
    const [ctx, other] = [await signedUpAdmin(), await signedUpAdmin()];
    const before = await readOrganization(other);
    await changeOrganization(ctx, { name: "Mine", api_access: true });
    expect(await readOrganization(other)).toEqual(before);
    const { db } = database();
    const members = await db
      .select({ id: memberships.userId })
      .from(memberships)
      .where(eq(memberships.organizationId, ctx.organizationId));
    expect(members).toHaveLength(1);
  });
});
