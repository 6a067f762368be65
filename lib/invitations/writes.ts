import { and, count, eq, gte, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { hashLinkToken, mintLinkToken } from "@/lib/auth/link-token";
import { firstIdWithin } from "@/lib/db/age";
import type { Executor } from "@/lib/db/client";
import { encodeId, newId } from "@/lib/db/ids";
import { emails } from "@/lib/db/tables/emails";
import { invitations, memberships, users } from "@/lib/db/tables/people";
import { queueEmail } from "@/lib/emails/writes";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { parseId } from "@/lib/http/request/parse";
import { INVITATION_D, MAX_INVITATION_EMAILS, MAX_INVITATION_EMAILS_TO_ONE, MAX_MEMBERS } from "@/lib/limits";
import { messages } from "@/lib/messages";
import { lockOrganization } from "@/lib/organizations/lock";
import { getInvitation, isPending } from "./reads";
import type { InvitationCreate, InvitationSent } from "./schema";

/**
 * Invites an email address. A pending invitation for it is replaced with a new link and role.
 * @throws Failure `conflict` if the email belongs to a member, `limit_reached`.
 */
export async function addInvitation(ctx: Context, { email, role }: InvitationCreate): Promise<InvitationSent> {
  return ctx.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, ctx.organizationId);
    await assertNoMember(tx, ctx, email);
    const [pending] = await tx
      .select({ id: invitations.id, role: invitations.role, expiresAt: invitations.expiresAt })
      .from(invitations)
      .where(
        and(
          eq(invitations.organizationId, ctx.organizationId),
          eq(sql`lower(${invitations.email})`, email.toLowerCase()),
          isPending,
        ),
      );
    if (pending) return sendLink(tx, ctx, organization, { ...pending, email, nextRole: role });
    await assertRoom(tx, ctx);
    return sendLink(tx, ctx, organization, { id: null, email, nextRole: role });
  });
}

/**
 * Sends an invitation again, with a new link and expiry. The previous link becomes invalid.
 * @throws Failure `not_found`, `conflict` if the invitation was accepted or revoked, `limit_reached`.
 */
export async function renewInvitation(ctx: Context, id: string): Promise<InvitationSent> {
  return ctx.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, ctx.organizationId);
    const row = await findInvitation(tx, ctx, id);
    if (row.acceptedAt) throw new Failure("conflict", "This invitation was already accepted.");
    if (row.revokedAt) throw new Failure("conflict", "This invitation was revoked. Invite the person again.");
    return sendLink(tx, ctx, organization, { ...row, nextRole: row.role });
  });
}

/**
 * Revokes an invitation, with effect from the next request. Revoking it again changes nothing.
 * @throws Failure `not_found`, `conflict` if it was accepted.
 */
export async function withdrawInvitation(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockOrganization(tx, ctx.organizationId);
    const row = await findInvitation(tx, ctx, id);
    if (row.acceptedAt) {
      throw new Failure("conflict", "This invitation was already accepted. Remove the member instead.");
    }
    if (row.revokedAt) return;
    await tx.update(invitations).set({ revokedAt: sql`now()` }).where(invitationOf(ctx, row.id));
    const before = { email: row.email, role: row.role };
    await recordAudit(tx, ctx, { action: "invitation.revoked", targetId: id, targetName: row.email, before });
  });
}

interface Link {
  /** The invitation to replace, or null for the first invitation of this email. */
  id: string | null;
  email: string;
  /** The role and expiry of the replaced invitation. */
  role?: string;
  expiresAt?: Date;
  nextRole: InvitationCreate["role"];
}

async function sendLink(
  tx: Executor,
  ctx: Context,
  organization: { name: string },
  { id, email, nextRole: role, ...before }: Link,
): Promise<InvitationSent> {
  await assertMailable(tx, ctx, email);
  const token = mintLinkToken();
  const url = `${env().BASE_URL}/invite/${token}`;
  const uuid = id ?? newId();
  const values = {
    role,
    email,
    hash: hashLinkToken(token),
    invitedBy: ctx.actor.id,
    invitedByName: ctx.actor.name,
    emailed: env().SMTP_URL !== undefined,
    expiresAt: sql`now() + make_interval(days => ${INVITATION_D})`,
  };
  if (id === null) await tx.insert(invitations).values({ ...values, organizationId: ctx.organizationId, id: uuid });
  else await tx.update(invitations).set(values).where(invitationOf(ctx, id));
  const invitation = await getInvitation({ ...ctx, db: tx }, uuid);
  const { expires_at: expiresAt } = invitation;
  const content = { organization: organization.name, invitedBy: ctx.actor.name, role, url, expiresAt };
  await queueEmail(
    tx,
    { kind: "invitation", to: email, content },
    { organizationId: ctx.organizationId, days: INVITATION_D },
  );
  await recordAudit(tx, ctx, {
    action: "member.invited",
    targetId: encodeId("invitation", uuid),
    targetName: email,
    ...(id !== null && { before: { role: before.role, expires_at: before.expiresAt?.toISOString() } }),
    after: { email, role, expires_at: expiresAt },
  });
  return { invitation, url: env().SMTP_URL ? null : url };
}

async function assertNoMember(tx: Executor, ctx: Context, email: string): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(
      and(eq(memberships.organizationId, ctx.organizationId), eq(sql`lower(${users.email})`, email.toLowerCase())),
    );
  if (!member) return;
  const detail = messages.alreadyMember;
  throw new Failure("conflict", detail, { errors: [{ pointer: "/email", code: "member", detail }] });
}

async function assertRoom(tx: Executor, ctx: Context): Promise<void> {
  const [members] = await tx
    .select({ number: count() })
    .from(memberships)
    .where(eq(memberships.organizationId, ctx.organizationId));
  const [pending] = await tx
    .select({ number: count() })
    .from(invitations)
    .where(and(eq(invitations.organizationId, ctx.organizationId), isPending));
  if ((members?.number ?? 0) + (pending?.number ?? 0) < MAX_MEMBERS) return;
  const detail = `Your organization has reached the limit of ${MAX_MEMBERS} members and invitations. Remove a member or revoke an invitation first.`;
  throw new Failure("limit_reached", detail);
}

async function assertMailable(tx: Executor, ctx: Context, email: string): Promise<void> {
  const toThis = sql`lower(${emails.recipient}) = ${email.toLowerCase()}`;
  const [sent] = await tx
    .select({ all: count(), toThis: sql<number>`(count(*) filter (where ${toThis}))::int` })
    .from(emails)
    .where(
      and(
        eq(emails.organizationId, ctx.organizationId),
        eq(emails.kind, "invitation"),
        gte(emails.id, firstIdWithin(1)),
      ),
    );
  if ((sent?.toThis ?? 0) >= MAX_INVITATION_EMAILS_TO_ONE) {
    const detail = `This email has reached the limit of ${MAX_INVITATION_EMAILS_TO_ONE} invitations in 24 hours. Try again tomorrow.`;
    throw new Failure("limit_reached", detail);
  }
  if ((sent?.all ?? 0) >= MAX_INVITATION_EMAILS) {
    throw new Failure(
      "limit_reached",
      `Your organization has reached the limit of ${MAX_INVITATION_EMAILS} invitations in 24 hours. Try again tomorrow.`,
    );
  }
}

async function findInvitation(tx: Executor, ctx: Context, id: string) {
  const uuid = parseId("invitation", id);
  const [row] = await tx
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      expiresAt: invitations.expiresAt,
      acceptedAt: invitations.acceptedAt,
      revokedAt: invitations.revokedAt,
    })
    .from(invitations)
    .where(invitationOf(ctx, uuid));
  if (!row) throw notFound();
  return row;
}

function invitationOf(ctx: Context, uuid: string) {
  return and(eq(invitations.organizationId, ctx.organizationId), eq(invitations.id, uuid));
}
