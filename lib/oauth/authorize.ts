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

/** The query parameters as Next passes them to a page. Repeated parameters are an array. */
export type AuthorizationQuery = Record<string, string | string[] | undefined>;

/** A validated authorization request. */
export interface AuthorizationRequest {
  app: { id: string; name: string; clientId: string; grantVersion: number };
  /** The organization that owns the app. */
  ownerOrganization: { id: string; name: string; slug: string };
  scopes: Scope[];
  redirectUri: string;
  state: string;
  challenge: string;
}

export type AuthorizationReading =
  | { kind: "request"; request: AuthorizationRequest }
  /** The client ID or redirect URI is invalid, so the page must show an error and not redirect (RFC 6749 §4.1.2.1). */
  | { kind: "refused"; detail: string }
  /** Another parameter is invalid, so the person is redirected to the app with the error. */
  | { kind: "returned"; redirectTo: string; detail: string };

/** Matches a base64url-encoded SHA-256 hash (RFC 7636 §4.2). */
const CHALLENGE = /^[\w-]{43}$/;
const MAX_STATE_LENGTH = 2_048;

/**
 * Validates an authorization request (RFC 6749 §4.1.1). PKCE with S256 and `state` are required, and the redirect
 * URI must match exactly (RFC 9700 §2.1). It writes nothing: the consent page shows the result, and
 * `decideAuthorization` validates the request again.
 */
export async function readAuthorization(db: Executor, query: AuthorizationQuery): Promise<AuthorizationReading> {
  const { client_id, redirect_uri, state } = query;
  if (typeof client_id !== "string" || typeof redirect_uri !== "string") {
    return { kind: "refused", detail: "The URL must contain client_id and redirect_uri exactly once each." };
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

/** Returns the error code and description for an invalid parameter other than client ID and redirect URI, or null. */
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

/** Returns the requested scopes in canonical order. Returns an empty list if one of them isn't allowed. */
function scopesOf(text: string, held: readonly Scope[]): Scope[] {
  const names = text.split(" ").filter(Boolean);
  const asked = scopes.filter((scope) => names.includes(scope));
  return names.every((name) => held.some((scope) => scope === name)) ? asked : [];
}

/**
 * Returns the redirect URI with the response added to its own query parameters (RFC 6749 §3.1.2). `iss` identifies
 * the issuer (RFC 9207).
 */
function redirect(uri: string, state: AuthorizationQuery[string], answer: Record<string, string>): string {
  const query = new URLSearchParams({ ...answer, ...(typeof state === "string" && { state }), iss: env().BASE_URL });
  return `${uri}${uri.includes("?") ? "&" : "?"}${query}`;
}

/**
 * Returns the redirect URL for a person who denies an app's request, or isn't allowed to grant it (RFC 6749
 * §4.1.2.1).
 */
export function denyAuthorization({ redirectUri, state }: AuthorizationRequest): string {
  return redirect(redirectUri, state, { error: "access_denied", error_description: "The user denied access." });
}

/**
 * Records an admin's decision about an authorization request, for the context's organization.
 * @returns the redirect URL, with a single-use code that is valid for 60 s, or with `access_denied`.
 * @throws Failure `invalid_request` for a request that `readAuthorization` rejects.
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
