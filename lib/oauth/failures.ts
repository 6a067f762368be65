import type { Failure } from "@/lib/errors";
import { oauthFailure } from "@/lib/http/request/form";

const ONE_METHOD = "Send the app's client ID and secret either with `Authorization: Basic` or in the form.";

export function invalidClient(): Failure {
  return oauthFailure("invalid_client", `The client ID or secret is missing or wrong. ${ONE_METHOD}`, {
    "WWW-Authenticate": 'Basic realm="sightline", charset="UTF-8"',
  });
}

/** Returns the failure for a request that authenticates its client in two ways (RFC 6749 §2.3). */
export function twoCredentials(): Failure {
  return oauthFailure("invalid_request", `The request has two client credentials. ${ONE_METHOD}`);
}

/** Returns the failure for an invalid code or refresh token. It is the same for every reason. */
export function invalidGrant(): Failure {
  return oauthFailure(
    "invalid_grant",
    "The code or refresh token is unknown, expired or already used, or belongs to another app or redirect URI. Start the authorization again.",
  );
}
