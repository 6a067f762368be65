import postgres from "postgres";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { DrizzleDatabase, type DrizzleTransaction } from "./drizzle";
import { Pool } from "./pool";
import { createSql } from "./query";

/** Connections per instance. PostgreSQL's default for the whole server is 100, so several instances fit. */
export const POOL_SIZE = 12;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
/** How long a statement waits for a free connection before its request fails with 503. */
const POOL_WAIT_MS = 3_000;
/**
 * If a statement has no response for this much longer than `statement_timeout`, the server is frozen or unreachable.
 */
const SILENCE_MARGIN_MS = 1_000;
/** The text of a statement with more parameters depends on its row count, and each prepared size would stay forever. */
const MAX_PREPARED_PARAMETERS = 64;
/** The maximum number of prepared statements: each takes up to 0.1 MB per connection. */
const MAX_PREPARED_TEXTS = 400;
/** The pool or a transaction. Everything in the data layer accepts either. */
export type Database = DrizzleDatabase;
export type Transaction = DrizzleTransaction;
export type Executor = Database | Transaction;

interface ConnectOptions {
  max?: number;
  /** The URL is a pooler's: statements of one connection may go to different server connections. */
  isPooled?: boolean;
  statementTimeoutMs?: number;
  waitMs?: number;
  onClose?: () => void;
}

/** Opens a pool. Used once per process by `database()`, and by tests and tools for a second database. */
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
      // A pooler rejects other settings, so they are defaults of the role there (`limitRole`). JIT compilation takes
      // longer than any of these statements.
      ...(!isPooled && { jit: "off", ...timeouts(statementTimeoutMs) }),
    },
    // For a pooler that tracks prepared statements, `?prepare=true` turns them on. postgres.js reads it itself.
    ...(isPooled && !new URL(url).searchParams.has("prepare") && { prepare: false }),
    onClose: options.onClose,
  });
  const end = (limit?: { timeout?: number }) => pool.end(limit);
  return { pool, sql: Object.assign(createSql(pool), { end }), db: new DrizzleDatabase(pool) };
}

/** A connection for LISTEN. postgres.js reconnects it. */
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

/** Timeouts for statements, locks and idle transactions, as connection settings. */
export const timeouts = (statementTimeoutMs = STATEMENT_TIMEOUT_MS) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
});

// Cap prepared statements: filter combinations are unbounded, and any reader can produce them.
function mayPrepare(query: string, parameters: readonly unknown[]): boolean {
  if (parameters.length > MAX_PREPARED_PARAMETERS) return false;
  const texts = processSingleton("prepared-texts", () => new Set<string>());
  if (texts.has(query)) return true;
  if (texts.size >= MAX_PREPARED_TEXTS) return false;
  texts.add(query);
  return true;
}

/** The process's pool for `DATABASE_URL`. */
export function database() {
  return processSingleton("database", () => {
    const url = env().DATABASE_URL;
    if (!url) throw new Error("DATABASE_URL is not set: use `npm start`, which starts its own database");
    return connect(url, { isPooled: env().DATABASE_DIRECT_URL !== undefined });
  });
}

/** The server itself, for features a pooler can't provide: LISTEN, session locks, migrations. */
export function directUrl(): string | undefined {
  return env().DATABASE_DIRECT_URL ?? env().DATABASE_URL;
}
