import { isUtf8 } from "node:buffer";
import { errorCodes, Failure } from "@/lib/errors";
import type { Operation } from "@/lib/http/operation";
import type { Reply } from "@/lib/http/reply/reply";
import { parametersOf } from "./parameters";

/** The error codes of OAuth's token endpoints (RFC 6749 §5.2). The last two are from §4.1.2.1. */
export const oauthErrors = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
  "server_error",
  "temporarily_unavailable",
] as const;
export type OAuthErrorCode = (typeof oauthErrors)[number];

/** Returns the failure for an OAuth error, which has its own error code. */
export function oauthFailure(error: OAuthErrorCode, detail: string, headers: Record<string, string> = {}): Failure {
  const code = error === "invalid_client" ? "unauthenticated" : "invalid_request";
  return new Failure(code, detail, { extra: { error }, headers });
}

/**
 * Parses a form body (RFC 6749 appendix B). Parameters without a value count as missing. Unknown parameters are
 * ignored (§3.2).
 * @throws Failure `invalid_request` for a parameter that is repeated, missing or not UTF-8.
 */
export function parseForm(operation: Operation, bytes: Buffer | null): unknown {
  if (bytes && !isUtf8(bytes)) throw oauthFailure("invalid_request", "Send the form as UTF-8.");
  const values: Record<string, string> = Object.create(null);
  for (const { name, value } of parametersOf(bytes?.toString() ?? "")) {
    if (value === null) {
      throw oauthFailure("invalid_request", "A parameter isn't percent-encoded UTF-8. Write % as %25.");
    }
    if (Object.hasOwn(values, name)) throw oauthFailure("invalid_request", `Send the parameter ${nameOf(name)} once.`);
    if (value !== "") values[name] = value;
  }
  const result = operation.body?.safeParse({ ...values });
  if (!result || result.success) return result?.data;
  const names = result.error.issues.map(({ path }) => String(path[0])).join(", ");
  throw oauthFailure("invalid_request", `Send the parameter ${names}.`);
}

// The name of a caller's parameter appears in an error description only if its characters are allowed there (RFC
// 6749 §5.2).
const nameOf = (name: string) => (/^[\w-]{1,50}$/.test(name) ? name : "that comes twice");

/**
 * Returns the reply for a failure as an OAuth error (RFC 6749 §5.2), with the additional fields of a problem
 * document.
 */
export function formProblem(failure: Failure, requestId: string): Reply {
  const { code, errors } = failure;
  const { status } = errorCodes[code];
  const body = {
    error: failure.extra?.error ?? errorOf(status),
    error_description: failure.message,
    status,
    code,
    ...(errors && { errors }),
    request_id: requestId,
  };
  return {
    status,
    headers: { "Content-Type": "application/json", ...failure.headers },
    body: JSON.stringify(body),
  };
}

function errorOf(status: number): OAuthErrorCode {
  if (status === 429 || status === 503) return "temporarily_unavailable";
  return status === 500 ? "server_error" : "invalid_request";
}
