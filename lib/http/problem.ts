import { databaseCode, isTransient } from "@/lib/db/errors";
import { env } from "@/lib/env";
import { type ErrorCode, errorCodes, type Failure, isFailure } from "@/lib/errors";
import { maskTarget } from "@/lib/http/log/mask";
import type { Reply } from "@/lib/http/reply/reply";
import { recordDatabaseFailure } from "@/lib/http/server/disk";
import { MAX_LISTED_ERRORS } from "@/lib/limits";
import { describeError, log } from "@/lib/log";
import { internalError, unavailable } from "./failures";

/**
 * Converts any thrown value to a Failure. Temporary problems become 503. Unknown errors are logged and become 500,
 * without details.
 */
export function toFailure(error: unknown, requestId: string): Failure {
  if (isFailure(error)) return error;
  const code = databaseCode(error);
  if (isTransient(error)) {
    recordDatabaseFailure(code);
    log.warn({ request_id: requestId, code }, "the database is unavailable");
    return unavailable();
  }
  log.error({ request_id: requestId, ...describeError(error) }, "unexpected error");
  return internalError();
}

/** Returns the URL of an error code's documentation. */
function problemType(code: ErrorCode): string {
  return `${env().BASE_URL}/docs/errors#${code}`;
}

/** Returns the problem of a rejected batch row. */
export function toRowProblem(failure: Failure) {
  const { status, title } = errorCodes[failure.code];
  return {
    type: problemType(failure.code),
    title,
    status,
    detail: failure.message,
    code: failure.code,
    ...(failure.errors && { errors: failure.errors.slice(0, MAX_LISTED_ERRORS) }),
    ...failure.extra,
  };
}

/** Returns the reply for a failure: a problem document (RFC 9457). */
export function toProblem(failure: Failure, requestId: string, instance: string): Reply {
  const { status } = errorCodes[failure.code];
  const body = { ...toRowProblem(failure), instance: maskTarget(instance), request_id: requestId };
  return {
    status,
    headers: { "Content-Type": "application/problem+json", ...failure.headers },
    body: JSON.stringify(body),
  };
}
