import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Context } from "@/lib/auth/context";
import { findMembership, listMemberships, readSession, type SignedIn, sessionCookieName } from "@/lib/auth/session";
import { mintId } from "@/lib/db/ids";
import { readerAt } from "@/lib/db/replica";
import type { Role } from "@/lib/db/values";
import { hasRole } from "@/lib/http/handle";

/** The signed-in person, or null. Read once per page, however many parts of it ask. */
export const currentPerson = cache(async (): Promise<SignedIn | null> => {
  return readSession((await cookies()).get(sessionCookieName())?.value ?? null);
});

export const currentMemberships = cache(async () => {
  const person = await currentPerson();
  return person ? listMemberships(person) : [];
});

export interface Member {
  ctx: Context;
  person: SignedIn;
  role: Role;
  /** Whether the role suffices for the page; when it does not, the page shows so and reads nothing. */
  allowed: boolean;
}

/**
 * The gate of every page below `/{org}`. Signed out: to the sign-in page and back. Not a member: the organization
 * does not exist for this person (404).
 */
export async function requireMember(slug: string, role: Role = "viewer"): Promise<Member> {
  const person = await currentPerson();
  const requestHeaders = await headers();
  if (!person) redirect(`/sign-in?callback=${encodeURIComponent(requestHeaders.get("x-path") ?? `/${slug}`)}`);
  const caller = await findMembership(person, slug);
  if (!caller?.role) notFound();
  const ctx: Context = {
    ...caller,
    db: readerAt(caller.walPosition),
    requestId: mintId("request"),
    ip: null,
    userAgent: requestHeaders.get("user-agent"),
  };
  return { ctx, person, role: caller.role, allowed: hasRole(caller.role, role) };
}
