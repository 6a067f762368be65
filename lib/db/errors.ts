/** SQLSTATEs that say "not now" rather than "never" (PostgreSQL appendix A); the classes 08, 53 and 57 all do. */
const TRANSIENT_STATES = /^(?:(?:08|53|57)[0-9A-Z]{3}|25006|25P0[34]|40001|40003|40P01|55P03|58030)$/;
/** What the driver, our pool and the operating system say of a connection that is lost or cannot be had. */
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

/** The code that PostgreSQL or its driver gave to an error. */
export function databaseCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}

/**
 * Whether PostgreSQL refused a statement and the session goes on. FATAL and PANIC end the session, and say nothing about
 * the statement.
 */
export function isAnswer(error: unknown): boolean {
  return isFromServer(error) && error.severity === "ERROR";
}

/** Whether what failed may succeed when it is tried again: the database is away, full, read-only or overloaded. */
export function isTransient(error: unknown): boolean {
  if (isFromServer(error)) return !isAnswer(error) || TRANSIENT_STATES.test(error.code);
  return TRANSIENT_CODES.has(databaseCode(error) ?? "");
}

const isFromServer = (error: unknown): error is { code: string; severity: string } =>
  (error as { name?: unknown } | null | undefined)?.name === "PostgresError";

/** An error of the pool, with a code that `isTransient` knows. */
export function connectionError(code: "CONNECTION_CLOSED" | "CONNECTION_ENDED" | "CONNECT_TIMEOUT" | "POOL_TIMEOUT") {
  return Object.assign(new Error(`The database is not available (${code})`), { code });
}
