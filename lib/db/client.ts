import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env";
import { once } from "@/lib/once";

/** Connections per instance; 100 is PostgreSQL's default for the whole server, so several instances fit. */
export const POOL_SIZE = 12;
export const STATEMENT_TIMEOUT_MS = 5_000;
export const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_S = 2;
/** A statement with more parameters is made for its number of rows: each size that was prepared would stay for good. */
const MAX_PREPARED_PARAMETERS = 64;

export type Sql = postgres.Sql | postgres.TransactionSql;
/** The pool or a transaction: everything in the data layer takes one of them. */
export type Database = ReturnType<typeof connect>["db"];
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Executor = Database | Transaction;

/** Opens a pool. Used once per process by `database()`, and by tests and tools for a second database. */
export function connect(url: string, options: { max?: number } = {}) {
  const sql = postgres(url, {
    max: options.max ?? POOL_SIZE,
    connect_timeout: CONNECT_TIMEOUT_S,
    backoff: (attempt: number) => Math.min(0.5, 0.1 * 2 ** attempt),
    connection: {
      application_name: "sightline",
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      TimeZone: "UTC",
    },
    onnotice: () => {},
  });
  return { sql, db: drizzle(withPreparedStatements(sql)) };
}

// Drizzle sends its statements unnamed, which costs postgres.js a second round trip to learn the parameter types.
function withPreparedStatements<T extends Sql>(sql: T): T {
  return new Proxy(sql, {
    get(target, property) {
      const value = Reflect.get(target, property);
      if (property === "unsafe") {
        return (query: string, parameters: never[]) =>
          target.unsafe(query, parameters, { prepare: parameters.length <= MAX_PREPARED_PARAMETERS });
      }
      if (property === "begin" || property === "savepoint") {
        const open = value as (run: (inner: postgres.TransactionSql) => unknown) => unknown;
        return (run: (inner: postgres.TransactionSql) => unknown) =>
          open.call(target, (inner) => run(withPreparedStatements(inner)));
      }
      return typeof value === "function" && property !== "options" ? value.bind(target) : value;
    },
  });
}

/** The process's own pool on `DATABASE_URL`. */
export function database() {
  return once("database", () => {
    const url = env().DATABASE_URL;
    if (!url) throw new Error("DATABASE_URL is not set: start through `npm start`, which brings its own database");
    return connect(url);
  });
}
