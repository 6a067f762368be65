import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import { memberships, sessions, users } from "@/lib/db/tables/people";
import { notFound } from "@/lib/http/parse";
import type { Member, MemberList } from "./schema";

/** Everybody who belongs to the organization, those who joined first at the top. */
export async function listMembers(ctx: Context): Promise<MemberList> {
  return { data: await readMembers(ctx) };
}

/** @param userId a UUID. @throws Failure `not_found` for anybody who is no member. */
export async function getMember(ctx: Context, userId: string): Promise<Member> {
  const [member] = await readMembers(ctx, eq(memberships.userId, userId));
  if (!member) throw notFound();
  return member;
}

const lastSeenAt = sql<Date | null>`(select max(${sessions.lastSeenAt}) from ${sessions}
  where ${sessions.userId} = ${users.id})`.mapWith(sessions.lastSeenAt);

const hasTwoFactor = sql<boolean | null>`${users.totpEnabledAt} is not null`;
const nothing = <T>() => sql<T | null>`null`;

async function readMembers(ctx: Context, only?: SQL): Promise<Member[]> {
  const isAdmin = ctx.role === "admin";
  const rows = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      joinedAt: memberships.createdAt,
      twoFactor: isAdmin ? hasTwoFactor : nothing<boolean>(),
      lastSeenAt: isAdmin ? lastSeenAt : nothing<Date>(),
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, ctx.organizationId), only))
    .orderBy(asc(memberships.createdAt), asc(users.id));
  return rows.map(({ id, name, email, role, joinedAt, twoFactor, lastSeenAt: seen }) => ({
    id: encodeId("user", id),
    name,
    email,
    role,
    joined_at: joinedAt.toISOString(),
    two_factor: twoFactor,
    last_seen_at: seen?.toISOString() ?? null,
  }));
}
