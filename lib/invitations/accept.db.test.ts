import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { contextOf, createTestOrganization, type TestOrganization, type TestPerson } from "@/e2e/fixtures/organization";
import { startPasswordReset } from "@/lib/account/password-reset";
import { registerAccount } from "@/lib/account/sign-up";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { decodeId, encodeId, mintId, newId } from "@/lib/db/ids";
import { invitations, memberships, passwordResets, users } from "@/lib/db/tables/people";
import { auditEntries } from "@/lib/db/tables/records";
import type { PersonContext } from "@/lib/http/context";
import { INVITATION_D } from "@/lib/limits";
import { redeemInvitation } from "./accept";
import type { InvitationSent } from "./schema";
import { addInvitation, renewInvitation, withdrawInvitation } from "./writes";

const { db } = database();
const visitor = () => ({ db, requestId: mintId("request"), ip: `visitor-${newId()}`, userAgent: "test" });
const tokenOf = ({ url }: InvitationSent) => url?.split("/").at(-1) ?? "";
const signedIn = ({ id, name, email }: TestPerson): PersonContext => ({
  ...visitor(),
  person: { id, name, email, sessionId: newId(), hasTwoFactor: false },
});
const newcomer = (email: string, invitation: string) => ({
  name: "Noor",
  email,
  password: "correct horse",
  invitation,
});

let organization: TestOrganization;
let ctx: Context;
let invited: TestPerson;

beforeEach(async () => {
  organization = await createTestOrganization();
  ctx = await contextOf(await organization.person("admin"), organization);
  invited = await (await createTestOrganization()).person("viewer");
});

const roleOf = async (userId: string) => {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organization.id), eq(memberships.userId, userId)));
  return row?.role ?? null;
};

describe("accepting an invitation", () => {
  it("invalidates pending password reset links", async () => {
    await startPasswordReset(visitor(), invited.email);
    const links = () => db.select().from(passwordResets).where(eq(passwordResets.userId, invited.id));
    expect(await links()).toHaveLength(1);
    await redeemInvitation(
      signedIn(invited),
      tokenOf(await addInvitation(ctx, { email: invited.email, role: "viewer" })),
    );
    expect(await links()).toEqual([]);
  });

  it("creates a membership with the stored role and audits it", async () => {
    const sent = await addInvitation(ctx, { email: invited.email.toUpperCase(), role: "support" });
    const joined = await redeemInvitation(signedIn(invited), tokenOf(sent));
    expect(joined).toEqual({ organization: { slug: organization.slug, name: ctx.organization.name }, role: "support" });
    expect(await roleOf(invited.id)).toBe("support");
    const [entry] = await db
      .select({ actorId: auditEntries.actorId, targetId: auditEntries.targetId, after: auditEntries.after })
      .from(auditEntries)
      .where(and(eq(auditEntries.organizationId, organization.id), eq(auditEntries.action, "member.joined")));
    expect(entry).toEqual({
      actorId: invited.id,
      targetId: encodeId("user", invited.id),
      after: { email: invited.email, role: "support", invitation: sent.invitation.id, invited_by: ctx.actor.name },
    });
  });

  it("succeeds once among concurrent attempts", async () => {
    const token = tokenOf(await addInvitation(ctx, { email: invited.email, role: "viewer" }));
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => redeemInvitation(signedIn(invited), token)));
    const codes = tries.map((attempt) => (attempt.status === "rejected" ? attempt.reason.code : "ok"));
    expect(codes.toSorted()).toEqual(["gone", "gone", "gone", "gone", "gone", "ok"]);
  });

  it("is rejected for another email, and the invitation stays open", async () => {
    const token = tokenOf(await addInvitation(ctx, { email: invited.email, role: "admin" }));
    const other = await (await createTestOrganization()).person("admin");
    await expect(redeemInvitation(signedIn(other), token)).rejects.toMatchObject({ code: "gone" });
    expect(await roleOf(other.id)).toBeNull();
    expect(await redeemInvitation(signedIn(invited), token)).toMatchObject({ role: "admin" });
  });

  it("is rejected once the invitation was used, replaced, revoked or expired", async () => {
    // Invitations expire after a week, so a person who is away for some days can still accept one.
    expect(INVITATION_D).toBe(7);
    const person = signedIn(invited);
    const invite = () => addInvitation(ctx, { email: invited.email, role: "viewer" });
    const first = await invite();
    await renewInvitation(ctx, first.invitation.id);
    const second = await invite();
    await withdrawInvitation(ctx, second.invitation.id);
    const third = await invite();
    const uuid = decodeId("invitation", third.invitation.id) ?? "";
    await db
      .update(invitations)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(invitations.id, uuid));
    for (const token of [tokenOf(first), tokenOf(second), tokenOf(third), "nothing"]) {
      await expect(redeemInvitation(person, token)).rejects.toMatchObject({ code: "gone" });
    }
    expect(await roleOf(invited.id)).toBeNull();
    const fourth = await renewInvitation(ctx, third.invitation.id);
    await redeemInvitation(person, tokenOf(fourth));
    await expect(redeemInvitation(person, tokenOf(fourth))).rejects.toMatchObject({ code: "gone" });
    await expect(withdrawInvitation(ctx, third.invitation.id)).rejects.toMatchObject({ code: "conflict" });
    await expect(renewInvitation(ctx, third.invitation.id)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("signing up through an invitation", () => {
  const someEmail = () => `newcomer-${newId()}@example.test`;

  it("creates a user and a membership, but not a separate organization", async () => {
    const email = someEmail();
    const sent = await addInvitation(ctx, { email, role: "support" });
    const signedUp = await registerAccount(visitor(), newcomer(email, tokenOf(sent)));
    expect(signedUp).toEqual({ organization: { slug: organization.slug, name: ctx.organization.name } });
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
    const mine = await db
      .select()
      .from(memberships)
      .where(eq(memberships.userId, user?.id ?? ""));
    expect(mine).toMatchObject([{ organizationId: organization.id, role: "support" }]);
  });

  it("succeeds once among concurrent attempts and creates a single account", async () => {
    const email = someEmail();
    const token = tokenOf(await addInvitation(ctx, { email, role: "viewer" }));
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => registerAccount(visitor(), newcomer(email, token))));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const attempt of tries) {
      if (attempt.status === "rejected") expect(["conflict", "gone"]).toContain(attempt.reason.code);
    }
    expect(await db.select({ id: users.id }).from(users).where(eq(users.email, email))).toHaveLength(1);
  });

  it("is rejected for another email or a revoked link, without creating an account", async () => {
    const [email, other] = [someEmail(), someEmail()];
    const sent = await addInvitation(ctx, { email, role: "viewer" });
    const mismatch = registerAccount(visitor(), newcomer(other, tokenOf(sent)));
    await expect(mismatch).rejects.toMatchObject({ code: "gone" });
    await withdrawInvitation(ctx, sent.invitation.id);
    await expect(registerAccount(visitor(), newcomer(email, tokenOf(sent)))).rejects.toMatchObject({
      code: "gone",
    });
    const made = [email, other].map((each) => db.select({ id: users.id }).from(users).where(eq(users.email, each)));
    expect(await Promise.all(made)).toEqual([[], []]);
  });
});
