import { and, eq, sql } from "drizzle-orm";
import { decode } from "next-auth/jwt";
import { database } from "@/lib/db/client";
import { walPosition } from "@/lib/db/replica";
import { memberships, organizations, users } from "@/lib/db/tables/people";
import { type Role, roleScopes } from "@/lib/db/values";
import { env } from "@/lib/env";
import type { Caller, OrganizationId } from "./context";

/** `__Host-` binds the cookie to this exact host, but browsers take it over HTTPS only. */
export function sessionCookieName(): string {
  return env().BASE_URL.startsWith("https:") ? "__Host-sightline.session" : "sightline.session";
}

export function authSecret(): string {
  const secret = env().AUTH_SECRET;
  if (!secret) throw new Error("AUTH_SECRET is not set: start through `npm start`, which makes and keeps one");
  return secret;
}

/** The value of one cookie in a `Cookie` header (RFC 6265 §4.2), or null. */
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
}

/** What the cookie claims: a user's id and the session version that it was made for; null when it is not ours. */
async function claimOf(cookie: string | null): Promise<{ id: string; version: number } | null> {
  if (!cookie) return null;
  const token = await decode({ token: cookie, secret: authSecret() }).catch(() => null);
  return token?.sub && typeof token.version === "number" ? { id: token.sub, version: token.version } : null;
}

const holderOf = (claim: { id: string; version: number }) =>
  and(eq(users.id, claim.id), eq(users.sessionVersion, claim.version));

const personColumns = { id: users.id, name: users.name, email: users.email };

const organizationColumns = {
  id: organizations.id,
  slug: organizations.slug,
  name: organizations.name,
  apiAccess: organizations.apiAccess,
  alertRetentionDays: organizations.alertRetentionDays,
};
type OrganizationRow = Pick<typeof organizations.$inferSelect, keyof typeof organizationColumns>;

/** A person who acts in an organization of theirs. */
export type MemberCaller = Caller & { role: Role };

/** The write position of the primary as the statement runs, which a later read from a replica waits for. */
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
 * The person behind a session cookie. The token is only a claim: the user and the session version are read
 * from the database each time, so a changed password ends every older session at its next request.
 */
export async function readSession(cookie: string | null): Promise<SignedIn | null> {
  const claim = await claimOf(cookie);
  if (!claim) return null;
  const [user] = await database().db.select(personColumns).from(users).where(holderOf(claim));
  return user ?? null;
}

/**
 * What `readSession` reads and every organization that the person belongs to, by name, in one statement: what the frame
 * and the gate of a page ask. The roles are read each time, never kept.
 */
export async function readMemberSession(
  cookie: string | null,
): Promise<{ person: SignedIn; memberships: MemberCaller[] } | null> {
  const claim = await claimOf(cookie);
  if (!claim) return null;
  const rows = await database()
    .db.select({
      person: personColumns,
      organization: organizationColumns,
      role: memberships.role,
      walPosition: positionColumn(),
    })
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(holderOf(claim))
    .orderBy(organizations.name);
  const person = rows[0]?.person;
  if (!person) return null;
  return {
    person,
    memberships: rows.flatMap(({ organization, role, walPosition }) =>
      organization && role ? [callerOf(person, { organization, role, walPosition })] : [],
    ),
  };
}

/** A person's membership in the organization with this slug; the role is read each time, never kept. */
export async function findMembership(person: SignedIn, slug: string): Promise<MemberCaller | null> {
  const [row] = await database()
    .db.select({ organization: organizationColumns, role: memberships.role, walPosition: positionColumn() })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(organizations.slug, slug), eq(memberships.userId, person.id)));
  return row ? callerOf(person, row) : null;
}
