import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { memberships, sessions, users } from "@/lib/db/tables/people";
import { notFound } from "@/lib/http/failures";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import type { PageQuery } from "@/lib/http/wire";
import type { Member, MemberList } from "./schema";

/**
 * Returns a page of the organization's members, in the order in which they joined.
 * @throws Failure `invalid_cursor`.
 */
export async function readMembers(ctx: Context, query: PageQuery): Promise<MemberList> {
  const { limit, cursor } = query;
  const identity = listIdentity("members", query);
  const [joined, id] = cursor ? decodeCursor(ctx, identity, cursor) : [];
  const place = sql`(${memberships.createdAt}, ${users.id})`;
  const after = id === undefined ? undefined : sql`${place} > (${joined}::timestamptz, ${id}::uuid)`;
  const rows = await selectMembers(ctx, after, limit + 1);
  const ofOrganization = eq(memberships.organizationId, ctx.organizationId);
  const counted = query.include_total
    ? await ctx.db.select({ total: count() }).from(memberships).where(ofOrganization)
    : [];
  const position = (row: MemberRow) => [row.joinedAt.toISOString(), row.id];
  return toPage(ctx, rows, { limit, identity, position, toWire: toMember, total: counted[0]?.total });
}

/**
 * Returns which of these people are members of the organization.
 * @param userIds UUIDs of the people.
 * @returns the UUIDs of the members.
 */
export async function membersAmong(ctx: Context, userIds: string[], db: Executor = ctx.db): Promise<Set<string>> {
  const mine = and(eq(memberships.organizationId, ctx.organizationId), inArray(memberships.userId, userIds));
  const rows = await db.select({ id: memberships.userId }).from(memberships).where(mine);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the email addresses of the organization's admins. */
export async function listAdmins(ctx: Context, db: Executor = ctx.db): Promise<{ email: string }[]> {
  return db
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, ctx.organizationId), eq(memberships.role, "admin")));
}

/**
 * Returns one member of the organization.
 * @param userId a UUID.
 * @throws Failure `not_found` if the person isn't a member.
 */
export async function getMember(ctx: Context, userId: string): Promise<Member> {
  const [row] = await selectMembers(ctx, eq(memberships.userId, userId), 1);
  if (!row) throw notFound();
  return toMember(row);
}

const lastSeenAt = sql<Date | null>`(select max(${sessions.lastSeenAt}) from ${sessions}
  where ${sessions.userId} = ${users.id})`.mapWith(sessions.lastSeenAt);

const hasTwoFactor = sql<boolean | null>`${users.totpEnabledAt} is not null`;
const nothing = <T>() => sql<T | null>`null`;

type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

async function selectMembers(ctx: Context, only: SQL | undefined, limit: number) {
  const isAdmin = ctx.role === "admin";
  return ctx.db
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
    .orderBy(asc(memberships.createdAt), asc(users.id))
    .limit(limit);
}

function toMember({ id, name, email, role, joinedAt, twoFactor, lastSeenAt: seen }: MemberRow): Member {
  return {
    id: encodeId("user", id),
    name,
    email,
    role,
    joined_at: joinedAt.toISOString(),
    two_factor: twoFactor,
    last_seen_at: seen?.toISOString() ?? null,
  };
}
