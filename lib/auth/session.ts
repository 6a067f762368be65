import { and, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { decode } from "next-auth/jwt";
import { database, type Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { walPosition } from "@/lib/db/replica";
import { memberships, organizations, sessions, users } from "@/lib/db/tables/people";
import { env } from "@/lib/env";
import { MAX_SESSIONS, SESSION_D } from "@/lib/limits";
import { type Role, roleScopes } from "@/lib/values";
import type { Caller, OrganizationId } from "./context";
import { isLastSeenOutdated, recordSessionSeen } from "./last-seen";

/**
 * Returns the name of the session cookie. `__Host-` binds it to this exact host, but browsers accept that prefix
 * only over HTTPS.
 */
export function sessionCookieName(): string {
  return env().BASE_URL.startsWith("https:") ? "__Host-sightline.session" : "sightline.session";
}

export function authSecret(): string {
  const secret = env().AUTH_SECRET;
  if (!secret) throw new Error("AUTH_SECRET is not set: use `npm start`, which creates and stores one");
  return secret;
}

/** Returns the value of a cookie in a `Cookie` header (RFC 6265 §4.2), or null if it is missing or empty. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of header?.split(";") ?? []) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value) return value;
  }
  return null;
}

export interface SignedIn {
  id: string;
  name: string;
  email: string;
  /** The UUID of the request's session. */
  sessionId: string;
  hasTwoFactor: boolean;
}

/** The client that signs in. */
export interface Origin {
  ip: string | null;
  userAgent: string | null;
  /** The browser's previous session cookie. Sign-in replaces it and ends its session. */
  cookie?: string | null;
}

const isOpen = and(isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`));
const openSessionsOfUser = (userId: string) => and(eq(sessions.userId, userId), isOpen);

/**
 * Opens a session for a person with verified credentials. Ends the browser's previous session, even one of another
 * person. Beyond `MAX_SESSIONS`, also ends the person's least recently used session.
 * @returns the UUID of the new session, for the cookie.
 */
export async function openSession(userId: string, origin: Origin, tx?: Executor): Promise<string> {
  const { ip, userAgent, cookie = null } = origin;
  if (!tx) return database().db.transaction((own) => openSession(userId, origin, own));
  const replaced = await claimOf(cookie);
  if (replaced) await closeSession(replaced.id, replaced.session, tx);
  const id = newId();
  const expiresAt = sql`now() + make_interval(days => ${SESSION_D})`;
  await tx.insert(sessions).values({ id, userId, ip, userAgent: userAgent?.slice(0, 300), expiresAt });
  const tooMany = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(openSessionsOfUser(userId), ne(sessions.id, id)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .offset(MAX_SESSIONS - 1);
  await tx.update(sessions).set({ endedAt: sql`now()` }).where(inArray(sessions.id, tooMany));
  return id;
}

/** A person's state when the password was checked. */
export interface Proof {
  userId: string;
  sessionVersion: number;
  hasTwoFactor: boolean;
}

/**
 * Opens a session, unless the password or two-factor sign-in has changed since the check.
 * @returns the UUID of the new session, or null.
 */
export function openProvedSession(
  { userId, sessionVersion, hasTwoFactor }: Proof,
  origin: Origin,
): Promise<string | null> {
  return database().db.transaction(async (tx) => {
    const isSame = sql`(${users.totpEnabledAt} is not null) = ${hasTwoFactor}`;
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.sessionVersion, sessionVersion), isSame))
      .for("share");
    return person ? openSession(userId, origin, tx) : null;
  });
}

/**
 * Ends a session. All instances reject it from its next request on.
 * @returns whether the session was open.
 */
export async function closeSession(userId: string, sessionId: string, db: Executor = database().db): Promise<boolean> {
  const ended = await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), openSessionsOfUser(userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/**
 * Ends all open sessions of a person, except the one given by `except`.
 * @returns the number of ended sessions.
 */
export async function endSessions(userId: string, except: string | null, db: Executor): Promise<number> {
  const others = except === null ? undefined : ne(sessions.id, except);
  const ended = await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(openSessionsOfUser(userId), others))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Returns the user's and session's IDs in a session cookie, or null if this server didn't issue the cookie. */
async function claimOf(cookie: string | null): Promise<{ id: string; session: string } | null> {
  if (!cookie) return null;
  const token = await decode({ token: cookie, secret: authSecret() }).catch(() => null);
  return token?.sub && typeof token.session === "string" ? { id: token.sub, session: token.session } : null;
}

const openSessionOf = (claim: { id: string; session: string }) =>
  and(eq(sessions.id, claim.session), openSessionsOfUser(claim.id));

const personColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  sessionId: sessions.id,
  hasTwoFactor: sql<boolean>`${users.totpEnabledAt} is not null`,
};

const organizationColumns = {
  id: organizations.id,
  slug: organizations.slug,
  name: organizations.name,
  apiAccess: organizations.apiAccess,
  alertRetentionDays: organizations.alertRetentionDays,
  requireTwoFactor: organizations.requireTwoFactor,
};
type OrganizationRow = Pick<typeof organizations.$inferSelect, keyof typeof organizationColumns>;

/** A person acting in one of their organizations. */
export type MemberCaller = Caller & { role: Role };

/** Selects the primary's log position. Later reads from a replica wait for this position. */
const positionColumn = () => sql<string | null>`${sql.raw(walPosition() ?? "null")}`;

interface MembershipRow {
  organization: OrganizationRow;
  role: Role;
  walPosition: string | null;
}

function callerOf(person: SignedIn, { organization, role, walPosition }: MembershipRow): MemberCaller {
  const { id, ...rest } = organization;
  return {
    organizationId: id as OrganizationId,
    organization: rest,
    actor: { kind: "user", id: person.id, name: person.name },
    role,
    scopes: roleScopes[role],
    expiresAt: null,
    walPosition,
  };
}

/**
 * Returns the person who is signed in with a session cookie, or null. The cookie is only a claim: person and
 * session are read from the database each time. So every instance rejects an ended session at its next request.
 * @param ip the client's IP address, for the list of sessions.
 */
export async function readSession(cookie: string | null, ip: string | null = null): Promise<SignedIn | null> {
  const claim = await claimOf(cookie);
  if (!claim) return null;
  const [row] = await database()
    .db.select({ person: personColumns, isUnseen: isLastSeenOutdated })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(openSessionOf(claim));
  if (row?.isUnseen) recordSessionSeen(row.person.sessionId, ip);
  return row?.person ?? null;
}

export interface MemberSession {
  person: SignedIn;
  memberships: MemberCaller[];
}

/**
 * Returns the signed-in person with their organizations, sorted by name, or null. It takes one statement, for a
 * page's frame and access check. Roles are never cached.
 * @param slug limits the organizations to this one.
 */
export async function readMemberSession(
  cookie: string | null,
  slug?: string,
  ip: string | null = null,
): Promise<MemberSession | null> {
  const claim = await claimOf(cookie);
  if (!claim) return null;
  const named = slug === undefined ? undefined : eq(organizations.slug, slug);
  const rows = await database()
    .db.select({
      person: personColumns,
      isUnseen: isLastSeenOutdated,
      organization: organizationColumns,
      role: memberships.role,
      walPosition: positionColumn(),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(organizations, and(eq(organizations.id, memberships.organizationId), named))
    .where(openSessionOf(claim))
    .orderBy(organizations.name);
  const [first] = rows;
  if (!first) return null;
  const { person } = first;
  if (first.isUnseen) recordSessionSeen(person.sessionId, ip);
  return {
    person,
    memberships: rows.flatMap(({ organization, role, walPosition }) =>
      organization && role ? [callerOf(person, { organization, role, walPosition })] : [],
    ),
  };
}
