import postgres from "postgres";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { DrizzleDatabase, type DrizzleTransaction } from "./drizzle";
import { Pool } from "./pool";
import { createSql } from "./query";

/** Connections per instance; 100 is PostgreSQL's default for the whole server, so several instances fit. */
export const POOL_SIZE = 12;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
/** How long a statement waits for a free connection before its request fails with 503. */
const POOL_WAIT_MS = 3_000;
/** A statement without an answer for this much longer than `statement_timeout` means a frozen or unreachable server. */
const SILENCE_MARGIN_MS = 1_000;
/** A statement with more parameters is made for its number of rows: each size that was prepared would stay for good. */
const MAX_PREPARED_PARAMETERS = 64;
/** So many texts are prepared at most: each takes up to 0.1 MB of every connection for as long as that lasts. */
const MAX_PREPARED_TEXTS = 400;
/** The pool or a transaction: everything in the data layer takes one of them. */
export type Database = DrizzleDatabase;
export type Transaction = DrizzleTransaction;
export type Executor = Database | Transaction;

interface ConnectOptions {
  max?: number;
  /** The address is that of a pooler: one connection's statements may go to different connections of the server. */
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
      // A pooler knows no others; there they are the defaults of the role (`limitRole`).
      // Compiling a statement takes longer than any of these runs.
      ...(!isPooled && { jit: "off", ...timeouts(statementTimeoutMs) }),
    },
    // A pooler that keeps track of prepared statements may be told so by `?prepare=true`, which postgres.js reads itself.
    ...(isPooled && !new URL(url).searchParams.has("prepare") && { prepare: false }),
    onClose: options.onClose,
  });
  const end = (limit?: { timeout?: number }) => pool.end(limit);
  return { pool, sql: Object.assign(createSql(pool), { end }), db: new DrizzleDatabase(pool) };
}

/** A connection for LISTEN. postgres.js reopens it when it is lost. */
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

/** How long statements, waits for locks and idle transactions may take, as settings of a connection. */
export const timeouts = (statementTimeoutMs = STATEMENT_TIMEOUT_MS) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
});

// Filters combine in more ways than there is memory for, and whoever may read may try them all.
function mayPrepare(query: string, parameters: readonly unknown[]): boolean {
  if (parameters.length > MAX_PREPARED_PARAMETERS) return false;
  const texts = processSingleton("prepared-texts", () => new Set<string>());
  if (texts.has(query)) return true;
  if (texts.size >= MAX_PREPARED_TEXTS) return false;
  texts.add(query);
  return true;
}

/** The process's own pool on `DATABASE_URL`. */
export function database() {
  return processSingleton("database", () => {
    const url = env().DATABASE_URL;
    if (!url) throw new Error("DATABASE_URL is not set: start through `npm start`, which brings its own database");
    return connect(url, { isPooled: env().DATABASE_DIRECT_URL !== undefined });
  });
}

/** The server itself, for what a pooler in front of it cannot do: LISTEN, locks of a session, migrations. */
export function directUrl(): string | undefined {
  return env().DATABASE_DIRECT_URL ?? env().DATABASE_URL;
}
