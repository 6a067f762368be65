import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { link, open, readdir, readFile, readlink, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { SystemUser } from "./system-user";

const execute = promisify(execFile);
const INHERITED = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMP"];

/** A program that this process started. */
export interface Child {
  pid: number | undefined;
  isRunning(): boolean;
  /**
   * Resolves to how the program ended: `signal SIGKILL`, or its exit code with its last error in the log. Never
   * rejects.
   */
  ended: Promise<string>;
}

/** The status of a running PostgreSQL server, from its postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `ready` or `stopping`. Empty if the server hasn't written it yet. */
  status: string;
  /** The process ID of the Sightline that started the server. Undefined on systems that don't show command lines. */
  ownerPid: number | undefined;
}

const children = new Set<ChildProcess>();

function endChildren(): void {
  for (const child of children) child.kill("SIGINT");
}

/**
 * Starts a program and appends its output to the log. Its environment is nearly empty, so that secrets don't leak
 * and variables such as PGDATA have no effect. Servers are detached, so that Ctrl-C reaches only this process.
 */
export async function spawnProgram(
  program: string,
  args: string[],
  options: { logFile: string; account: SystemUser | undefined; detached: boolean },
): Promise<Child> {
  const log = await open(options.logFile, "a", 0o600);
  const from = (await log.stat()).size;
  const kept = INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  const child = spawn(program, args, {
    cwd: dirname(program),
    env: { ...Object.fromEntries(kept), LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", log.fd, log.fd],
    detached: options.detached,
    windowsHide: true,
    ...(options.account && { uid: options.account.uid, gid: options.account.gid }),
  });
  if (children.size === 0) process.once("exit", endChildren);
  children.add(child);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`${program} cannot run here: ${error.message}`));
    child.once("exit", (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  }).then(async (how) => {
    children.delete(child);
    if (children.size === 0) process.removeListener("exit", endChildren);
    const complaint = how.startsWith("exit code") ? await readComplaint(options.logFile, from) : "";
    return complaint ? `${how}, ${complaint}` : how;
  });
  await log.close();
  return { pid: child.pid, isRunning: () => children.has(child), ended };
}

async function readComplaint(logFile: string, from: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  const lines = log.subarray(from).toString().split("\n");
  const found = lines.findLast((line) => /FATAL:|PANIC:|error:/.test(line));
  return found?.replace(/^.*?(?=FATAL:|PANIC:|error:)/, "").trim() ?? "";
}

/** Returns whether a process with this ID exists, even if it belongs to another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Returns a process's command line. It is empty if the process is gone or a zombie, and undefined if the system
 * doesn't show it.
 */
async function readCommandLine(pid: number): Promise<string | undefined> {
  if (process.platform === "win32") return undefined;
  if (process.platform !== "linux") {
    return execute("ps", ["-ww", "-o", "args=", "-p", String(pid)]).then(
      ({ stdout }) => `${stdout.trim()} `,
      () => "",
    );
  }
  const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return text.replaceAll("\0", " ");
}

async function isServing(pid: number, folder: string): Promise<boolean> {
  const line = await readCommandLine(pid);
  if (line === undefined) return isProcessAlive(pid);
  if (!/(^|\/)postgres /.test(line)) return false;
  if (line.includes(` -D ${folder} `)) return true;
  return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === folder;
}

/** Returns the `cluster_name` of a folder's server, which appears in the command lines of all of its processes. */
export function nameCluster(folder: string, ownerPid: number): string {
  return `sightline-${ownerPid}-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`;
}

/**
 * Finds the running server of the folder. If postmaster.pid contains an ID that another program now has, the file
 * is removed, because PostgreSQL would refuse to start. If no process has the ID, PostgreSQL itself replaces the
 * file.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const file = join(folder, "postmaster.pid");
  let text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  if (!/^\d+\n/.test(text)) {
    await sleep(200);
    text = await readFile(file, "utf8").catch(() => "");
  }
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (pid > 0 && (await isServing(pid, folder))) {
    const owner = /cluster_name=sightline-(\d+)-/.exec((await readCommandLine(pid)) ?? "")?.[1];
    return {
      pid,
      port: Number(lines[3] || 0),
      status: (lines[7] ?? "").trim(),
      ownerPid: owner ? Number(owner) : undefined,
    };
  }
  if (!(pid > 0) || isProcessAlive(pid)) await discard(file, text);
  return undefined;
}

/** The file is renamed before it is compared, so that the new file of a server that is just starting isn't lost. */
async function discard(file: string, judged: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString("hex")}`;
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readFile(aside, "utf8")) !== judged) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Sends a signal to a process. On Windows it uses pg_ctl, because Node.js would kill the process. */
async function signalProcess(pid: number, name: "SIGINT" | "SIGQUIT" | "SIGKILL", pgCtl: string): Promise<void> {
  try {
    if (process.platform === "win32") await execute(pgCtl, ["kill", name.slice(3), String(pid)]);
    else process.kill(pid, name);
  } catch {
    // The process has already ended. The caller waits for that anyway.
  }
}

/** Stops a server: first with a fast shutdown, after `patienceMs` with an immediate one, and finally with SIGKILL. */
export async function stopServer(
  pid: number,
  isRunning: () => Promise<boolean> | boolean,
  pgCtl: string,
  patienceMs: number,
): Promise<void> {
  const steps = [
    { name: "SIGINT", waitMs: patienceMs },
    { name: "SIGQUIT", waitMs: 8_000 },
    { name: "SIGKILL", waitMs: 5_000 },
  ] as const;
  for (const { name, waitMs } of steps) {
    if (!(await isRunning())) return;
    await signalProcess(pid, name, pgCtl);
    for (const deadline = Date.now() + waitMs; Date.now() < deadline && (await isRunning()); ) await sleep(20);
  }
}

/** Stops a server that isn't a child of this process. */
export async function stopPostmaster(pid: number, folder: string, pgCtl: string): Promise<void> {
  await stopServer(pid, () => isServing(pid, folder), pgCtl, 10_000);
}

/**
 * Kills processes that a killed server left behind, such as one with a long statement. PostgreSQL refuses to start
 * while they use its shared memory. Requires /proc.
 */
export async function endLeftovers(folder: string, name: "SIGQUIT" | "SIGKILL", pgCtl: string): Promise<void> {
  const mark = nameCluster(folder, 0).replace("-0-", "-\\d+-");
  for (const entry of await readdir("/proc").catch(() => [])) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    if (!new RegExp(`^postgres: ${mark}: `).test((await readCommandLine(pid)) ?? "")) continue;
    const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const parent = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
    if (parent > 0 && !(await isServing(parent, folder))) await signalProcess(pid, name, pgCtl);
  }
}
