import { decodeId } from "@/lib/db/ids";
import { defineOperation } from "@/lib/http/operation";
import { pageQuerySchema } from "@/lib/http/wire";
import { recordConsent } from "./authorize";
import { issueToken } from "./issue";
import { readApp, readApps, readGrants } from "./reads";
import {
  appParamsSchema,
  authorizationDecisionSchema,
  authorizationOutcomeSchema,
  grantParamsSchema,
  introspectionRequestSchema,
  introspectionSchema,
  oauthAppCreateSchema,
  oauthAppListSchema,
  oauthAppSchema,
  oauthAppSecretSchema,
  oauthAppUpdateSchema,
  oauthGrantListSchema,
  revocationRequestSchema,
  tokenReplySchema,
  tokenRequestSchema,
} from "./schema";
import { describeToken, endToken } from "./tokens";
import { addApp, changeApp, removeApp, replaceAppSecret, withdrawGrant } from "./writes";

const tag = "OAuth apps";
const access = { role: "admin" } as const;

export const listApps = defineOperation(
  {
    id: "listApps",
    method: "GET",
    path: "/oauth/apps",
    tag,
    summary: "List the organization's OAuth apps",
    access,
    query: pageQuerySchema,
    status: 200,
    response: oauthAppListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readApps(ctx, query),
);

export const createApp = defineOperation(
  {
    id: "createApp",
    method: "POST",
    path: "/oauth/apps",
    tag,
    summary: "Create an OAuth app",
    access,
    body: oauthAppCreateSchema,
    status: 201,
    response: oauthAppSecretSchema,
    errors: ["limit_reached"],
  },
  (ctx, { body }) => addApp(ctx, body),
);

export const getApp = defineOperation(
  {
    id: "getApp",
    method: "GET",
    path: "/oauth/apps/{id}",
    tag,
    summary: "Get an OAuth app",
    access,
    params: appParamsSchema,
    status: 200,
    response: oauthAppSchema,
  },
  (ctx, { params }) => readApp(ctx, decodeId("app", params.id) ?? ""),
);

export const updateApp = defineOperation(
  {
    id: "updateApp",
    method: "PATCH",
    path: "/oauth/apps/{id}",
    tag,
    summary: "Change, disable or enable an OAuth app",
    description:
      "Changes the fields that you send and leaves the others. Send the `ETag` you read as `If-Match` so that you don't overwrite someone else's change. Disabling an app revokes its tokens and authorizations. Enabling it doesn't restore them.",
    access,
    params: appParamsSchema,
    body: oauthAppUpdateSchema,
    headers: ["if-match"],
    status: 200,
    response: oauthAppSchema,
  },
  (ctx, { params, body, headers }) => changeApp(ctx, params.id, body, headers["if-match"]),
);

export const deleteApp = defineOperation(
  {
    id: "deleteApp",
    method: "DELETE",
    path: "/oauth/apps/{id}",
    tag,
    summary: "Delete an OAuth app with all its tokens",
    access,
    params: appParamsSchema,
    status: 204,
  },
  (ctx, { params }) => removeApp(ctx, params.id),
);

export const rotateAppSecret = defineOperation(
  {
    id: "rotateAppSecret",
    method: "POST",
    path: "/oauth/apps/{id}/rotate-secret",
    tag,
    summary: "Replace an OAuth app's secret, and revoke the old one and all access tokens",
    access,
    params: appParamsSchema,
    status: 200,
    response: oauthAppSecretSchema,
  },
  (ctx, { params }) => replaceAppSecret(ctx, params.id),
);

export const listGrants = defineOperation(
  {
    id: "listGrants",
    method: "GET",
    path: "/oauth/grants",
    tag,
    summary: "List the apps authorized by the organization",
    access,
    query: pageQuerySchema,
    status: 200,
    response: oauthGrantListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readGrants(ctx, query),
);

export const revokeGrant = defineOperation(
  {
    id: "revokeGrant",
    method: "DELETE",
    path: "/oauth/grants/{id}",
    tag,
    summary: "Revoke an app's access to the organization",
    access,
    params: grantParamsSchema,
    status: 204,
  },
  (ctx, { params }) => withdrawGrant(ctx, params.id),
);

export const decideAuthorization = defineOperation(
  {
    id: "decideAuthorization",
    method: "POST",
    path: "/oauth/authorizations",
    tag,
    summary: "Allow or deny an app's authorization request",
    access,
    body: authorizationDecisionSchema,
    status: 200,
    response: authorizationOutcomeSchema,
  },
  (ctx, { body }) => recordConsent(ctx, body),
);

const machine = { tag: "OAuth", access: "public", form: true, headers: ["authorization"], status: 200 } as const;
const PLAIN_ERRORS =
  "Errors are OAuth error responses with `error` and `error_description` (RFC 6749 §5.2), not problem documents.";

export const requestToken = defineOperation(
  {
    ...machine,
    id: "requestToken",
    method: "POST",
    path: "/oauth/token",
    summary: "Get an access token",
    description: `For OAuth apps. \`client_credentials\` accesses the app's own organization. \`authorization_code\` (with PKCE) and \`refresh_token\` access an organization that authorized the app. Each refresh token works once; using it twice revokes the authorization. The app authenticates with Basic or in the form. ${PLAIN_ERRORS}`,
    body: tokenRequestSchema,
    response: tokenReplySchema,
  },
  issueToken,
);

export const revokeToken = defineOperation(
  {
    ...machine,
    id: "revokeToken",
    method: "POST",
    path: "/oauth/revoke",
    summary: "Revoke a token",
    description: `Revokes an access token. A refresh token revokes the whole authorization (RFC 7009). Invalid tokens get the same reply. ${PLAIN_ERRORS}`,
    body: revocationRequestSchema,
  },
  endToken,
);

export const introspectToken = defineOperation(
  {
    ...machine,
    id: "introspectToken",
    method: "POST",
    path: "/oauth/introspect",
    summary: "Introspect a token",
    description: `Returns whether one of the app's tokens is active, and its organization and scopes (RFC 7662). ${PLAIN_ERRORS}`,
    body: introspectionRequestSchema,
    response: introspectionSchema,
  },
  describeToken,
);
