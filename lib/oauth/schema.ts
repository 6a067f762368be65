import { z } from "zod";
import { shownOnce } from "@/lib/http/secret-fields";
import { idSchema, listSchema, nameSchema, textSchema } from "@/lib/http/wire";
import { MAX_REDIRECT_URIS } from "@/lib/limits";
import { oauthTokenKinds, scopes } from "@/lib/values";

const appStates = ["active", "disabled"] as const;
export type AppState = (typeof appStates)[number];

const MAX_URI_LENGTH = 2_048;
const MAX_STATE_LENGTH = 2_048;
const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Returns why a redirect URI is invalid, or null (RFC 6749 §3.1.2, RFC 9700 §2.1 and §4.1). URIs must be
 * normalized, because they are later compared exactly.
 */
function redirectUriFault(uri: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(uri))
    return "Use only visible ASCII characters. Write internationalized host names as xn--….";
  if (!URL.canParse(uri)) return "Must be an absolute URL.";
  const { protocol, hostname, username, password, href } = new URL(uri);
  const isLoopback = protocol === "http:" && LOOPBACK_HOSTS.includes(hostname);
  if (protocol !== "https:" && !isLoopback) return "Must start with https://. http:// is allowed only for localhost.";
  if (username || password || /^[a-z]+:\/\/[^/?#]*@/i.test(uri)) return "Must not contain a username or password.";
  if (uri.includes("#")) return "Must not have a fragment (#…).";
  if (uri.includes("*")) return "Must not contain a wildcard. List each URI.";
  if (href !== uri && href !== `${uri}/`) return `Use the normalized form: ${href}`;
  return null;
}

const redirectUri = z
  .string()
  .max(MAX_URI_LENGTH, `At most ${MAX_URI_LENGTH} characters.`)
  .superRefine((uri, context) => {
    const fault = redirectUriFault(uri);
    if (fault) context.addIssue({ code: "custom", message: fault });
  });

const redirectUris = z
  .array(redirectUri)
  .max(MAX_REDIRECT_URIS, `At most ${MAX_REDIRECT_URIS} redirect URIs.`)
  .transform((list) => [...new Set(list)])
  .meta({ description: "URIs to which the browser may be redirected after consent. They must match exactly" });
const appScopes = z
  .array(z.enum(scopes))
  .min(1, "Choose at least one scope.")
  .meta({ description: "The maximum scopes that the app may request" });

export const oauthAppSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    client_id: z.string().meta({ example: "sl_app_0123456789abcdefghijklmnopqrstABCDEF" }),
    secret_last_four: z.string(),
    scopes: z.array(z.enum(scopes)),
    redirect_uris: z.array(z.string()).meta({ description: "Empty if the app only accesses its own organization" }),
    state: z.enum(appStates),
    grants: z.int().meta({ description: "Number of active authorizations. An organization can have several" }),
    version: z.int(),
    created_at: z.string(),
    created_by: z.string().meta({ description: "Name of the person" }),
    disabled_at: z.string().nullable(),
    secret_rotated_at: z.string().nullable(),
    last_used_at: z
      .string()
      .nullable()
      .meta({ description: "When any of its tokens was last used. Updated at most once a minute" }),
    last_used_ip: z.string().nullable(),
    last_used_agent: z.string().nullable(),
  })
  .meta({ id: "OAuthApp" });
export type OAuthApp = z.output<typeof oauthAppSchema>;

export const oauthAppListSchema = listSchema(oauthAppSchema).meta({ id: "OAuthAppList" });
export type OAuthAppList = z.output<typeof oauthAppListSchema>;

export const oauthAppSecretSchema = z
  .object({
    app: oauthAppSchema,
    client_secret: shownOnce("The secret itself"),
  })
  .meta({ id: "OAuthAppSecret" });
export type OAuthAppSecret = z.output<typeof oauthAppSecretSchema>;
/** The reply to the request that created the secret. In a replay, the secret is null. */
export type NewOAuthApp = OAuthAppSecret & { client_secret: string };

export const oauthAppCreateSchema = z
  .strictObject({ name: nameSchema(100), scopes: appScopes, redirect_uris: redirectUris.default([]) })
  .meta({ id: "OAuthAppCreate" });
export type OAuthAppCreate = z.output<typeof oauthAppCreateSchema>;

export const oauthAppUpdateSchema = z
  .strictObject({
    name: nameSchema(100).optional(),
    scopes: appScopes.optional(),
    redirect_uris: redirectUris.optional(),
    enabled: z.boolean().optional(),
  })
  .meta({ id: "OAuthAppUpdate" });
export type OAuthAppUpdate = z.output<typeof oauthAppUpdateSchema>;

export const appParamsSchema = z.object({ id: idSchema("app") });
export const grantParamsSchema = z.object({ id: idSchema("grant") });

/** An app that an admin authorized for this organization. */
const oauthGrant = z
  .object({
    id: z.string(),
    app: z.object({ id: z.string(), name: z.string(), state: z.enum(appStates) }),
    owner: z
      .object({ name: z.string(), is_own: z.boolean() })
      .meta({ description: "The organization that created the app" }),
    scopes: z
      .array(z.enum(scopes))
      .meta({ description: "The granted scopes, except those that have since been removed from the app" }),
    granted_by: z.string().meta({ description: "Name of the person" }),
    granted_at: z.string(),
    last_used_at: z.string().nullable().meta({ description: "Updated at most once a minute" }),
  })
  .meta({ id: "OAuthGrant" });
export type OAuthGrant = z.output<typeof oauthGrant>;
export const oauthGrantListSchema = listSchema(oauthGrant).meta({ id: "OAuthGrantList" });
export type OAuthGrantList = z.output<typeof oauthGrantListSchema>;

const decisions = ["allow", "deny"] as const;

/**
 * The parameters of an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3) on the consent page, and the admin's
 * decision.
 */
export const authorizationDecisionSchema = z
  .strictObject({
    response_type: textSchema(50).optional(),
    client_id: textSchema(200).optional(),
    redirect_uri: textSchema(MAX_URI_LENGTH).optional(),
    scope: textSchema(1_000).optional(),
    state: textSchema(MAX_STATE_LENGTH).optional(),
    code_challenge: textSchema(200).optional(),
    code_challenge_method: textSchema(50).optional(),
    decision: z.enum(decisions),
  })
  .meta({ id: "OAuthAuthorizationDecision" });
export type AuthorizationDecision = z.output<typeof authorizationDecisionSchema>;

export const authorizationOutcomeSchema = z
  .object({ redirect_to: shownOnce("Redirect the browser to this URI. After consent, it contains the code") })
  .meta({ id: "OAuthAuthorizationOutcome" });
export type AuthorizationOutcome = z.output<typeof authorizationOutcomeSchema>;

export const grantTypes = ["client_credentials", "authorization_code", "refresh_token"] as const;

const client = {
  client_id: z.string().optional().meta({
    description: "The app's client ID, unless sent with `Authorization: Basic`",
    example: "sl_app_0123456789abcdefghijklmnopqrstABCDEF",
  }),
  client_secret: z.string().optional().meta({
    description: "The app's secret, unless sent with `Authorization: Basic`",
    example: "sl_secret_0123456789abcdefghijklmnopqrstABCDEF",
  }),
};
const hint = z
  .string()
  .optional()
  .meta({ description: "A hint about the token's type. A wrong hint is ignored", example: "access_token" });

/** The schema of a token request's form. Unknown parameters are ignored (RFC 6749 §3.2). */
export const tokenRequestSchema = z
  .object({
    grant_type: z
      .string()
      .meta({ id: "OAuthGrantType", description: "The grant type", override: { enum: [...grantTypes] } }),
    scope: z.string().optional().meta({
      description:
        "Scopes separated by spaces. Without it, the token has all scopes of the app or, with a code or refresh token, of the authorization",
      example: "alerts:read alerts:write",
    }),
    code: z.string().optional().meta({ description: "With `authorization_code`: the code from the redirect" }),
    redirect_uri: z
      .string()
      .optional()
      .meta({ description: "With `authorization_code`: the same as in the authorization request" }),
    code_verifier: z
      .string()
      .optional()
      .meta({ description: "With `authorization_code`: the PKCE code verifier (RFC 7636)" }),
    refresh_token: z.string().optional().meta({ description: "With `refresh_token`: the latest refresh token" }),
    ...client,
  })
  .meta({ id: "OAuthTokenRequest" });
export type TokenRequest = z.output<typeof tokenRequestSchema>;

export const tokenReplySchema = z
  .object({
    access_token: z.string().meta({
      description: "Send it as `Authorization: Bearer …`",
      example: "sl_token_0123456789abcdefghijklmnopqrstABCDEF",
    }),
    token_type: z.literal("Bearer").meta({ description: "The token type" }),
    expires_in: z.int().meta({ description: "Seconds until it expires", example: 3600 }),
    scope: z.string().meta({ description: "Its scopes, separated by spaces", example: "alerts:read alerts:write" }),
    refresh_token: z.string().optional().meta({
      description: "Use it once to get the next access token. Missing with `client_credentials`",
      example: "sl_refresh_0123456789abcdefghijklmnopqrstABCDEF",
    }),
  })
  .meta({ id: "OAuthToken" });
export type TokenReply = z.output<typeof tokenReplySchema>;

export const revocationRequestSchema = z
  .object({
    token: z.string().meta({ description: "An access or refresh token", override: { minLength: 1 } }),
    token_type_hint: hint,
    ...client,
  })
  .meta({ id: "OAuthRevocationRequest" });

/** The form of a revocation or introspection request. */
export type TokenForm = z.output<typeof revocationRequestSchema>;

export const introspectionRequestSchema = z
  .object({
    token: z.string().meta({ description: "An access or refresh token of the app", override: { minLength: 1 } }),
    token_type_hint: hint,
    ...client,
  })
  .meta({ id: "OAuthIntrospectionRequest" });

export const introspectionSchema = z
  .object({
    active: z.boolean().meta({ description: "Whether the token is active. Also false for tokens of other apps" }),
    scope: z.string().optional().meta({ description: "Its scopes, separated by spaces" }),
    client_id: z.string().optional().meta({ description: "The app" }),
    token_type: z.literal("Bearer").optional().meta({ description: "Only for access tokens" }),
    kind: z.enum(oauthTokenKinds).meta({ id: "OAuthTokenKind" }).optional().meta({ description: "The token's type" }),
    exp: z.int().optional().meta({ description: "Expiry, in seconds since 1970" }),
    iat: z.int().optional().meta({ description: "Creation time, in seconds since 1970" }),
    sub: z.string().optional().meta({ description: "The organization that it can access" }),
    organization: z.string().optional().meta({ description: "The slug of the organization that the token can access" }),
    iss: z.string().optional().meta({ description: "The URL of the server that issued the token" }),
  })
  .meta({ id: "OAuthIntrospection" });
export type Introspection = z.output<typeof introspectionSchema>;
