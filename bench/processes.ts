import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/e2e/fixtures/servers";

const root = resolve(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
export const nextBin = require.resolve("next/dist/bin/next");
const READY_WITHIN_MS = 60_000;

const canPin = (() => {
  try {
    execFileSync("taskset", ["-c", "0", "true"], { stdio: "ignore" });
    return availableParallelism() > 1;
  } catch {
    return false;
  }
})();

/** Whether the server has core 0 to itself and everything else shares the others. */
export const isPinned = canPin;

function pinned(core: "server" | "rest", command: string, args: string[]): [string, string[]] {
  if (!canPin) return [command, args];
  const cores = core === "server" ? "0" : `1-${availableParallelism() - 1}`;
  return ["taskset", ["-c", cores, command, ...args]];
}

/** Moves a running process and its children off the server's core. */
export function pinToRest(pid: number): void {
  if (canPin)
    execFileSync("taskset", ["-a", "-c", "-p", `1-${availableParallelism() - 1}`, String(pid)], { stdio: "ignore" });
}

export interface Subject {
  url: string;
  stop(): void;
}

/** Starts a server on its own core and waits until `path` answers. */
export async function serve(args: string[], path: string, settings: Record<string, string> = {}): Promise<Subject> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const [command, full] = pinned(
    "server",
    process.execPath,
    args.map((arg) => (arg === "PORT" ? port : arg)),
  );
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: port,
    BASE_URL: url,
    ...settings,
  };
  const child: ChildProcess = spawn(command, full, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (
    !(await fetch(url + path).then(
      (r) => r.status > 0,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server of ${path} did not start`);
    await sleep(100);
  }
  return { url, stop: () => void child.kill("SIGTERM") };
}

export interface Measurement {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
}

/** Drives one address with autocannon from the other cores. */
export async function drive(
  address: string,
  headers: Record<string, string>,
  connections: number,
  seconds: number,
): Promise<Measurement> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const tool = [
    require.resolve("autocannon"),
    "-j",
    "-n",
    "-c",
    String(connections),
    "-d",
    String(seconds),
    ...flags,
    address,
  ];
  const [command, args] = pinned("rest", process.execPath, tool);
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  await new Promise((done) => child.on("exit", done));
  const result = JSON.parse(text);
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}
