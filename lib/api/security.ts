import type { oas31 } from "zod-openapi";
import { env } from "@/lib/env";
import { authorizationServer } from "@/lib/oauth/discovery";
import { scopeMeanings } from "./scopes";

/** The ways to authenticate, of which an operation takes either. */
export function securitySchemes(): Record<string, oas31.SecuritySchemeObject> {
  const { token_endpoint, authorization_endpoint } = authorizationServer() as Record<string, string>;
  const tokenUrl = token_endpoint ?? "";
  const flow = { tokenUrl, refreshUrl: tokenUrl, scopes: scopeMeanings };
  return {
    apiKey: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: "`Bearer ` and an API key, which an admin makes in the API keys page of the settings.",
    },
    oauth2: {
      type: "oauth2",
      description: `\`Bearer \` and an access token of an OAuth app: with client credentials for its own organization, with an authorization code (and PKCE) for the customers that agreed. Described at ${env().BASE_URL}/.well-known/oauth-authorization-server (RFC 8414).`,
      flows: {
        clientCredentials: { tokenUrl, scopes: scopeMeanings },
        authorizationCode: { ...flow, authorizationUrl: authorization_endpoint ?? "" },
      },
    },
  };
}

/** What an operation takes: a key or a token, with the scope where it needs one. */
export function operationSecurity(scope: string | null): oas31.SecurityRequirementObject[] {
  return [{ apiKey: [] }, { oauth2: scope === null ? [] : [scope] }];
}
