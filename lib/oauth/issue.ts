import OAuth2Server from "@node-oauth/oauth2-server";
import type { App } from "@/lib/auth/app";
import type { PublicContext } from "@/lib/http/context";
import { type OAuthErrorCode, oauthErrors, oauthFailure } from "@/lib/http/request/form";
import { ACCESS_TOKEN_S, REFRESH_TOKEN_D } from "@/lib/limits";
import { type ClientRequest, identifyClient } from "./client";
import { invalidGrant } from "./failures";
import { tokenModel } from "./model";
import { grantTypes, type TokenReply, type TokenRequest } from "./schema";

const FORM = "application/x-www-form-urlencoded";
const DAY_S = 86_400;

/**
 * Handles a token request (RFC 6749 §4.1.3, §4.4, §6).
 * @returns the token reply.
 * @throws Failure with an OAuth error code.
 */
export async function issueToken(ctx: PublicContext, request: ClientRequest<TokenRequest>): Promise<TokenReply> {
  const form = request.body;
  const app = await identifyClient(ctx, request);
  if (!grantTypes.some((type) => type === form.grant_type)) {
    throw oauthFailure("unsupported_grant_type", `Use the grant_type ${grantTypes.join(", ")}.`);
  }
  // An invalid grant is returned instead of thrown, so that its side effects commit: a stolen code, for example,
  // revokes its grant. Other errors roll back, so a refresh token still works after a request for too many scopes.
  const outcome = await ctx.db.transaction(async (tx) => {
    const result = await exchange(app, form, new OAuth2Server({ model: tokenModel(tx, ctx, app) }));
    const isRefused = result instanceof OAuth2Server.OAuthError && !(result instanceof OAuth2Server.InvalidGrantError);
    if (isRefused) throw failureOf(result);
    return result;
  });
  if (outcome instanceof OAuth2Server.OAuthError) throw failureOf(outcome);
  return outcome;
}

async function exchange(
  app: App,
  form: TokenRequest,
  server: OAuth2Server,
): Promise<TokenReply | OAuth2Server.OAuthError> {
  const request = new OAuth2Server.Request({
    method: "POST",
    query: {},
    headers: { "content-type": FORM, "content-length": "1" },
    // The secret has already been checked, but the library requires a value.
    body: { ...form, client_id: app.clientId, client_secret: "checked" },
  });
  try {
    const token = await server.token(request, new OAuth2Server.Response(), {
      accessTokenLifetime: ACCESS_TOKEN_S,
      refreshTokenLifetime: REFRESH_TOKEN_D * DAY_S,
    });
    return {
      access_token: token.accessToken,
      token_type: "Bearer",
      expires_in: ACCESS_TOKEN_S,
      scope: (token.scope ?? []).join(" "),
      ...(token.refreshToken !== undefined && { refresh_token: token.refreshToken }),
    };
  } catch (error) {
    // The library wraps unknown errors in a ServerError. The inner errors are our own, so rethrow them.
    if (error instanceof OAuth2Server.ServerError) throw innerOf(error);
    if (error instanceof OAuth2Server.OAuthError) return error;
    throw error;
  }
}

const innerOf = (error: OAuth2Server.ServerError): unknown => ("inner" in error && error.inner) || error;

function failureOf(error: OAuth2Server.OAuthError) {
  const code = oauthErrors.find((known) => known === error.name) ?? ("invalid_request" satisfies OAuthErrorCode);
  // RFC 6749 §5.2 counts a mismatching redirect URI as an invalid grant.
  const isGrant = code === "invalid_request" && error.message.includes("`redirect_uri` is invalid");
  return isGrant || code === "invalid_grant" ? invalidGrant() : oauthFailure(code, describeError(code, error));
}

/** Replaces the library's message with a sentence that says what to send. */
function describeError(code: OAuthErrorCode, { message }: OAuth2Server.OAuthError): string {
  if (code === "invalid_scope") return "Request only scopes that the app has. A refresh can't add scopes.";
  const [, parameter] = /`(\w+)`/.exec(message) ?? [];
  if (parameter === undefined) return "The token request isn't valid. See RFC 6749 for its parameters.";
  return message.startsWith("Missing")
    ? `Send the parameter ${parameter}.`
    : `The parameter ${parameter} is malformed.`;
}
