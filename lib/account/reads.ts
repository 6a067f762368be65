import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { encodeId } from "@/lib/db/ids";
import { memberships, organizations, recoveryCodes, sessions, users } from "@/lib/db/tables/people";
import type { PersonContext } from "@/lib/http/context";
import { notFound } from "@/lib/http/failures";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import type { PageQuery } from "@/lib/http/wire";
import { describeDevice } from "./device";
import type { Account, SessionList } from "./schema";

/** The parts of a context needed to read the signed-in person's account. */
export type AccountReader = Pick<PersonContext, "db" | "person">;

/** Returns the signed-in person's account. */
export async function readAccount({ db, person }: AccountReader): Promise<Account> {
  const [row] = await db.select().from(users).where(eq(users.id, person.id));
  if (!row) throw notFound();
  return {
    id: encodeId("user", row.id),
    name: row.name,
    email: row.email,
    has_password: row.passwordHash !== null,
    two_factor: {
      enabled: row.totpEnabledAt !== null,
      enabled_at: row.totpEnabledAt?.toISOString() ?? null,
      recovery_codes_left: await countRecoveryCodes({ db, person }),
      required_by: await listRequiringOrganizations({ db, person }),
    },
    created_at: row.createdAt.toISOString(),
  };
}

async function countRecoveryCodes({ db, person }: AccountReader): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, person.id), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/** Returns the person's organizations that require two-factor sign-in, sorted by name. */
export async function listRequiringOrganizations({
  db,
  person,
}: AccountReader): Promise<{ slug: string; name: string }[]> {
  return db
    .select({ slug: organizations.slug, name: organizations.name })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(memberships.userId, person.id), eq(organizations.requireTwoFactor, true)))
    .orderBy(asc(organizations.name));
}

/**
 * Returns a page of the person's sessions: the current one first, then the others, newest first. Using a session
 * doesn't change its position. There are at most `MAX_SESSIONS`.
 * @throws Failure `invalid_cursor`.
 */
export async function readSessions({ db, person }: AccountReader, query: PageQuery): Promise<SessionList> {
  const { limit, cursor } = query;
  const identity = listIdentity(`sessions seen from ${person.sessionId}`, query);
  const [wasCurrent, id] = cursor ? decodeCursor({ person }, identity, cursor) : [];
  const isCurrent = sql<boolean>`${sessions.id} = ${person.sessionId}`;
  const place = sql`((${isCurrent})::int, ${sessions.id})`;
  const after = id === undefined ? undefined : sql`${place} < (${wasCurrent}::int, ${id}::uuid)`;
  const open = and(eq(sessions.userId, person.id), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`));
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      isCurrent,
    })
    .from(sessions)
    .where(and(open, after))
    .orderBy(desc(isCurrent), desc(sessions.id))
    .limit(limit + 1);
  const counted = query.include_total ? await db.select({ total: count() }).from(sessions).where(open) : [];
  return toPage({ person }, rows, {
    limit,
    identity,
    position: (row) => [Number(row.isCurrent), row.id],
    total: counted[0]?.total,
    toWire: (row) => ({
      id: encodeId("session", row.id),
      device: describeDevice(row.userAgent),
      ip: row.ip,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      current: row.isCurrent,
    }),
  });
}
