import postgres from "postgres";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { DrizzleDatabase, type DrizzleTransaction } from "./drizzle";
import { Pool } from "./pool";
import { createSql } from "./query";

/** Connections per instance. PostgreSQL allows 100 per server by default, which is enough for several instances. */
export const POOL_SIZE = 12;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
/** How long a statement waits for a free connection before its request fails with 503. */
const POOL_WAIT_MS = 3_000;
/**
 * If a statement has no response for this much longer than `statement_timeout`, the server is considered frozen or
 * unreachable.
 */
const SILENCE_MARGIN_MS = 1_000;
/**
 * Statements with more parameters aren't prepared. Their text depends on the number of rows, and each variant
 * would stay prepared.
 */
const MAX_PREPARED_PARAMETERS = 64;
/** The maximum number of prepared statements. Each takes up to 0.1 MB per connection. */
const MAX_PREPARED_TEXTS = 400;
/** The pool or a transaction. Every function in the data layer accepts either. */
export type Database = DrizzleDatabase;
export type Transaction = DrizzleTransaction;
export type Executor = Database | Transaction;

interface ConnectOptions {
  max?: number;
  /** The URL points to a pooler, which may send one connection's statements to different server connections. */
  isPooled?: boolean;
  statementTimeoutMs?: number;
  waitMs?: number;
  onClose?: () => void;
}

/**
 * Opens a pool of connections to a database. `database()` calls it once per process; tests and tools call it for a
 * second database.
 */
export function connect(url: string, options: ConnectOptions = {}) {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, isPooled = false } = options;
  const pool = new Pool(url, {
    max: options.max ?? POOL_SIZE,
    waitMs: options.waitMs ?? POOL_WAIT_MS,
    silenceMs: statementTimeoutMs + SILENCE_MARGIN_MS,
    mayPrepare,
    connection: {
      application_name: "sightline",
      TimeZone: "UTC",
      // With a pooler, these are defaults of the role instead (`limitRole`), because a pooler rejects them. JIT
      // compilation is off, because it takes longer than any of these statements.
      ...(!isPooled && { jit: "off", ...timeouts(statementTimeoutMs) }),
    },
    // If a pooler tracks prepared statements, `?prepare=true` in its URL turns them on. postgres.js reads that
    // parameter itself.
    ...(isPooled && !new URL(url).searchParams.has("prepare") && { prepare: false }),
    onClose: options.onClose,
  });
  const end = (limit?: { timeout?: number }) => pool.end(limit);
  return { pool, sql: Object.assign(createSql(pool), { end }), db: new DrizzleDatabase(pool) };
}

/** Opens a connection for LISTEN, which postgres.js reopens if it is lost. */
export function openListener(url: string) {
  return postgres(url, {
    max: 1,
    connect_timeout: 2,
    backoff: () => 0.5,
    connection: { application_name: "sightline" },
    fetch_types: false,
    onnotice: () => {},
  });
}

/** Returns connection settings with timeouts for statements, locks and idle transactions, in milliseconds. */
export const timeouts = (statementTimeoutMs = STATEMENT_TIMEOUT_MS) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
});

// Returns whether a statement may be prepared. The number is limited, because filter combinations are unbounded
// and any reader can produce them.
function mayPrepare(query: string, parameters: readonly unknown[]): boolean {
  if (parameters.length > MAX_PREPARED_PARAMETERS) return false;
  const texts = processSingleton("prepared-texts", () => new Set<string>());
  if (texts.has(query)) return true;
  if (texts.size >= MAX_PREPARED_TEXTS) return false;
  texts.add(query);
  return true;
}

/** Returns the pool for `DATABASE_URL`, which this process opens on first use. */
export function database() {
  return processSingleton("database", () => {
    const url = env().DATABASE_URL;
    if (!url) throw new Error("DATABASE_URL is not set: use `npm start`, which starts its own database");
    return connect(url, { isPooled: env().DATABASE_DIRECT_URL !== undefined });
  });
}

/**
 * Returns the URL of the server itself, for features that a pooler can't provide: LISTEN, session locks,
 * migrations.
 */
export function directUrl(): string | undefined {
  return env().DATABASE_DIRECT_URL ?? env().DATABASE_URL;
}
