import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { makeDataFolder } from "@/e2e/fixtures/folders";
import { freePort } from "@/e2e/fixtures/servers";
import { POOL_SIZE } from "@/lib/db/client";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/postgres/embedded";
import { type Loaded, loadAlerts } from "./data";
import { type Cores, cpuSeconds, end, endAll, parentOf, pin, root, startProcess, treeOf } from "./processes";

/** The folder of the measured checkout. Set `BENCH_ROOT` to measure another one. */
export const productRoot = resolve(process.env.BENCH_ROOT ?? root);
const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const nextReference = join(root, "bench/references/next");
const READY_WITHIN_MS = 60_000;
const STATEMENT_TIMEOUT_MS = 600_000;
const AUTH_SECRET = "only for these measurements, 0123456789abcdef";
/** The highest rate limit that the environment accepts. Requests are counted, but none is rejected. */
const UNLIMITED = "100000000";

export interface LabSettings {
  isQuick: boolean;
  rounds: number;
  /** The duration of a contestant's turn in seconds. */
  seconds: number;
  warmupSeconds: number;
  soakMinutes: number;
}

export interface Dataset extends Loaded {
  rows: number;
  url: string;
  /** A direct database client with a long statement timeout, for figures that need SQL. */
  sql: postgres.Sql;
  organizationId: string;
  slug: string;
  headers: { Authorization: string };
  /** Twelve cameras of the organization, with UUID and external ID. */
  someCameras: { uuid: string; externalId: string }[];
}

/** A server under test. */
export interface Subject {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  env?: Record<string, string>;
  nodeFlags?: string[];
  /** The folder of another copy of the product, which must already be built. */
  folder?: string;
}

export type Lab = Awaited<ReturnType<typeof openLab>>;

/**
 * Creates the environment that all figures share: a folder, a PostgreSQL server, and databases by size. Databases
 * are created on first use.
 */
export async function openLab(settings: LabSettings, say: (line: string) => void) {
  const folder = makeDataFolder("bench");
  const datasets = new Map<number, Promise<Dataset>>();
  let builds: Promise<void> | undefined;
  let reference: Promise<void> | undefined;
  let server: Promise<{ embedded: EmbeddedDatabase; admin: postgres.Sql; pid: number }> | undefined;
  const closing: (() => Promise<unknown>)[] = [];
  let logs = 0;
  process.env.AUTH_SECRET = AUTH_SECRET;
  pin([process.pid], "rest");

  async function startPostgres() {
    say("Starting PostgreSQL");
    const embedded = await startEmbedded({ dataDir: folder });
    const admin = open(embedded.url);
    const [process] = await admin<{ pid: number }[]>`
      select pid from pg_stat_activity where backend_type = 'checkpointer'`;
    return { embedded, admin, pid: parentOf(process?.pid ?? 0) };
  }
  const postgresServer = () => (server ??= startPostgres());

  /** Runs long, unmeasured work with this process and PostgreSQL on all cores. */
  async function onAllCores<T>(work: () => Promise<T>): Promise<T> {
    const { pid } = await postgresServer();
    pin([process.pid, ...treeOf(pid)], "all");
    try {
      return await work();
    } finally {
      pin([process.pid, ...treeOf(pid)], "rest");
    }
  }

  async function load(rows: number): Promise<Dataset> {
    const { embedded, admin } = await postgresServer();
    const url = new URL(embedded.url);
    url.pathname = `/bench_${rows}`;
    const begun = Date.now();
    await admin.unsafe(`create database bench_${rows}`);
    runInProduct("./lib/db/migrate.ts", "migrateDatabase(process.env.DATABASE_URL)", { DATABASE_URL: url.toString() });
    const loaded = await onAllCores(() => loadAlerts(url.toString(), { alerts: rows }));
    await admin`checkpoint`;
    say(`Loaded ${rows.toLocaleString("en")} alerts in ${Math.round((Date.now() - begun) / 1_000)} s`);
    const sql = open(url.toString());
    const organizationId = loaded.organizationIds[0] ?? "";
    const someCameras = await sql<{ uuid: string; externalId: string }[]>`
      select id as uuid, external_id as "externalId" from cameras
      where organization_id = ${organizationId} order by external_id limit 12`;
    const [organization] = await sql<{ slug: string }[]>`select slug from organizations where id = ${organizationId}`;
    return {
      ...loaded,
      rows,
      url: url.toString(),
      sql,
      organizationId,
      slug: organization?.slug ?? "",
      headers: { Authorization: `Bearer ${loaded.apiKey}` },
      someCameras,
    };
  }

  /**
   * Returns the database with this many alerts, and creates it on first use. The first organization owns half of
   * them.
   */
  function dataset(rows: number): Promise<Dataset> {
    const found = datasets.get(rows) ?? load(rows);
    datasets.set(rows, found);
    return found;
  }

  async function start(
    args: string[],
    path: string,
    cores: Cores,
    env: Record<string, string>,
    cwd = productRoot,
  ): Promise<Subject> {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    logs += 1;
    const logFile = join(folder, `server-${logs}.log`);
    const child = startProcess({
      args: args.map((arg) => (arg === "PORT" ? port : arg)),
      cores,
      cwd,
      logFile,
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PORT: port, BASE_URL: url, ...env },
    });
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await answers(url + path))) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The server of ${path} did not start:\n${readFileSync(logFile, "utf8")}`);
      await sleep(50);
    }
    return { url, pid: child.pid ?? 0, stop: () => end(child) };
  }

  /** Builds the product's pages unless they are already built. */
  const build = (): Promise<void> =>
    (builds ??= onAllCores(async () => {
      say("Building the pages, unless they are");
      runInProduct("./scripts/build.ts", "buildIfNeeded(() => {})", {});
    }));

  /** Starts the product like `npm start`, with this database and pinned to the server's core. */
  async function startServer({ url }: Dataset, options: ServerOptions = {}): Promise<Subject> {
    const { env = {}, nodeFlags = [], folder: other } = options;
    if (!other) await build();
    const settings = {
      HOST: "127.0.0.1",
      DATABASE_URL: url,
      RATE_LIMIT_KEY: UNLIMITED,
      RATE_LIMIT_ORGANIZATION: UNLIMITED,
      // These override settings that a developer's .env may contain.
      REDIS_URL: "",
      PROBE_ALLOW: "",
      OUTBOUND_ALLOW: "127.0.0.0/8",
      TRUSTED_PROXY_HOPS: "0",
      WORKER: "on",
      ...env,
    };
    return start([...nodeFlags, ...startArguments()], "/api/health/ready", "server", settings, other);
  }

  const referenceEnvironment = ({ url, organizationId }: Dataset) => ({
    DATABASE_URL: url,
    ORGANIZATION_ID: organizationId,
    POOL_SIZE: String(POOL_SIZE),
  });

  /**
   * Starts one of the references in `bench/references`, on the same database and with as many connections as the
   * product.
   */
  async function startReference(kind: "fastify" | "next", dataset: Dataset): Promise<Subject> {
    const env = referenceEnvironment(dataset);
    if (kind === "fastify") {
      const args = [...memoryFlags(), "--import", "tsx", join(root, "bench/references/fastify.ts")];
      return start(args, "/constant", "server", env);
    }
    reference ??= onAllCores(async () => {
      say("Building the reference in Next");
      execFileSync(process.execPath, [next, "build", nextReference], {
        stdio: "pipe",
        env: { ...process.env, ...env, NODE_ENV: "production" },
      });
    });
    await reference;
    return start([next, "start", nextReference, "-p", "PORT", "-H", "127.0.0.1"], "/constant", "server", env);
  }

  async function close(): Promise<void> {
    await endAll();
    await Promise.allSettled(closing.map((one) => one()));
    const open = await Promise.allSettled(datasets.values());
    await Promise.all(open.map((one) => one.status === "fulfilled" && one.value.sql.end({ timeout: 1 })));
    const started = await server?.catch(() => undefined);
    await started?.admin.end({ timeout: 1 });
    await started?.embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  return {
    settings,
    say,
    folder,
    dataset,
    startServer,
    startReference,
    referenceEnvironment,
    onAllCores,
    /** Returns the CPU seconds that all PostgreSQL processes have used since startup. */
    postgresCpu: async () => cpuSeconds((await postgresServer()).pid),
    /** Registers a cleanup to run when the lab closes or is interrupted. */
    atClose: (step: () => Promise<unknown>) => void closing.push(step),
    close,
  };
}

function open(url: string): postgres.Sql {
  return postgres(url, { max: 4, onnotice: () => {}, connection: { statement_timeout: STATEMENT_TIMEOUT_MS } });
}

/** Returns the Node options of `npm start` in the measured checkout. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(productRoot, "package.json"), "utf8"));
  const words: string[] = scripts.start.split(" ");
  return words.slice(words.indexOf("node") + 1);
}

/**
 * Returns the memory options of `npm start`. The reference uses the same ones, so that garbage collection is
 * comparable.
 */
const memoryFlags = () => startArguments().filter((word) => /^--max-.*-size=/.test(word));

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/**
 * Calls a function of the measured checkout in a separate process, because that checkout may have other module
 * versions.
 */
function runInProduct(file: string, call: string, env: Record<string, string>): void {
  const script = `import(${JSON.stringify(file)}).then((module) => module.${call}).then(() => process.exit(0))`;
  execFileSync(process.execPath, ["--import", "tsx", "--eval", script], {
    cwd: productRoot,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
