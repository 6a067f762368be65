import { DrizzleQueryError } from "drizzle-orm";
import { env } from "@/lib/env";
import { type ErrorCode, errorCodes, Failure } from "@/lib/errors";
import { MAX_LISTED_ERRORS } from "@/lib/limits";
import { log } from "@/lib/log";
import { noteDatabaseFailure } from "./disk";
import { maskTarget } from "./mask";
import type { Reply } from "./reply";

/** SQLSTATEs and client codes that say "not now" rather than "never" (PostgreSQL appendix A). */
const TRANSIENT = new Set([
  "08000",
  "08003",
  "08006",
  "25006",
  "40001",
  "40P01",
  "53000",
  "53100",
  "53200",
  "53300",
  "55P03",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "25P03",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);
const RETRY_AFTER_S = 1;

/** The code that the database or its driver gave to an error, wherever it is wrapped. */
export function databaseCode(error: unknown): string | undefined {
  // Not by class: the pool may be that of another copy of Drizzle, in Next's bundle.
  const inner = (error as Error | undefined)?.cause ?? error;
  const code = (inner as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}

/** Turns whatever was thrown into a Failure: 503 for what passes by itself, 500 for the rest, neither telling more. */
export function toFailure(error: unknown, requestId: string): Failure {
  if (error instanceof Failure) return error;
  const code = databaseCode(error);
  if (code !== undefined && TRANSIENT.has(code)) {
    noteDatabaseFailure(code);
    log.warn({ request_id: requestId, code }, "the database is not available");
    return new Failure("unavailable", "Try again in a moment. Repeat a POST with the same Idempotency-Key.", {
      headers: { "Retry-After": String(RETRY_AFTER_S) },
    });
  }
  log.error({ request_id: requestId, code, ...describeError(error) }, "unexpected error");
  return new Failure("internal", "Something failed on our side. Tell support the request id if it stays.");
}

// A DrizzleQueryError's message repeats the statement's parameters, and PostgreSQL's detail repeats values.
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const stack = error.stack
    ?.split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 8)
    .join("\n");
  const inner = error instanceof DrizzleQueryError ? error.cause : error;
  const message = databaseCode(error) || error instanceof DrizzleQueryError ? inner?.name : error.message;
  return { error: error.name, message, stack };
}

/** The page of the docs that explains a code. */
export function problemType(code: ErrorCode): string {
  return `${env().BASE_URL}/docs/errors#${code}`;
}

/** What went wrong with one row of a batch. */
export function rowProblem(failure: Failure) {
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

/** An error as problem document (RFC 9457). */
export function problem(failure: Failure, requestId: string, instance: string): Reply {
  const { status } = errorCodes[failure.code];
  const body = { ...rowProblem(failure), instance: maskTarget(instance), request_id: requestId };
  return {
    status,
    headers: { "Content-Type": "application/problem+json", ...failure.headers },
    body: JSON.stringify(body),
  };
}
