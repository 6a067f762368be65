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

/** Who is signed in and where they belong, or null. Read once per page, however many parts of it ask. */
export const currentSession = cache(async () => {
  const cookie = (await cookies()).get(sessionCookieName())?.value ?? null;
  return readMemberSession(cookie, undefined, clientAddress({ headers: await headers() }));
});

/** The signed-in person, or null. */
export async function currentPerson(): Promise<SignedIn | null> {
  return (await currentSession())?.person ?? null;
}

/** The organizations of the signed-in person, by name. */
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

/** The gate of the pages below `/account`. Signed out: to the sign-in page and back. */
export async function requirePerson(): Promise<PersonContext> {
  const person = await currentPerson();
  if (!person) redirect(withCallback("/sign-in", await currentPath("/account")));
  return { person, db: database().db, ...(await pageOrigin()) };
}

/** Where the reads of a page come from. */
async function pageOrigin() {
  return { requestId: mintId("request"), ip: null, userAgent: (await headers()).get("user-agent") };
}

/** Where the reader is, with the query; `fallback` where the server does not tell. */
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
 * For what the frame around the pages reads, which is no gate: null when the page inside would not show anything either,
 * or when the person's role does not suffice.
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
  /** Whether the role suffices for the page; when it does not, the page shows so and reads nothing. */
  allowed: boolean;
}

/**
 * The gate of every page below `/{org}`. Signed out: to the sign-in page and back. Not a member: the organization
 * does not exist for this person (404). Without the two-factor sign-in that the organization requires: to its set-up and back.
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
