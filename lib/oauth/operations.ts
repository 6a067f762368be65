import { operation } from "@/lib/http/operation";
import {
  appParams,
  authorizationDecision,
  authorizationOutcome,
  grantParams,
  grantQuery,
  introspection,
  introspectionRequest,
  oauthApp,
  oauthAppCreate,
  oauthAppList,
  oauthAppSecret,
  oauthAppUpdate,
  oauthGrantList,
  revocationRequest,
  tokenReply,
  tokenRequest,
} from "./schema";

const tag = "OAuth apps";
const access = { role: "admin" } as const;

export const listApps = operation({
  id: "listApps",
  method: "GET",
  path: "/oauth/apps",
  tag,
  summary: "List the organization's OAuth apps",
  access,
  status: 200,
  response: oauthAppList,
});

export const createApp = operation({
  id: "createApp",
  method: "POST",
  path: "/oauth/apps",
  tag,
  summary: "Create an OAuth app",
  access,
  body: oauthAppCreate,
  status: 201,
  response: oauthAppSecret,
  errors: ["limit_reached"],
});

export const getApp = operation({
  id: "getApp",
  method: "GET",
  path: "/oauth/apps/{id}",
  tag,
  summary: "Get an OAuth app",
  access,
  params: appParams,
  status: 200,
  response: oauthApp,
});

export const updateApp = operation({
  id: "updateApp",
  method: "PATCH",
  path: "/oauth/apps/{id}",
  tag,
  summary: "Change, disable or enable an OAuth app",
  access,
  params: appParams,
  body: oauthAppUpdate,
  status: 200,
  response: oauthApp,
});

export const deleteApp = operation({
  id: "deleteApp",
  method: "DELETE",
  path: "/oauth/apps/{id}",
  tag,
  summary: "Delete an OAuth app with all its tokens",
  access,
  params: appParams,
  status: 204,
});

export const rotateAppSecret = operation({
  id: "rotateAppSecret",
  method: "POST",
  path: "/oauth/apps/{id}/rotate-secret",
  tag,
  summary: "Replace an OAuth app's secret; the old one and all access tokens end at once",
  access,
  params: appParams,
  status: 200,
  response: oauthAppSecret,
});

export const listGrants = operation({
  id: "listGrants",
  method: "GET",
  path: "/oauth/grants",
  tag,
  summary: "List the apps that may act for the organization",
  access,
  query: grantQuery,
  status: 200,
  response: oauthGrantList,
  errors: ["invalid_cursor"],
});

export const revokeGrant = operation({
  id: "revokeGrant",
  method: "DELETE",
  path: "/oauth/grants/{id}",
  tag,
  summary: "Let an app act for the organization no longer",
  access,
  params: grantParams,
  status: 204,
});

export const decideAuthorization = operation({
  id: "decideAuthorization",
  method: "POST",
  path: "/oauth/authorizations",
  tag,
  summary: "Allow or deny an app's authorization request",
  access,
  body: authorizationDecision,
  status: 200,
  response: authorizationOutcome,
});
