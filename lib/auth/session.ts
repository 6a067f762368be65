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

/**
 * The person behind a session cookie. The token is only a claim: the user and the session version are read
 * from the database each time, so a changed password ends every older session at its next request.
 */
export async function readSession(cookie: string | null): Promise<SignedIn | null> {
  if (!cookie) return null;
  const token = await decode({ token: cookie, secret: authSecret() }).catch(() => null);
  if (!token?.sub || typeof token.version !== "number") return null;
  const [user] = await database()
    .db.select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, token.sub), eq(users.sessionVersion, token.version)));
  return user ?? null;
}

/** A person's membership in the organization with this slug; the role is read each time, never kept. */
export async function findMembership(person: SignedIn, slug: string): Promise<Caller | null> {
  const [row] = await database()
    .db.select({
      organizationId: organizations.id,
      slug: organizations.slug,
      name: organizations.name,
      apiAccess: organizations.apiAccess,
      alertRetentionDays: organizations.alertRetentionDays,
      role: memberships.role,
      walPosition: sql<string | null>`${sql.raw(walPosition() ?? "null")}`,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(organizations.slug, slug), eq(memberships.userId, person.id)));
  if (!row) return null;
  return {
    organizationId: row.organizationId as OrganizationId,
    organization: {
      slug: row.slug,
      name: row.name,
      apiAccess: row.apiAccess,
      alertRetentionDays: row.alertRetentionDays,
    },
    actor: { kind: "user", id: person.id, name: person.name },
    role: row.role,
    scopes: roleScopes[row.role],
    expiresAt: null,
    walPosition: row.walPosition,
  };
}

/** The organizations a person belongs to, by name. */
export async function listMemberships(person: SignedIn): Promise<{ slug: string; name: string; role: Role }[]> {
  return database()
    .db.select({ slug: organizations.slug, name: organizations.name, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, person.id))
    .orderBy(organizations.name);
}
