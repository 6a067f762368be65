import { and, asc, count, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { hashLinkToken } from "@/lib/auth/link-token";
import { database, type Executor } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { invitations, organizations, users } from "@/lib/db/tables/people";
import { notFound } from "@/lib/http/failures";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import type { PageQuery } from "@/lib/http/wire";
import type { Role } from "@/lib/values";
import type { Invitation, InvitationList } from "./schema";

/**
 * SQL condition: the invitation is neither accepted nor revoked. Expired ones are included, because they can be
 * sent again.
 */
export const isPending = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

/** SQL condition: the invitation's link is still valid, by the database's clock. */
export const isLinkUsable = sql<boolean>`(${isPending} and ${invitations.expiresAt} > now())`;

/**
 * Returns a page of the organization's pending invitations, oldest first.
 * @throws Failure `invalid_cursor`.
 */
export async function readInvitations(ctx: Context, query: PageQuery): Promise<InvitationList> {
  const { limit, cursor } = query;
  const identity = listIdentity("invitations", query);
  const [after] = cursor ? decodeCursor(ctx, identity, cursor) : [];
  const later = after === undefined ? undefined : gt(invitations.id, String(after));
  const rows = await selectInvitations(ctx, and(isPending, later), limit + 1);
  const pending = and(eq(invitations.organizationId, ctx.organizationId), isPending);
  const counted = query.include_total ? await ctx.db.select({ total: count() }).from(invitations).where(pending) : [];
  const position = ({ id }: InvitationRow) => [id];
  return toPage(ctx, rows, { limit, identity, position, toWire: toInvitation, total: counted[0]?.total });
}

/**
 * Returns one invitation of the organization.
 * @param id a UUID.
 * @throws Failure `not_found`.
 */
export async function getInvitation(ctx: Context, id: string): Promise<Invitation> {
  const [row] = await selectInvitations(ctx, eq(invitations.id, id), 1);
  if (!row) throw notFound();
  return toInvitation(row);
}

type InvitationRow = Awaited<ReturnType<typeof selectInvitations>>[number];

async function selectInvitations(ctx: Context, only: SQL | undefined, limit: number) {
  return ctx.db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      usable: isLinkUsable,
      invitedBy: invitations.invitedByName,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .where(and(eq(invitations.organizationId, ctx.organizationId), only))
    .orderBy(asc(invitations.id))
    .limit(limit);
}

function toInvitation({ id, email, role, usable, invitedBy, createdAt, expiresAt }: InvitationRow): Invitation {
  return {
    id: encodeId("invitation", id),
    email,
    role,
    state: usable ? "open" : "expired",
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

/**
 * The data that an invitation's page may show to anyone who has the link. For an invalid link, it is only the
 * organization's slug.
 */
export type LinkedInvitation =
  | { usable: false; slug: string }
  | {
      usable: true;
      organization: { slug: string; name: string };
      invitedBy: string;
      role: Role;
      email: string;
      /** Whether the email already has an account. If so, the person signs in, otherwise they sign up. */
      hasAccount: boolean;
    };

/** Returns the invitation that a link belongs to, or null for an unknown or replaced link. */
export async function readLinkedInvitation(
  token: string,
  db: Executor = database().db,
): Promise<LinkedInvitation | null> {
  const [row] = await db
    .select({
      usable: isLinkUsable,
      organization: { slug: organizations.slug, name: organizations.name },
      invitedBy: invitations.invitedByName,
      role: invitations.role,
      email: invitations.email,
      hasAccount: sql<boolean>`${users.id} is not null`,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(users, eq(sql`lower(${users.email})`, sql`lower(${invitations.email})`))
    .where(eq(invitations.hash, hashLinkToken(token)));
  if (!row) return null;
  const { usable, ...shown } = row;
  return usable ? { usable, ...shown } : { usable, slug: shown.organization.slug };
}
