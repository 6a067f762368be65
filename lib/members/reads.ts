import { asc, eq } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import { memberships, users } from "@/lib/db/tables/people";
import type { MemberList } from "./schema";

/** Everybody who belongs to the organization, those who joined first at the top. */
export async function listMembers(ctx: Context): Promise<MemberList> {
  const rows = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      joinedAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, ctx.organizationId))
    .orderBy(asc(memberships.createdAt), asc(users.id));
  return {
    data: rows.map(({ id, joinedAt, ...row }) => ({
      id: encodeId("user", id),
      ...row,
      joined_at: joinedAt.toISOString(),
    })),
  };
}
