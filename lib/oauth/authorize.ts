import type { Context } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import type { Scope } from "@/lib/db/values";
import type { AuthorizationDecision, AuthorizationOutcome } from "./schema";

/** A query as Next hands it to a page: repeated parameters come as a list. */
export type AuthorizationQuery = Record<string, string | string[] | undefined>;

/** What an app asks an admin for, checked. */
export interface AuthorizationRequest {
  app: { id: string; name: string; clientId: string };
  /** The organization that made the app. */
  ownerOrganization: { id: string; name: string; slug: string };
  scopes: Scope[];
  redirectUri: string;
  state: string;
  challenge: string;
}

export type AuthorizationReading =
  | { kind: "request"; request: AuthorizationRequest }
  /** Who asks or where the answer goes is not certain: say it on the page and never redirect (RFC 6749 §4.1.2.1). */
  | { kind: "refused"; detail: string }
  /** The app asked for something impossible: send the browser there, where the app reads why. */
  | { kind: "returned"; redirectTo: string };

/**
 * Checks an authorization request (RFC 6749 §4.1.1; PKCE with S256 and `state` are required; the redirect URI is compared
 * character by character, RFC 9700 §2.1). Reads only; the consent page shows what it finds, `decideAuthorization` checks again.
 */
export async function readAuthorization(_db: Executor, _query: AuthorizationQuery): Promise<AuthorizationReading> {
  return { kind: "refused", detail: "Authorization requests are not taken yet." };
}

/**
 * Writes down what an admin decided for the organization of the context.
 * @returns where to send the browser: with a code that lives 60 s and works once, or with `access_denied`.
 * @throws Failure `invalid_request` when the request is not one that `readAuthorization` takes.
 */
export async function decideAuthorization(_ctx: Context, _input: AuthorizationDecision): Promise<AuthorizationOutcome> {
  throw new Error("not yet");
}
