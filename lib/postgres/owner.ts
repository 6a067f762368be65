import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { hasBrand } from "@/lib/brand";
import { databaseCode } from "@/lib/db/errors";
import type { Cluster } from "./cluster";
import { findPostmaster, isProcessAlive, type Postmaster, stopPostmaster } from "./process";

/** The two keys of the advisory lock that the running Sightline holds: "Sigh" and "tlin" in ASCII. */
const LOCK = [0x53696768, 0x746c696e] as const;
const CONNECT_LIMIT_MS = 5_000;
const LINGER_MS = 2_000;
const FREE_LOCK_MS = 3_000;
const SILENCE_MS = 30_000;

/** The claim on the server: a connection whose session holds the lock. */
export interface Claim {
  sql: Sql;
  /** Resolves when the connection is lost. The claim is lost with it. */
  lost: Promise<void>;
}

function openConnection(cluster: Cluster, port: number): Claim {
  let report = (): void => undefined;
  const lost = new Promise<void>((resolve) => {
    report = resolve;
  });
  const sql = postgres({
    host: "127.0.0.1",
    port,
    user: "sightline",
    password: cluster.password,
    database: "postgres",
    ssl: false,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: CONNECT_LIMIT_MS / 1000,
    fetch_types: false,
    connection: { application_name: "sightline-owner" },
    onnotice: () => undefined,
    onclose: () => report(),
  });
  return { sql, lost };
}

/** Runs a query with a deadline, because postgres.js reconnects forever to a port that closes connections. */
async function withTimeLimit<T>(sql: Sql, query: PromiseLike<T>): Promise<T> {
  const timer = setTimeout(() => void sql.end({ timeout: 0 }), CONNECT_LIMIT_MS);
  try {
    return await query;
  } finally {
    clearTimeout(timer);
  }
}

async function tryLock(sql: Sql): Promise<boolean> {
  const [row] = await withTimeLimit(
    sql,
    sql<{ done: boolean }[]>`select pg_try_advisory_lock(${LOCK[0]}, ${LOCK[1]}) as done`,
  );
  return row?.done === true;
}

async function isLocked(sql: Sql): Promise<boolean> {
  const [row] = await withTimeLimit(
    sql,
    sql<{ held: boolean }[]>`
      select exists (
        select from pg_locks
        where locktype = 'advisory' and classid = ${LOCK[0]}::int::oid and objid = ${LOCK[1]}::int::oid and granted
      ) as held`,
  );
  return row?.held === true;
}

/**
 * Tries to claim the embedded server. Returns undefined if another process holds the claim.
 * @throws if the server doesn't respond.
 */
export async function tryClaim(cluster: Cluster, port: number): Promise<Claim | undefined> {
  const connection = openConnection(cluster, port);
  try {
    if (await tryLock(connection.sql)) return connection;
  } catch (error) {
    await connection.sql.end({ timeout: 0 });
    throw error;
  }
  await connection.sql.end({ timeout: 0 });
  return undefined;
}

const folderTaken = Symbol.for("sightline.folder-taken");

/** The error if another running Sightline owns the folder. Retrying is useless. */
export class FolderTakenError extends Error {
  readonly [folderTaken] = true;

  constructor(cluster: Cluster, pid: number) {
    super(
      `Another Sightline is already running on ${cluster.dataDir} (PostgreSQL pid ${pid}). Stop it first, or set DATA_DIR to another folder.`,
    );
  }
}

export const isFolderTaken = (value: unknown): value is FolderTakenError => hasBrand(value, folderTaken);

/**
 * Waits until the folder's existing server has ended. Stops the server if its lock is free and the process that
 * started it is gone. While that process is alive, the lock must be free for more than three seconds before the
 * server is stopped.
 * @throws Error with a one-line message if another Sightline owns the server.
 */
export async function takeOver(
  cluster: Cluster,
  found: Postmaster,
  report: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const begin = Date.now();
  let lastAnswer = begin;
  let freeSince: number | undefined;
  let connection: Claim | undefined;
  try {
    for (;;) {
      stop.throwIfAborted();
      const server = await findPostmaster(cluster.folder);
      if (server?.pid !== found.pid) return;
      const ownerLives = server.ownerPid === undefined || isProcessAlive(server.ownerPid);
      if (server.status === "ready") connection ??= openConnection(cluster, server.port);
      const held = connection && (await isLocked(connection.sql).catch((error) => refuseWrongPassword(cluster, error)));
      const now = Date.now();
      if (held === undefined) {
        await connection?.sql.end({ timeout: 0 });
        connection = undefined;
        if (now - lastAnswer > SILENCE_MS) throw new FolderTakenError(cluster, server.pid);
      } else {
        lastAnswer = now;
        freeSince = held ? undefined : (freeSince ?? now);
      }
      if (held && (ownerLives || now - begin > LINGER_MS)) throw new FolderTakenError(cluster, server.pid);
      const orphaned = freeSince !== undefined && (!ownerLives || now - freeSince > FREE_LOCK_MS);
      if (connection && orphaned && (await tryLock(connection.sql).catch(() => false))) {
        report(`Stopping PostgreSQL (pid ${server.pid}), which a killed Sightline process left running.`);
        await stopPostmaster(server.pid, cluster.folder, cluster.binaries.pgCtl);
        return;
      }
      await sleep(100, undefined, { signal: stop });
    }
  } finally {
    await connection?.sql.end({ timeout: 0 });
  }
}

function refuseWrongPassword(cluster: Cluster, error: unknown): undefined {
  if (databaseCode(error) === "28P01") {
    throw new Error(
      `The password in ${cluster.dataDir}/secrets/postgres-password doesn't match the database. Restore that file, or set DATA_DIR to another folder.`,
    );
  }
}
