import { z } from "zod";
import { env } from "@/lib/env";
import { defineOperation } from "@/lib/http/operation";
import { scopes } from "@/lib/values";
import { introspectToken, requestToken, revokeToken } from "./operations";
import { grantTypes } from "./schema";

/** The path of the authorization server's metadata (RFC 8414 §3), at the site's root. */
const DISCOVERY_PATH = "/.well-known/oauth-authorization-server";
/** The path of the consent page. */
const AUTHORIZATION_PATH = "/oauth/authorize";

const AUTHENTICATION_METHODS = ["client_secret_basic", "client_secret_post"];

/** Returns the authorization server's metadata (RFC 8414 §2, RFC 9207 §3). */
export function authorizationServer(): Record<string, unknown> {
  const { BASE_URL } = env();
  const endpoint = ({ path }: { path: string }) => `${BASE_URL}/api/v1${path}`;
  return {
    issuer: BASE_URL,
    authorization_endpoint: `${BASE_URL}${AUTHORIZATION_PATH}`,
    token_endpoint: endpoint(requestToken),
    revocation_endpoint: endpoint(revokeToken),
    introspection_endpoint: endpoint(introspectToken),
    scopes_supported: scopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: AUTHENTICATION_METHODS,
    revocation_endpoint_auth_methods_supported: AUTHENTICATION_METHODS,
    introspection_endpoint_auth_methods_supported: AUTHENTICATION_METHODS,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${BASE_URL}/docs/oauth`,
  };
}

/**
 * The operation that returns the authorization server's metadata. Like all paths at the site's root, it isn't in
 * the catalog.
 */
export const getAuthorizationServer = defineOperation(
  {
    id: "getAuthorizationServer",
    method: "GET",
    path: DISCOVERY_PATH,
    tag: "OAuth",
    summary: "Get the authorization server's metadata",
    access: "public",
    constant: true,
    status: 200,
    response: z.record(z.string(), z.unknown()),
  },
  authorizationServer,
);
