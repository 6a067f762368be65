import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { assertDatabasesAnswer } from "@/lib/db/startup-failure";
import { type Environment, parseEnvironment } from "@/lib/env";
import { assertListenable } from "@/lib/http/server/listen";
import { log } from "@/lib/log";
import { explainFullDisk } from "@/lib/postgres/folder";
import { buildIfNeeded, importServer } from "./build";
import { warnOfUnreachable } from "./reachable";
import { logStandardError } from "./standard-error";
import { onStopSignal } from "./stop-signals";

const isDevelopment = process.argv.includes("--dev");
const STOP_WITHIN_MS = 30_000;
const root = resolve(import.meta.dirname, "..");

/** Stops one part of the product. It keeps the database open until `otherWork` has ended. */
type Stop = (otherWork?: Promise<void>) => Promise<void>;
const stops: Stop[] = [];
/** The data folder of the embedded database. Undefined if the operator uses their own database. */
let dataFolder: string | undefined;
let isServing = false;
const say = (line: string) => console.log(line);

/** Returns a secret of this installation. It is created on first start, and only its owner can read the file. */
function keptSecret<T>(dataDir: string, name: string, make: () => T): T {
  const file = join(dataDir, "secrets", name);
  if (!existsSync(file)) {
    mkdirSync(join(dataDir, "secrets"), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(make()), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

/** Starts the embedded PostgreSQL, and sets DATABASE_URL to its URL. */
async function bringDatabase(settings: Environment): Promise<void> {
  const dataDir = resolve(settings.DATA_DIR);
  dataFolder = dataDir;
  const { startEmbedded } = await import("@/lib/postgres/embedded");
  const embedded = await startEmbedded({ dataDir, onProgress: say, onFailure: (error) => void fail(error) });
  stops.push(() => embedded.stop());
  process.env.DATABASE_URL = embedded.url;
  process.env.AUTH_SECRET =
    settings.AUTH_SECRET ?? keptSecret(dataDir, "auth-secret.json", () => randomBytes(32).toString("hex"));
}

async function fillDemo(dataDir: string) {
  const demo = await import("@/lib/demo/create");
  const credentials = keptSecret(resolve(dataDir), "demo.json", demo.mintDemoCredentials);
  if (!(await demo.isDatabaseFilled())) {
    let shown = -1;
    await demo.createDemo({
      credentials,
      onProgress: (done, total, what) => {
        const quarter = Math.floor((done / total) * 4);
        if (quarter !== shown) say(`Filling the demo organization: ${what} ${done} of ${total}`);
        shown = quarter;
      },
    });
  }
  return credentials;
}

async function main(): Promise<void> {
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  const settings = parseEnvironment(process.env);
  const isEmbedded = settings.DATABASE_URL === undefined;
  // Checks the settings before the build, which takes a minute, because the operator may have to correct them.
  await assertListenable(settings.PORT, settings.HOST);
  if (isEmbedded) await bringDatabase(settings);
  else await assertDatabasesAnswer();
  if (!isDevelopment) {
    Object.assign(process.env, { NODE_ENV: "production" });
    await buildIfNeeded(say);
  }
  const { migrateOwnDatabase } = await import("@/lib/db/migrate");
  await migrateOwnDatabase();
  const credentials = isEmbedded ? await fillDemo(settings.DATA_DIR) : null;
  const port = isDevelopment ? await startDevelopment(settings) : await startProduction();
  const { printBanner } = await import("./banner");
  const url = process.env.BASE_URL || `http://localhost:${port}`;
  await printBanner({ url, credentials, inviteOnly: settings.SIGN_UP === "invite" });
  isServing = true;
  void warnOfUnreachable(settings);
  if (settings.WORKER === "on") await startRecurringWork();
}

/** Starts the recurring jobs. It is called after the banner, so that it doesn't delay startup. */
async function startRecurringWork(): Promise<void> {
  const [{ startWorker }, { recurringTasks }] = await Promise.all([
    import("@/lib/jobs/worker"),
    import("@/lib/tasks/recurring-tasks"),
  ]);
  const worker = await startWorker(recurringTasks);
  if (stopping) return worker.stop();
  const serving = stops.shift();
  // The server and the worker stop concurrently: requests drain while running jobs finish their current step.
  stops.unshift(async () => {
    const working = worker.stop();
    await Promise.all([working, serving?.(working)]);
  });
}

async function startProduction(): Promise<number> {
  const { startServer } = await importServer();
  const server = await startServer();
  stops.unshift((otherWork) => server.stop(otherWork));
  return server.port;
}

async function startDevelopment({ PORT, HOST }: Environment): Promise<number> {
  const bin = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const child = spawn(process.execPath, [bin, "dev", "-p", String(PORT), "-H", HOST], { cwd: root, stdio: "inherit" });
  const ended = once(child, "exit");
  child.on("exit", (code) => void stop(code ?? 0));
  stops.unshift(async () => {
    if (child.kill("SIGTERM")) await ended;
  });
  return PORT;
}

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  for (const step of stops) await step().catch((error: Error) => console.error(error.message));
  process.exit(code);
}

async function fail(error: unknown): Promise<void> {
  // During shutdown, errors are ignored, because work that shutdown interrupts also fails.
  if (stopping) return;
  const full = dataFolder === undefined ? null : await explainFullDisk(dataFolder);
  const { message } = full ?? (error as Error);
  if (stopping) return;
  // If startup fails, the message is plain text for the person at the terminal. Later errors go to the log.
  if (isServing) log.fatal({ message }, "Sightline could not go on");
  else process.stderr.write(`\nSightline could not ${stops.length > 0 ? "go on" : "start"}: ${message}\n\n`);
  void stop(1);
}

// Once it serves requests, this process continues after an uncaught exception like Next does, because the
// exception belongs to a single request.
if (!isDevelopment) logStandardError(() => void (isServing || stop(1)));
onStopSignal(() => void stop(0));
main().catch(fail);
