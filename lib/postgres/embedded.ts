import { realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, prepareCluster, readPassword } from "./cluster";
import { type Claim, FolderTakenError, isFolderTaken, takeOver, tryClaim } from "./owner";
import { type Child, endLeftovers, findPostmaster, nameCluster, spawnProgram, stopServer } from "./process";

/** The embedded PostgreSQL server. It is supervised until `stop` is called. */
export interface EmbeddedDatabase {
  /**
   * The database URL `postgres://sightline:<password>@127.0.0.1:<port>/sightline`. It stays the same across
   * restarts.
   */
  url: string;
  /** True if this start created the database `sightline`, which is then empty. */
  fresh: boolean;
  /**
   * Releases the claim and stops the server with a fast shutdown, or after 20 s with an immediate one. It may be
   * called repeatedly.
   */
  stop(): Promise<void>;
}

interface Server {
  port: number;
  child: Child;
  claim: Claim;
}

interface Watch {
  report: (line: string) => void;
  stop: AbortSignal;
}

const RETRY_MS = [0, 50, 100, 250, 500, 1_000, 2_500, 5_000] as const;
const POLL_MS = 25;
const BLIND_POLLS = 40;
const CLAIM_LIMIT_MS = 10_000;
const STOP_PATIENCE_MS = 20_000;
const BRIEF_LIFE_MS = 1_000;

/**
 * Starts the bundled PostgreSQL on a free port of 127.0.0.1. Its data is in `<dataDir>/postgres`, its log in
 * `<dataDir>/postgres.log`, and its password in `<dataDir>/secrets`. It cleans up after a killed start, and
 * restarts the server on the same port if it ends unexpectedly.
 * @param options `onProgress` gets one line per notable step. `onFailure` is called if the server is lost
 * permanently, because another Sightline took the folder. `isDurable: false` is for tests: it is faster, but a
 * power failure can destroy the database.
 * @throws Error with a one-line message if the server can't be started.
 */
export async function startEmbedded(options: {
  dataDir: string;
  onProgress?: (line: string) => void;
  onFailure?: (error: Error) => void;
  isDurable?: boolean;
}): Promise<EmbeddedDatabase> {
  const stopping = new AbortController();
  const watch: Watch = { report: options.onProgress ?? (() => undefined), stop: stopping.signal };
  const cluster = await prepareCluster(resolve(options.dataDir), watch.report, options.isDurable);
  let server = await openServer(cluster, undefined, watch);
  const { port } = server;
  const fresh = await createDatabase(server).catch(async (error: unknown) => {
    await closeServer(cluster, server);
    throw error;
  });

  async function supervise(): Promise<void> {
    for (let briefLives = 0; ; ) {
      const begin = Date.now();
      const keeping = keepClaim(cluster, server, watch);
      const how = await server.child.ended;
      await keeping;
      if (watch.stop.aborted) return;
      watch.report(`PostgreSQL ended unexpectedly (${how}); restarting it on port ${port}.`);
      briefLives = Date.now() - begin < BRIEF_LIFE_MS ? briefLives + 1 : 0;
      await pause(briefLives, watch);
      server = await openServer(cluster, port, watch);
      if (watch.stop.aborted) return closeServer(cluster, server);
      watch.report(`PostgreSQL is back on port ${port}.`);
    }
  }
  const supervisor = supervise().catch((error: unknown) => {
    if (!watch.stop.aborted) options.onFailure?.(error instanceof Error ? error : new Error(String(error)));
  });

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    stopping.abort();
    await closeServer(cluster, server);
    await supervisor;
  }
  return {
    url: addressOf(cluster.password, port),
    fresh,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Returns the URL of the database that a running Sightline serves from this data folder, or null if none is ready. */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const folder = await realpath(join(dataDir, "postgres")).catch(() => null);
  const server = folder === null ? undefined : await findPostmaster(folder);
  return server?.status === "ready" ? addressOf(await readPassword(dataDir), server.port) : null;
}

const addressOf = (password: string, port: number) => `postgres://sightline:${password}@127.0.0.1:${port}/sightline`;

/**
 * Retries until the server runs and this process has claimed it. If `wantedPort` is set, it retries forever,
 * otherwise only for some seconds.
 */
async function openServer(cluster: Cluster, wantedPort: number | undefined, watch: Watch): Promise<Server> {
  let reported = "";
  for (let attempt = 0; ; attempt += 1) {
    await pause(attempt, watch);
    const outcome = await tryServer(cluster, wantedPort ?? (await findFreePort()), attempt, watch).catch((error) => {
      if (wantedPort === undefined || watch.stop.aborted || isFolderTaken(error)) throw error;
      return String(error);
    });
    if (typeof outcome !== "string") return outcome;
    const complaint = `${outcome} (see ${cluster.logFile})`;
    if (attempt === RETRY_MS.length && wantedPort === undefined)
      throw new Error(`PostgreSQL does not start: ${complaint}.`);
    if (attempt > 2 && complaint !== reported) watch.report(`PostgreSQL does not start yet: ${complaint}.`);
    reported = attempt > 2 ? complaint : "";
  }
}

/**
 * Tries once to start a server, after other servers on the folder are gone. Returns the server, or the reason why
 * it ended.
 */
async function tryServer(cluster: Cluster, port: number, attempt: number, watch: Watch): Promise<Server | string> {
  const { account, binaries, folder, logFile } = cluster;
  const other = await findPostmaster(folder);
  if (other) await takeOver(cluster, other, watch.report, watch.stop);
  if (attempt > 1) await endLeftovers(folder, attempt > 2 ? "SIGKILL" : "SIGQUIT", binaries.pgCtl);
  const child = await spawnProgram(binaries.postgres, listArguments(cluster, port), {
    logFile,
    account,
    detached: true,
  });
  const claim = await waitForClaim(cluster, port, child, watch).catch(async (error: unknown) => {
    await stopChild(cluster, child);
    throw error;
  });
  return claim ? { port, child, claim } : child.ended;
}

function pause(failures: number, watch: Watch): Promise<void> {
  return sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)], undefined, { signal: watch.stop });
}

function listArguments(cluster: Cluster, port: number): string[] {
  const settings = {
    cluster_name: nameCluster(cluster.folder, process.pid),
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 100,
    shared_buffers: "256MB",
    effective_cache_size: `${Math.max(512, Math.floor(totalmem() / 2 / 1024 / 1024))}MB`,
    max_wal_size: "1GB",
    fsync: cluster.isDurable ? "on" : "off",
    full_page_writes: cluster.isDurable ? "on" : "off",
    synchronous_commit: "on",
    // Crash recovery would otherwise sync each file, which takes seconds on a busy disk. Supported only on Linux.
    ...(process.platform === "linux" && { recovery_init_sync_method: "syncfs" }),
    random_page_cost: 1.1,
    jit: "off",
    TimeZone: "UTC",
    log_timezone: "UTC",
    logging_collector: "off",
    log_destination: "stderr",
  };
  return ["-D", cluster.folder, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/**
 * Picks a free port below the ephemeral range. After a crash, no other process gets such a port by chance, and the
 * reconnecting pool can't connect to itself.
 */
async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
  throw new Error("No free port between 20000 and 32000 on 127.0.0.1.");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", () => done(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => done(true)));
  });
}

/**
 * Waits until this process has claimed the server. Resolves to undefined if the server ended. Throws when stopped,
 * or if another process keeps the claim.
 */
async function waitForClaim(cluster: Cluster, port: number, child: Child, watch: Watch): Promise<Claim | undefined> {
  let deniedSince: number | undefined;
  for (let polls = 1; child.isRunning(); polls += 1) {
    watch.stop.throwIfAborted();
    const found = await findPostmaster(cluster.folder);
    const ready = found?.pid === child.pid && found?.status === "ready";
    if (ready || polls % BLIND_POLLS === 0) {
      const claim = await tryClaim(cluster, port).catch(() => "silent" as const);
      if (claim && claim !== "silent") return claim;
      deniedSince = claim === "silent" ? undefined : (deniedSince ?? Date.now());
      if (deniedSince && Date.now() - deniedSince > CLAIM_LIMIT_MS) throw new FolderTakenError(cluster, child.pid ?? 0);
    }
    await Promise.race([sleep(POLL_MS), child.ended]);
  }
  return undefined;
}

/** Claims the server again whenever the connection is lost while the server runs. */
async function keepClaim(cluster: Cluster, server: Server, watch: Watch): Promise<void> {
  while (server.child.isRunning() && !watch.stop.aborted) {
    await Promise.race([server.claim.lost, server.child.ended]);
    await Promise.race([sleep(POLL_MS), server.child.ended]);
    if (!server.child.isRunning() || watch.stop.aborted) return;
    await server.claim.sql.end({ timeout: 0 });
    server.claim = (await tryClaim(cluster, server.port).catch(() => undefined)) ?? server.claim;
  }
}

/**
 * Creates the database `sightline` if it is missing, because initdb creates only `postgres`. Returns whether it
 * was missing.
 */
async function createDatabase({ claim: { sql } }: Server): Promise<boolean> {
  const [found] = await sql`select from pg_database where datname = 'sightline'`;
  if (!found) await sql`create database sightline`;
  return !found;
}

async function stopChild(cluster: Cluster, child: Child): Promise<void> {
  if (child.pid !== undefined) {
    await stopServer(child.pid, child.isRunning, cluster.binaries.pgCtl, STOP_PATIENCE_MS);
  }
  await child.ended;
}

async function closeServer(cluster: Cluster, { claim, child }: Server): Promise<void> {
  await claim.sql.end({ timeout: 1 });
  await stopChild(cluster, child);
}
