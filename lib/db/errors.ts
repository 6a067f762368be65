/** SQLSTATEs of temporary conditions (PostgreSQL appendix A), including the classes 08, 53 and 57. */
const TRANSIENT_STATES = /^(?:(?:08|53|57)[0-9A-Z]{3}|25006|25P0[34]|40001|40003|40P01|55P03|58030)$/;
/** Error codes of the driver, the pool and the operating system for a lost or failed connection. */
const TRANSIENT_CODES = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "POOL_TIMEOUT",
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Returns an error's SQLSTATE, or its code from the driver or the operating system. Undefined if it has none. */
export function databaseCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}

/**
 * Returns whether PostgreSQL rejected a statement but kept the session. Errors with severity FATAL or PANIC end
 * the session.
 */
export function isStatementError(error: unknown): boolean {
  return isFromServer(error) && error.severity === "ERROR";
}

/** Returns whether a retry may succeed, because the database is unreachable, full, read-only or overloaded. */
export function isTransient(error: unknown): boolean {
  if (isFromServer(error)) return !isStatementError(error) || TRANSIENT_STATES.test(error.code);
  return TRANSIENT_CODES.has(databaseCode(error) ?? "");
}

const isFromServer = (error: unknown): error is { code: string; severity: string } =>
  (error as { name?: unknown } | null | undefined)?.name === "PostgresError";

/** Creates an error about a connection, with a code from `TRANSIENT_CODES`. */
export function connectionError(code: "CONNECTION_CLOSED" | "CONNECTION_ENDED" | "CONNECT_TIMEOUT" | "POOL_TIMEOUT") {
  return Object.assign(new Error(`The database is not available (${code})`), { code });
}
