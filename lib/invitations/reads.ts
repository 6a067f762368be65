import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { hashKey } from "@/lib/auth/key";
import { database, type Executor } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { invitations, organizations, users } from "@/lib/db/tables/people";
import type { Role } from "@/lib/db/values";
import { notFound } from "@/lib/http/parse";
import type { Invitation, InvitationList } from "./schema";

/** Neither accepted nor revoked. An expired one still counts: it can be sent anew. */
export const isPending = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

/** Whether the link still works, by the database's clock. */
export const isUsable = sql<boolean>`(${isPending} and ${invitations.expiresAt} > now())`;

/** What nobody has accepted or revoked, the latest at the end; bounded by the most members that there may be. */
export async function listInvitations(ctx: Context): Promise<InvitationList> {
  return { data: await readInvitations(ctx, isPending) };
}

/** @param id a UUID. @throws Failure `not_found`. */
export async function getInvitation(ctx: Context, id: string): Promise<Invitation> {
  const [invitation] = await readInvitations(ctx, eq(invitations.id, id));
  if (!invitation) throw notFound();
  return invitation;
}

async function readInvitations(ctx: Context, only: SQL | undefined): Promise<Invitation[]> {
  const rows = await ctx.db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      usable: isUsable,
      invitedBy: invitations.invitedByName,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .where(and(eq(invitations.organizationId, ctx.organizationId), only))
    .orderBy(asc(invitations.id));
  return rows.map(({ id, email, role, usable, invitedBy, createdAt, expiresAt }) => ({
    id: encodeId("invitation", id),
    email,
    role,
    state: usable ? "open" : "expired",
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }));
}

/** SHA-256 of a link's token, as it is stored. */
export const tokenHash = (token: string) => Buffer.from(hashKey(token), "hex");

/** What the page of a link may tell whoever holds it; of a link that no longer works only where it led. */
export type LinkedInvitation =
  | { usable: false; slug: string }
  | {
      usable: true;
      organization: { slug: string; name: string };
      invitedBy: string;
      role: Role;
      email: string;
      /** Whether somebody has an account with this e-mail: they sign in, others sign up. */
      hasAccount: boolean;
    };

/** The invitation behind a link, or null for a link that never was or that a newer one replaced. */
export async function readLinkedInvitation(
  token: string,
  db: Executor = database().db,
): Promise<LinkedInvitation | null> {
  const [row] = await db
    .select({
      usable: isUsable,
      organization: { slug: organizations.slug, name: organizations.name },
      invitedBy: invitations.invitedByName,
      role: invitations.role,
      email: invitations.email,
      hasAccount: sql<boolean>`${users.id} is not null`,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(users, eq(sql`lower(${users.email})`, sql`lower(${invitations.email})`))
    .where(eq(invitations.hash, tokenHash(token)));
  if (!row) return null;
  const { usable, ...shown } = row;
  return usable ? { usable, ...shown } : { usable, slug: shown.organization.slug };
}
