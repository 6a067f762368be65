import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createWriteStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const root = resolve(import.meta.dirname, "..");
/** Ticks per second in `/proc/<pid>/stat`: 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;
const STOP_WITHIN_MS = 25_000;

/**
 * CPU cores to pin a process to. `server` is the first core, for the measured process. `rest` is all others, for
 * PostgreSQL and drivers.
 */
export type Cores = "server" | "rest" | "all";

/** The cores that this process may use. They are read at startup, because pinning changes them. */
const allowed = (() => {
  if (!existsSync("/proc/self/status")) return [];
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "";
  return list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
})();

/** Whether the measured process has its own core. This needs two cores and the program `taskset`. */
export const isPinned = (() => {
  try {
    execFileSync("taskset", ["-c", String(allowed[0]), "true"], { stdio: "ignore" });
    return allowed.length > 1;
  } catch {
    return false;
  }
})();

const coreList = (cores: Cores) =>
  ({ server: allowed.slice(0, 1), rest: allowed.slice(1), all: allowed })[cores].join(",");

/**
 * Pins running processes with all of their threads to these cores. Processes that they start later are pinned,
 * too.
 */
export function pin(pids: readonly number[], cores: Cores): void {
  if (!isPinned) return;
  for (const pid of pids) {
    try {
      execFileSync("taskset", ["-a", "-c", "-p", coreList(cores), String(pid)], { stdio: "ignore" });
    } catch (error) {
      if (existsSync(`/proc/${pid}`)) throw error;
    }
  }
}

interface Stat {
  parent: number;
  group: number;
  /** CPU time of the process and its ended children, in ticks. */
  ticks: number;
}

function readStat(pid: number): Stat | null {
  try {
    // The process name is in parentheses, and can itself contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    return {
      parent: fields[1] ?? 0,
      group: fields[2] ?? 0,
      ticks: [11, 12, 13, 14].reduce((sum, n) => sum + (fields[n] ?? 0), 0),
    };
  } catch {
    return null;
  }
}

/** Returns the ID of the parent process, or 0 if unknown. */
export function parentOf(pid: number): number {
  return readStat(pid)?.parent ?? 0;
}

/** Returns the IDs of a process and all of its running descendants. */
export function treeOf(pid: number): number[] {
  if (!existsSync("/proc/self/stat")) return [pid];
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) && readStat(Number(name));
    if (stat) parents.set(Number(name), stat.parent);
  }
  const tree = [pid];
  for (const one of tree) for (const [child, parent] of parents) if (parent === one) tree.push(child);
  return tree;
}

/**
 * Returns the CPU seconds of a process and all of its descendants, including ended ones. Returns null without
 * `/proc`.
 */
export function cpuSeconds(pid: number): number | null {
  if (!readStat(pid)) return null;
  return treeOf(pid).reduce((sum, one) => sum + (readStat(one)?.ticks ?? 0), 0) / TICKS_PER_SECOND;
}

/** Returns a process's resident memory in MB (2^20 bytes), or null without `/proc`. */
export function memoryMb(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return null;
  }
}

const running = new Set<ChildProcess>();

export interface Program {
  /** The program to run. Defaults to Node. */
  command?: string;
  args: readonly string[];
  cores: Cores;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** The file for stdout and stderr. By default, stdout is a pipe and stderr is shown. */
  logFile?: string;
}

/** Starts a program pinned to these cores. `endAll` stops it if it is still running. */
export function startProcess(program: Program): ChildProcess {
  const { command: name = process.execPath, args, cores, cwd = root, env = process.env, logFile } = program;
  const line = [name, ...args];
  const [command = "", ...rest] = isPinned ? ["taskset", "-c", coreList(cores), ...line] : line;
  const child = spawn(command, rest, {
    cwd,
    env,
    stdio: logFile ? ["pipe", "pipe", "pipe"] : ["pipe", "pipe", "inherit"],
  });
  if (logFile) {
    const log = createWriteStream(logFile, { flags: "a" });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
  }
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/**
 * Runs one of our programs until it ends. It gets `question` as JSON on stdin.
 * @returns the JSON that it writes to stdout.
 */
export async function runProgram<Result>(program: Program, question: unknown): Promise<Result> {
  const child = startProcess(program);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  child.stdin?.end(JSON.stringify(question));
  const code = await new Promise((done) => child.once("close", done));
  if (code !== 0) throw new Error(`${program.args.at(-1)} ended with ${code}`);
  return JSON.parse(text) as Result;
}

/** Sends SIGTERM to a process, if it still exists. */
function signal(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/**
 * Ends a process and its process group like Ctrl-C in a terminal, because npm and its shell don't forward signals.
 * Kills the process if it doesn't end in time. Resolves when all of its descendants are gone, or after a time
 * limit.
 */
export async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const tree = treeOf(child.pid);
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  const gone = new Promise((done) => child.once("exit", done));
  const group = readStat(child.pid)?.group;
  for (const pid of tree.filter((one) => one !== child.pid && readStat(one)?.group === group)) signal(pid);
  child.kill("SIGTERM");
  await gone;
  clearTimeout(timer);
  const deadline = Date.now() + STOP_WITHIN_MS;
  while (tree.some(isAlive) && Date.now() < deadline) await sleep(50);
}

export async function endAll(): Promise<void> {
  await Promise.all([...running].map(end));
}
