import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env";
import { once } from "@/lib/once";
import { registerArrays } from "./arrays";

/** Connections per instance; 100 is PostgreSQL's default for the whole server, so several instances fit. */
export const POOL_SIZE = 12;
export const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_S = 2;
/** A statement with more parameters is made for its number of rows: each size that was prepared would stay for good. */
const MAX_PREPARED_PARAMETERS = 64;
/** So many texts are prepared at most: each takes up to 0.1 MB of every connection for as long as that lasts. */
const MAX_PREPARED_TEXTS = 400;
/** Begins a statement whose plan depends on its values: it is not prepared, so that none is made for any values. */
export const PLANNED_ANEW = "/* planned anew */";

export type Sql = postgres.Sql | postgres.TransactionSql;
/** The pool or a transaction: everything in the data layer takes one of them. */
export type Database = ReturnType<typeof connect>["db"];
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Executor = Database | Transaction;

interface ConnectOptions {
  max?: number;
  /** The address is that of a pooler: one connection's statements may go to different connections of the server. */
  isPooled?: boolean;
  statementTimeoutMs?: number;
  onClose?: () => void;
}

/** Opens a pool. Used once per process by `database()`, and by tests and tools for a second database. */
export function connect(url: string, options: ConnectOptions = {}) {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, isPooled = false, onClose } = options;
  const sql = postgres(url, {
    max: options.max ?? POOL_SIZE,
    connect_timeout: CONNECT_TIMEOUT_S,
    backoff: (attempt: number) => Math.min(0.5, 0.1 * 2 ** attempt),
    connection: {
      application_name: "sightline",
      TimeZone: "UTC",
      // A pooler knows no others; there they are the defaults of the role (`limitRole`).
      // Compiling a statement takes longer than any of these runs.
      ...(!isPooled && { jit: "off", ...timeouts(statementTimeoutMs) }),
    },
    // A pooler that keeps track of prepared statements may be told so by `?prepare=true`, which postgres.js reads itself.
    ...(isPooled && !new URL(url).searchParams.has("prepare") && { prepare: false }),
    fetch_types: false,
    ...(onClose && { onclose: onClose }),
    onnotice: () => {},
  });
  registerArrays(sql.options);
  return { sql, db: drizzle(withPreparedStatements(sql)) };
}

/** How long statements, waits for locks and idle transactions may take, as settings of a connection. */
export const timeouts = (statementTimeoutMs = STATEMENT_TIMEOUT_MS) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
});

// Filters combine in more ways than there is memory for, and whoever may read may try them all.
function mayPrepare(query: string, parameters: readonly unknown[]): boolean {
  if (parameters.length > MAX_PREPARED_PARAMETERS || query.startsWith(PLANNED_ANEW)) return false;
  const texts = once("prepared-texts", () => new Set<string>());
  if (texts.has(query)) return true;
  if (texts.size >= MAX_PREPARED_TEXTS) return false;
  texts.add(query);
  return true;
}

// Drizzle sends its statements unnamed, which costs postgres.js a second round trip to learn the parameter types.
function withPreparedStatements<T extends Sql>(sql: T): T {
  return new Proxy(sql, {
    get(target, property) {
      const value = Reflect.get(target, property);
      if (property === "unsafe") {
        return (query: string, parameters: never[]) =>
          target.unsafe(query, parameters, { prepare: mayPrepare(query, parameters) });
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
    return connect(url, { isPooled: env().DATABASE_DIRECT_URL !== undefined });
  });
}

/** The server itself, for what a pooler in front of it cannot do: LISTEN, locks of a session, migrations. */
export function directUrl(): string | undefined {
  return env().DATABASE_DIRECT_URL ?? env().DATABASE_URL;
}
