import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import { hashLinkToken } from "@/lib/auth/link-token";
import { forgetResets } from "@/lib/auth/password";
import type { Executor } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { invitations, memberships, users } from "@/lib/db/tables/people";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import type { PersonContext, PublicContext } from "@/lib/http/context";
import { lockOrganization } from "@/lib/organizations/lock";
import { isLinkUsable, readLinkedInvitation } from "./reads";
import type { Joined } from "./schema";

interface Joiner {
  id: string;
  name: string;
  email: string;
}

/**
 * Accepts an invitation: the signed-in person becomes a member with its role.
 * @throws Failure `gone` if the link was used, replaced or revoked, has expired, or is for another email. The
 * reply doesn't reveal which.
 */
export async function redeemInvitation(ctx: PersonContext, token: string): Promise<Joined> {
  return ctx.db.transaction((tx) => joinByInvitation(tx, ctx, ctx.person, token));
}

/**
 * Accepts an invitation in the caller's transaction, for example for an account that `tx` creates. If a link is
 * used concurrently, only one person joins.
 * @throws Failure as `redeemInvitation`.
 */
export async function joinByInvitation(
  tx: Executor,
  ctx: PublicContext,
  person: Joiner,
  token: string,
): Promise<Joined> {
  const isThis = eq(invitations.hash, hashLinkToken(token));
  const [found] = await tx.select({ organizationId: invitations.organizationId }).from(invitations).where(isThis);
  if (!found) throw gone();
  const { id: organizationId, slug, name } = await lockOrganization(tx, found.organizationId);
  // Reads the invitation again after waiting for the lock, because it may have changed.
  const [invitation] = await tx
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      by: invitations.invitedByName,
      emailed: invitations.emailed,
    })
    .from(invitations)
    .where(and(isThis, isLinkUsable));
  if (!invitation) throw gone();
  if (!isSame(invitation.email, person.email)) throw gone();
  await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(and(eq(invitations.organizationId, organizationId), eq(invitations.id, invitation.id)));
  const [membership] = await tx
    .insert(memberships)
    .values({ organizationId, userId: person.id, role: invitation.role })
    // If the person is already a member, the invitation must not change their role.
    .onConflictDoUpdate({
      target: [memberships.organizationId, memberships.userId],
      set: { role: sql`${memberships.role}` },
    })
    .returning({ role: memberships.role });
  const role = membership?.role ?? invitation.role;
  // Without a mail server, admins can read the link in the portal, so accepting it doesn't prove that the email is
  // the person's.
  if (invitation.emailed && env().SMTP_URL) {
    const provedAt = sql`coalesce(${users.emailProvedAt}, now())`;
    await tx.update(users).set({ emailProvedAt: provedAt }).where(eq(users.id, person.id));
  }
  // Deletes password reset links. Admins of another organization may have read one, and it must not give access to
  // this organization.
  await forgetResets(tx, person.id);
  const change = { ...ctx, organizationId, actor: { kind: "user" as const, id: person.id, name: person.name } };
  await recordAudit(tx, change, {
    action: "member.joined",
    targetId: encodeId("user", person.id),
    targetName: person.name,
    after: { email: person.email, role, invitation: encodeId("invitation", invitation.id), invited_by: invitation.by },
  });
  return { organization: { slug, name }, role };
}

/**
 * Checks early, before expensive work, whether an invitation can be accepted. `joinByInvitation` checks it again.
 * @throws Failure `gone` if it can't.
 */
export async function assertInvitation(db: Executor, email: string, token: string): Promise<void> {
  const invitation = await readLinkedInvitation(token, db);
  if (!invitation?.usable || !isSame(invitation.email, email)) throw gone();
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function gone(): Failure {
  const detail =
    "This invitation isn't valid: it was used, replaced or revoked, has expired, or was sent to another email. Use the invited account, or ask for a new invitation.";
  return new Failure("gone", detail);
}
