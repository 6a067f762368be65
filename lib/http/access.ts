import { authenticateBearer } from "@/lib/auth/authenticate";
import type { Caller } from "@/lib/auth/context";
import {
  apiAccessDisabled,
  insufficientScope,
  peopleOnly,
  twoFactorRequired,
  unauthenticated,
} from "@/lib/auth/failures";
import { readCookie, readMemberSession, readSession, type SignedIn, sessionCookieName } from "@/lib/auth/session";
import { Failure } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/reply/reply";
import { clientAddress, isSameOrigin } from "@/lib/http/request/address";
import { type Role, roles } from "@/lib/values";
import { withDeadline } from "./deadline";
import type { Operation } from "./operation";
import { ORGANIZATION_HEADER } from "./organization-header";

/**
 * The result of identifying a request. For a credential or an organization's member, `caller` is set. `person` is
 * set for operations without an organization. Anonymous clients have neither.
 */
export type Identity = { caller: Caller | null; person?: SignedIn };

/**
 * Identifies the caller of a request by its API key, token or session. Public operations have no caller.
 * @throws Failure `unauthenticated`; for people also `forbidden`, `two_factor_required` or `invalid_request`.
 */
export async function identify({ access }: Operation, request: ApiRequest): Promise<Identity> {
  if (access === "public") return { caller: null };
  const authorization = request.headers.get("authorization");
  if (authorization !== null) return { caller: await authenticateBearer(authorization) };
  return withDeadline(access === "person" ? identifyPerson(request) : identifyMember(request));
}

const sessionCookieOf = (request: ApiRequest) => readCookie(request.headers.get("cookie"), sessionCookieName());

/**
 * Checks that a page of this site sent the request.
 * @throws Failure `forbidden` otherwise.
 */
export function assertOwnPage(request: ApiRequest): void {
  if (!isSameOrigin(request))
    throw new Failure(
      "forbidden",
      "This operation accepts only requests from the portal's own pages. Use the portal instead.",
    );
}

function assertSameOrigin(request: ApiRequest): void {
  if (request.method !== "GET" && !isSameOrigin(request)) {
    throw new Failure("forbidden", "Requests with a session must come from the portal's own pages.");
  }
}

async function identifyPerson(request: ApiRequest): Promise<Identity> {
  const person = await readSession(sessionCookieOf(request), clientAddress(request));
  if (!person) throw unauthenticated();
  assertSameOrigin(request);
  return { caller: null, person };
}

async function identifyMember(request: ApiRequest): Promise<Identity> {
  const slug = request.headers.get(ORGANIZATION_HEADER);
  const session = await readMemberSession(sessionCookieOf(request), slug ?? "", clientAddress(request));
  if (!session) throw unauthenticated();
  assertSameOrigin(request);
  if (slug === null)
    throw new Failure("invalid_request", `Send the organization's slug in the header ${ORGANIZATION_HEADER}.`);
  const [caller] = session.memberships;
  if (!caller) throw new Failure("forbidden", "You are not a member of this organization.");
  if (caller.organization.requireTwoFactor && !session.person.hasTwoFactor) {
    throw twoFactorRequired();
  }
  return { caller };
}

/**
 * Checks that the caller's scopes or role allow the operation. Accepts anonymous callers.
 * @throws Failure if they don't, or if the organization has disabled API access.
 */
export function assertAllowed(operation: Operation, caller: Caller | null): void {
  if (!caller) return;
  const { access } = operation;
  if (caller.role === null && !caller.organization.apiAccess) {
    throw apiAccessDisabled();
  }
  if (access === "person") throw peopleOnly();
  if (typeof access !== "object") return;
  if ("role" in access) {
    if (caller.role === null) throw peopleOnly();
    if (!hasRole(caller.role, access.role))
      throw new Failure(
        "forbidden",
        `This requires the role ${access.role}. Ask an admin to do it or to change your role.`,
      );
  } else if (!caller.scopes.includes(access.scope)) {
    if (caller.role !== null)
      throw new Failure(
        "forbidden",
        `The role ${caller.role} isn't allowed to do this. Ask an admin to do it or to change your role.`,
      );
    throw insufficientScope(access.scope, caller.scopes);
  }
}

/** Returns whether a role includes the needed one: admin includes support, and support includes viewer. */
export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(needed);
}
