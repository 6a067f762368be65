import { isUtf8 } from "node:buffer";
import { errorCodes, Failure } from "@/lib/errors";
import type { Operation } from "@/lib/http/operation";
import type { Reply } from "@/lib/http/reply/reply";
import { parametersOf } from "./parameters";

/** The error codes of OAuth's machine endpoints (RFC 6749 §5.2; the last two are those of §4.1.2.1). */
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

/** A refusal that OAuth has a code of its own for. */
export function oauthFailure(error: OAuthErrorCode, detail: string, headers: Record<string, string> = {}): Failure {
  const code = error === "invalid_client" ? "unauthenticated" : "invalid_request";
  return new Failure(code, detail, { extra: { error }, headers });
}

/**
 * Reads a form (RFC 6749 appendix B). A parameter without a value counts as left out, one that is not known is ignored
 * (§3.2).
 * @throws Failure `invalid_request` for a parameter that comes twice, is missing or is not UTF-8.
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

// What a caller made up goes into an error description only where it is harmless there (RFC 6749 §5.2).
const nameOf = (name: string) => (/^[\w-]{1,50}$/.test(name) ? name : "that comes twice");

/** An error as RFC 6749 §5.2 lays it down, for the clients that know no other kind, with what else a problem tells. */
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
