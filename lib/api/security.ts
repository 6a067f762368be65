import type { oas31 } from "zod-openapi";
import { env } from "@/lib/env";
import { authorizationServer } from "@/lib/oauth/discovery";
import { scopeMeanings } from "./scopes";

/** Returns the authentication schemes of the OpenAPI document. An operation accepts either one. */
export function securitySchemes(): Record<string, oas31.SecuritySchemeObject> {
  const { token_endpoint, authorization_endpoint } = authorizationServer() as Record<string, string>;
  const tokenUrl = token_endpoint ?? "";
  const flow = { tokenUrl, refreshUrl: tokenUrl, scopes: scopeMeanings };
  return {
    apiKey: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: "`Bearer ` followed by an API key. Admins create keys on the API keys page in the settings.",
    },
    oauth2: {
      type: "oauth2",
      description: `\`Bearer \` followed by an access token of an OAuth app. Apps use client credentials for their own organization, and an authorization code with PKCE for customers that authorized them. See ${env().BASE_URL}/.well-known/oauth-authorization-server (RFC 8414).`,
      flows: {
        clientCredentials: { tokenUrl, scopes: scopeMeanings },
        authorizationCode: { ...flow, authorizationUrl: authorization_endpoint ?? "" },
      },
    },
  };
}

/**
 * Returns the security requirement of an operation: an API key, or an access token with this scope. Null requires
 * no scope.
 */
export function operationSecurity(scope: string | null): oas31.SecurityRequirementObject[] {
  return [{ apiKey: [] }, { oauth2: scope === null ? [] : [scope] }];
}
