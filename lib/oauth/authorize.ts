import { sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import { findAppByClientId } from "@/lib/auth/app";
import type { Context } from "@/lib/auth/context";
import { hashCredential, mintCredential } from "@/lib/auth/credential";
import type { Executor } from "@/lib/db/client";
import { decodeId, encodeId, newId } from "@/lib/db/ids";
import { oauthCodes, oauthGrants } from "@/lib/db/tables/oauth";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { AUTHORIZATION_CODE_S } from "@/lib/limits";
import { type Scope, scopes } from "@/lib/values";
import type { AuthorizationDecision, AuthorizationOutcome } from "./schema";

/** A query as Next hands it to a page: repeated parameters come as a list. */
export type AuthorizationQuery = Record<string, string | string[] | undefined>;

/** What an app asks an admin for, checked. */
export interface AuthorizationRequest {
  app: { id: string; name: string; clientId: string; grantVersion: number };
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
  | { kind: "returned"; redirectTo: string; detail: string };

/** The base64url of a SHA-256 (RFC 7636 §4.2). */
const CHALLENGE = /^[\w-]{43}$/;
const MAX_STATE_LENGTH = 2_048;

/**
 * Checks an authorization request (RFC 6749 §4.1.1; PKCE with S256 and `state` are required; the redirect URI is compared
 * character by character, RFC 9700 §2.1). Reads only; the consent page shows what it finds, `decideAuthorization` checks again.
 */
export async function readAuthorization(db: Executor, query: AuthorizationQuery): Promise<AuthorizationReading> {
  const { client_id, redirect_uri, state } = query;
  if (typeof client_id !== "string" || typeof redirect_uri !== "string") {
    return { kind: "refused", detail: "The URL has no client_id or redirect_uri, or has one of them twice." };
  }
  const app = await findAppByClientId(db, client_id);
  if (!app) return { kind: "refused", detail: "There is no app with this client_id, or it is disabled." };
  if (!app.redirectUris.includes(redirect_uri)) {
    return { kind: "refused", detail: "The redirect_uri doesn't exactly match one that the app registered." };
  }
  const asked =
    typeof query.scope === "string" && query.scope ? scopesOf(query.scope, app.caller.scopes) : [...app.caller.scopes];
  const fault = faultOf(query, asked);
  if (fault) {
    const [error, detail] = fault;
    return {
      kind: "returned",
      redirectTo: redirect(redirect_uri, state, { error, error_description: detail }),
      detail,
    };
  }
  const { organizationId, organization } = app.caller;
  return {
    kind: "request",
    request: {
      app: { id: encodeId("app", app.id), name: app.name, clientId: client_id, grantVersion: app.grantVersion },
      ownerOrganization: {
        id: encodeId("organization", organizationId),
        name: organization.name,
        slug: organization.slug,
      },
      scopes: asked,
      redirectUri: redirect_uri,
      state: String(state),
      challenge: String(query.code_challenge),
    },
  };
}

/** What is wrong with the rest of a request, as its error code and its description. */
function faultOf(query: AuthorizationQuery, asked: readonly Scope[]): [error: string, detail: string] | null {
  const repeated = Object.keys(query).find((name) => Array.isArray(query[name]));
  if (repeated !== undefined) return ["invalid_request", "A parameter is repeated."];
  if (!query.response_type) return ["invalid_request", "The parameter response_type is missing."];
  if (query.response_type !== "code") return ["unsupported_response_type", "Only response_type=code is supported."];
  if (!query.state) return ["invalid_request", "The parameter state is missing."];
  if (query.state.length > MAX_STATE_LENGTH) return ["invalid_request", "The parameter state is too long."];
  if (!query.code_challenge) return ["invalid_request", "PKCE is required: the parameter code_challenge is missing."];
  if (query.code_challenge_method !== "S256")
    return ["invalid_request", "Only code_challenge_method=S256 is supported."];
  if (!CHALLENGE.test(String(query.code_challenge)))
    return ["invalid_request", "The code_challenge isn't a base64url-encoded SHA-256."];
  return asked.length === 0 ? ["invalid_scope", "A scope is unknown, or the app may not request it."] : null;
}

/** The scopes of a request in the order of the list of all, or none when one of them cannot be had. */
function scopesOf(text: string, held: readonly Scope[]): Scope[] {
  const names = text.split(" ").filter(Boolean);
  const asked = scopes.filter((scope) => names.includes(scope));
  return names.every((name) => held.some((scope) => scope === name)) ? asked : [];
}

/** A redirect URI with an answer in its query; what stood there stays (RFC 6749 §3.1.2), and `iss` says whose answer it is (RFC 9207). */
function redirect(uri: string, state: AuthorizationQuery[string], answer: Record<string, string>): string {
  const query = new URLSearchParams({ ...answer, ...(typeof state === "string" && { state }), iss: env().BASE_URL });
  return `${uri}${uri.includes("?") ? "&" : "?"}${query}`;
}

/** Where to send the browser of somebody who will not, or may not, allow what an app asks for (RFC 6749 §4.1.2.1). */
export function denyAuthorization({ redirectUri, state }: AuthorizationRequest): string {
  return redirect(redirectUri, state, { error: "access_denied", error_description: "The user denied access." });
}

/**
 * Writes down what an admin decided for the organization of the context.
 * @returns where to send the browser: with a code that lives 60 s and works once, or with `access_denied`.
 * @throws Failure `invalid_request` when the request is not one that `readAuthorization` takes.
 */
export async function recordConsent(
  ctx: Context,
  { decision, ...query }: AuthorizationDecision,
): Promise<AuthorizationOutcome> {
  const reading = await readAuthorization(ctx.db, query);
  if (reading.kind !== "request") throw new Failure("invalid_request", reading.detail);
  const { request } = reading;
  const { redirectUri, state } = request;
  if (decision === "deny") return { redirect_to: denyAuthorization(request) };
  const code = await allow(ctx, request);
  return { redirect_to: redirect(redirectUri, state, { code }) };
}

async function allow(ctx: Context, request: AuthorizationRequest): Promise<string> {
  const code = mintCredential("code");
  const grantId = newId();
  const appId = decodeId("app", request.app.id) ?? "";
  const granted = { organizationId: ctx.organizationId, appId, scopes: request.scopes };
  const { grantVersion } = request.app;
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(oauthGrants)
      .values({ ...granted, id: grantId, grantVersion, grantedBy: ctx.actor.id, grantedByName: ctx.actor.name });
    await tx.insert(oauthCodes).values({
      ...granted,
      hash: Buffer.from(hashCredential(code), "hex"),
      grantId,
      redirectUri: request.redirectUri,
      challenge: request.challenge,
      expiresAt: sql`now() + make_interval(secs => ${AUTHORIZATION_CODE_S})`,
    });
    await recordAudit(tx, ctx, {
      action: "app.authorized",
      targetId: encodeId("grant", grantId),
      targetName: request.app.name,
      after: { app: request.app.id, owner: request.ownerOrganization.name, scopes: request.scopes },
    });
  });
  return code;
}
