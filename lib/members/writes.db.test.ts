import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contextOf, createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { database } from "@/lib/db/client";
import { encodeId, mintId } from "@/lib/db/ids";
import { apiKeys } from "@/lib/db/tables/keys";
import { memberships, users } from "@/lib/db/tables/people";
import { auditEntries } from "@/lib/db/tables/records";
import { changeMember, endMembership, endOwnMembership } from "./writes";

const idOf = (person: { id: string }) => encodeId("user", person.id);

const rolesOf = async (organization: TestOrganization) => {
  const rows = await database()
    .db.select({ role: memberships.role })
    .from(memberships)
    .where(eq(memberships.organizationId, organization.id));
  return rows.map(({ role }) => role).sort();
};

const audit = (organization: TestOrganization) =>
  database()
    .db.select({
      action: auditEntries.action,
      actorId: auditEntries.actorId,
      targetId: auditEntries.targetId,
      targetName: auditEntries.targetName,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .where(eq(auditEntries.organizationId, organization.id))
    .orderBy(auditEntries.id);

async function team() {
  const organization = await createTestOrganization();
  const [admin, support] = [await organization.person("admin"), await organization.person("support")];
  return { organization, admin, support, ctx: await contextOf(admin, organization) };
}

describe("a member's role", () => {
  it("changes, is returned as stored, and is audited with its previous value", async () => {
    const { organization, admin, support, ctx } = await team();
    expect(await changeMember(ctx, idOf(support), { role: "viewer" })).toMatchObject({
      id: idOf(support),
      role: "viewer",
      two_factor: false,
    });
    expect(await audit(organization)).toEqual([
      {
        action: "member.role_changed",
        actorId: admin.id,
        targetId: idOf(support),
        targetName: support.name,
        before: { role: "support" },
        after: { role: "viewer" },
      },
    ]);
  });

  it("is not audited when it stays the same, even for the last admin", async () => {
    const { organization, admin, ctx } = await team();
    expect(await changeMember(ctx, idOf(admin), { role: "admin" })).toMatchObject({ role: "admin" });
    expect(await audit(organization)).toEqual([]);
  });

  it("cannot be changed for a user who is not a member", async () => {
    const { ctx } = await team();
    const stranger = await (await createTestOrganization()).person("viewer");
    for (const id of [idOf(stranger), mintId("user"), mintId("camera"), "user_nonsense"]) {
      await expect(changeMember(ctx, id, { role: "viewer" })).rejects.toMatchObject({ code: "not_found" });
      await expect(endMembership(ctx, id)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("the last admin", () => {
  it("cannot be demoted or removed, and cannot leave", async () => {
    const { organization, admin, ctx } = await team();
    const lastAdmin = { code: "last_admin" };
    await expect(changeMember(ctx, idOf(admin), { role: "support" })).rejects.toMatchObject(lastAdmin);
    await expect(endMembership(ctx, idOf(admin))).rejects.toMatchObject(lastAdmin);
    await expect(endOwnMembership(ctx)).rejects.toMatchObject(lastAdmin);
    expect(await rolesOf(organization)).toEqual(["admin", "support"]);
    expect(await audit(organization)).toEqual([]);
  });

  it("remains when all admins demote, remove or leave concurrently", async () => {
    for (let round = 0; round < 4; round += 1) {
      const organization = await createTestOrganization();
      const admins = await Promise.all(Array.from({ length: 5 }, () => organization.person("admin")));
      const contexts = await Promise.all(admins.map((admin) => contextOf(admin, organization)));
      const tries = await Promise.allSettled(
        contexts.flatMap((ctx, index) => {
          const next = admins[(index + 1) % admins.length] ?? admins[0];
          if (!next) return [];
          return [
            changeMember(ctx, idOf(next), { role: "viewer" }),
            endMembership(ctx, idOf(next)),
            endOwnMembership(ctx),
          ];
        }),
      );
      const codes = tries.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason.code] : []));
      expect(new Set(codes)).toContain("last_admin");
      expect(codes.filter((code) => !["last_admin", "forbidden", "not_found"].includes(code))).toEqual([]);
      expect((await rolesOf(organization)).filter((role) => role === "admin")).toHaveLength(1);
    }
  });

  it("remains when two admins demote each other concurrently", async () => {
    const organization = await createTestOrganization();
    const [one, two] = [await organization.person("admin"), await organization.person("admin")];
    const [first, second] = [await contextOf(one, organization), await contextOf(two, organization)];
    const tries = await Promise.allSettled([
      changeMember(first, idOf(two), { role: "support" }),
      changeMember(second, idOf(one), { role: "support" }),
    ]);
    const refusals = tries.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason.code] : []));
    expect(refusals).toEqual(["last_admin"]);
    expect(await rolesOf(organization)).toEqual(["admin", "support"]);
  });
});

describe("an admin demoted while their request waits", () => {
  it("cannot change or remove members", async () => {
    const { organization, support, ctx } = await team();
    const other = await contextOf(await organization.person("admin"), organization);
    await changeMember(other, idOf({ id: ctx.actor.id }), { role: "viewer" });
    await expect(changeMember(ctx, idOf(support), { role: "admin" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(endMembership(ctx, idOf(support))).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("leaving and being removed", () => {
  it("ends only the membership, keeps the account and keys, and is audited", async () => {
    const { organization, support, ctx } = await team();
    const viewer = await organization.person("viewer");
    await organization.key();
    await endMembership(ctx, idOf(support));
    await endOwnMembership(await contextOf(viewer, organization));
    expect(await rolesOf(organization)).toEqual(["admin"]);
    const { db } = database();
    expect(await db.select({ id: users.id }).from(users).where(eq(users.id, support.id))).toHaveLength(1);
    const keys = eq(apiKeys.organizationId, organization.id);
    expect(await db.select({ id: apiKeys.id }).from(apiKeys).where(keys)).toHaveLength(1);
    expect(await audit(organization)).toMatchObject([
      { action: "member.removed", actorId: ctx.actor.id, before: { role: "support", email: support.email } },
      { action: "member.left", actorId: viewer.id, targetId: idOf(viewer), before: { role: "viewer" } },
    ]);
  });

  it("succeeds once for concurrent requests", async () => {
    const { organization, support, ctx } = await team();
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => endMembership(ctx, idOf(support))));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await audit(organization)).toHaveLength(1);
  });
});
