import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { withCallback, withoutRscParameter } from "@/components/shell/callback";
import { LAST_ORGANIZATION_COOKIE } from "@/components/shell/last-organization";
import type { Context } from "@/lib/auth/context";
import { type MemberCaller, readMemberSession, type SignedIn, sessionCookieName } from "@/lib/auth/session";
import { database } from "@/lib/db/client";
import { mintId } from "@/lib/db/ids";
import { readerAt } from "@/lib/db/replica";
import { hasRole } from "@/lib/http/access";
import type { PersonContext } from "@/lib/http/context";
import { clientAddress } from "@/lib/http/request/address";
import type { Role } from "@/lib/values";

/** Returns the signed-in person with their memberships, or null. Cached, so that each page reads it only once. */
export const currentSession = cache(async () => {
  const cookie = (await cookies()).get(sessionCookieName())?.value ?? null;
  return readMemberSession(cookie, undefined, clientAddress({ headers: await headers() }));
});

/** Returns the signed-in person, or null. */
export async function currentPerson(): Promise<SignedIn | null> {
  return (await currentSession())?.person ?? null;
}

/** Returns the organizations of the signed-in person with their roles, sorted by name. Empty for signed-out people. */
export async function currentMemberships(): Promise<{ slug: string; name: string; role: Role }[]> {
  const session = await currentSession();
  return (session?.memberships ?? []).map(({ organization: { slug, name }, role }) => ({ slug, name, role }));
}

/** Returns the last opened organization, or the first one. Null for people without an organization. */
export async function homeOrganization(): Promise<{ slug: string; name: string } | null> {
  const organizations = await currentMemberships();
  const last = (await cookies()).get(LAST_ORGANIZATION_COOKIE)?.value;
  return organizations.find(({ slug }) => slug === last) ?? organizations[0] ?? null;
}

/**
 * Returns the context of a page below `/account`. Redirects signed-out people to the sign-in page, which leads
 * back here.
 */
export async function requirePerson(): Promise<PersonContext> {
  const person = await currentPerson();
  if (!person) redirect(withCallback("/sign-in", await currentPath("/account")));
  return { person, db: database().db, ...(await pageOrigin()) };
}

/** Returns the request ID, IP address (always null) and user agent for the context of a page. */
async function pageOrigin() {
  return { requestId: mintId("request"), ip: null, userAgent: (await headers()).get("user-agent") };
}

/** Returns the current path with its query, or `fallback` if the request has no `x-path` header. */
async function currentPath(fallback: string): Promise<string> {
  return withoutRscParameter((await headers()).get("x-path") ?? fallback);
}

async function contextOf(caller: MemberCaller): Promise<Context> {
  return {
    ...caller,
    db: readerAt(caller.walPosition),
    ...(await pageOrigin()),
  };
}

/**
 * Returns the member's context for the frame around pages, which makes no access check of its own. Null for
 * non-members, for insufficient roles, and without required two-factor sign-in.
 */
export async function currentContext(slug: string, role: Role): Promise<Context | null> {
  const session = await currentSession();
  const caller = session?.memberships.find(({ organization }) => organization.slug === slug);
  if (!session || !caller || !hasRole(caller.role, role)) return null;
  return caller.organization.requireTwoFactor && !session.person.hasTwoFactor ? null : contextOf(caller);
}

export interface CurrentMember {
  ctx: Context;
  person: SignedIn;
  role: Role;
  /** Whether the member's role is sufficient. If not, the page must show that and read no data. */
  allowed: boolean;
}

/**
 * Returns the context of a page below `/{org}`. Redirects signed-out people to the sign-in page, and members
 * without required two-factor sign-in to its setup. Both lead back here. Non-members get a 404. Check `allowed`
 * before reading.
 */
export async function requireMember(slug: string, role: Role = "viewer"): Promise<CurrentMember> {
  const session = await currentSession();
  const here = await currentPath(`/${slug}`);
  if (!session) redirect(withCallback("/sign-in", here));
  const { person, memberships } = session;
  const caller = memberships.find(({ organization }) => organization.slug === slug);
  if (!caller) notFound();
  if (caller.organization.requireTwoFactor && !person.hasTwoFactor) redirect(withCallback("/account/two-factor", here));
  const ctx = await contextOf(caller);
  return { ctx, person, role: caller.role, allowed: hasRole(caller.role, role) };
}
