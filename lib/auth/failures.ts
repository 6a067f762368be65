import { Failure } from "@/lib/errors";
import type { Scope } from "@/lib/values";

const SEND_A_KEY =
  "Send an API key or access token in the header `Authorization: Bearer …`. Admins create keys on the API keys page in the settings.";

/**
 * Returns the same failure for all invalid credentials, so that guessing reveals nothing (RFC 6750 §3).
 * @param hint a sentence that says what to send.
 */
export function unauthenticated(hint = SEND_A_KEY): Failure {
  return new Failure("unauthenticated", `The request has no valid credential. ${hint}`, {
    headers: { "WWW-Authenticate": 'Bearer realm="sightline"' },
  });
}

export function apiAccessDisabled(): Failure {
  const detail =
    "API access is turned off for this organization. An admin can turn it on in the settings, under API keys.";
  return new Failure("api_access_disabled", detail);
}

export function insufficientScope(needed: Scope, granted: readonly Scope[]): Failure {
  const detail = `The credential needs the scope ${needed}. Add it to the key, or use one that has it.`;
  return new Failure("insufficient_scope", detail, {
    extra: { required_scopes: [needed], granted_scopes: granted },
    headers: { "WWW-Authenticate": `Bearer realm="sightline", error="insufficient_scope", scope="${needed}"` },
  });
}

/** Returns the failure for a key or token that requests an operation reserved for people. */
export function peopleOnly(): Failure {
  return new Failure("forbidden", "API keys and access tokens can't do this. Sign in to the portal to do it.");
}

export function twoFactorRequired(): Failure {
  const detail = "This organization requires two-factor sign-in. Set it up on your account page.";
  return new Failure("two_factor_required", detail);
}
