import { and, eq, or } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { memberships, users } from "@/lib/db/tables/people";
import { notFound } from "@/lib/http/failures";
import { parseId } from "@/lib/http/request/parse";
import { lockOrganization } from "@/lib/organizations/lock";
import { lastAdmin, noLongerAdmin, noLongerMember } from "./failures";
import { getMember } from "./reads";
import type { Member, MemberUpdate } from "./schema";

/**
 * Changes a member's role. Roles are read on every request, so the change takes effect with the next one.
 * @throws Failure `not_found`, `last_admin`, or `forbidden` if the actor is no longer an admin.
 */
export async function changeMember(ctx: Context, id: string, { role }: MemberUpdate): Promise<Member> {
  return ctx.db.transaction(async (tx) => {
    const { member, isLastAdmin, isActorAdmin } = await lockMember(tx, ctx, parseId("user", id));
    if (member.role !== role) {
      if (isLastAdmin) throw lastAdmin();
      if (!isActorAdmin) throw noLongerAdmin();
      await tx.update(memberships).set({ role }).where(membershipOf(ctx, member.id));
      await recordAudit(tx, ctx, {
        action: "member.role_changed",
        targetId: id,
        targetName: member.name,
        before: { role: member.role },
        after: { role },
      });
    }
    return getMember({ ...ctx, db: tx }, member.id);
  });
}

/**
 * Removes a member, with effect from the next request. The person's account is kept, and so are the API keys they
 * created, which belong to the organization.
 * @throws Failure `not_found`, `last_admin`, or `forbidden` if the actor is no longer an admin.
 */
export async function endMembership(ctx: Context, id: string): Promise<void> {
  await deleteMembership(ctx, parseId("user", id));
}

/**
 * Removes the actor from the organization.
 * @throws Failure `last_admin` if they are its only admin.
 */
export async function endOwnMembership(ctx: Context): Promise<void> {
  await deleteMembership(ctx, ctx.actor.id);
}

async function deleteMembership(ctx: Context, userId: string): Promise<void> {
  const isLeaving = userId === ctx.actor.id;
  await ctx.db.transaction(async (tx) => {
    const { member, isLastAdmin, isActorAdmin } = await lockMember(tx, ctx, userId);
    if (isLastAdmin) throw lastAdmin();
    if (!isLeaving && !isActorAdmin) throw noLongerAdmin();
    await tx.delete(memberships).where(membershipOf(ctx, userId));
    await recordAudit(tx, ctx, {
      action: isLeaving ? "member.left" : "member.removed",
      targetId: encodeId("user", userId),
      targetName: member.name,
      before: { email: member.email, role: member.role },
    });
  });
}

/**
 * Locks the organization and reads the member. The lock serializes two admins who demote each other.
 * @returns the member, whether they are the last admin, and whether the actor is still an admin.
 */
async function lockMember(tx: Executor, ctx: Context, userId: string) {
  await lockOrganization(tx, ctx.organizationId);
  const rows = await tx
    .select({ id: users.id, name: users.name, email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, ctx.organizationId),
        or(eq(memberships.role, "admin"), eq(memberships.userId, userId)),
      ),
    );
  const member = rows.find(({ id }) => id === userId);
  // If the caller is missing, a concurrent request has removed them, because they were a member when this request
  // started.
  if (!member) throw userId === ctx.actor.id ? noLongerMember() : notFound();
  const admins = rows.filter(({ role }) => role === "admin");
  return {
    member,
    isLastAdmin: member.role === "admin" && admins.length === 1,
    isActorAdmin: admins.some(({ id }) => id === ctx.actor.id),
  };
}

function membershipOf(ctx: Context, userId: string) {
  return and(eq(memberships.organizationId, ctx.organizationId), eq(memberships.userId, userId));
}
