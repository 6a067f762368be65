import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { afterEach, describe, expect, it } from "vitest";
import { startEmbedded } from "./embedded";
import { findPostmaster } from "./process";

const isRoot = process.getuid?.() === 0;
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function makeDataDir({ closed = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "sightline-embedded-"));
  chmodSync(folder, closed ? 0o700 : 0o755);
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return join(folder, "data");
}

async function startHere(dataDir: string) {
  const lines: string[] = [];
  const failures: Error[] = [];
  const database = await startEmbedded({
    dataDir,
    onProgress: (line) => lines.push(line),
    onFailure: (error) => failures.push(error),
  });
  cleanups.push(() => database.stop());
  return { database, lines, failures };
}

async function ask<Row extends object>(url: string, query: string): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe<Row[]>(query))];
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function askUntilAnswered<Row extends object>(url: string, query: string): Promise<Row[]> {
  return until(() => ask<Row>(url, query).catch(() => undefined));
}

async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("It did not happen within 30 s.");
}

function readServerPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

async function fillAndStop(dataDir: string): Promise<void> {
  const { database } = await startHere(dataDir);
  await ask(database.url, "create table kept as select 7 as n");
  await database.stop();
}

/** Starts the embedded PostgreSQL from a separate process, which a test can kill. */
async function startElsewhere(dataDir: string): Promise<{ owner: ChildProcess; url: string }> {
  const module = JSON.stringify(join(import.meta.dirname, "embedded.ts"));
  const script = `import(${module}).then((m) => m.startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })).then((d) => console.log(d.url));`;
  const owner = spawn(process.execPath, ["--import", "tsx", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanups.push(() => owner.kill("SIGKILL"));
  const [url] = await once(owner.stdout, "data");
  return { owner, url: String(url).trim() };
}

describe("embedded PostgreSQL", { timeout: 60_000 }, () => {
  it("starts an empty UTF-8 database on 127.0.0.1 only, with a password", async () => {
    const dataDir = makeDataDir();
    const { database } = await startHere(dataDir);
    expect(database.fresh).toBe(true);
    expect(database.url).toMatch(/^postgres:\/\/sightline:[\w-]{32}@127\.0\.0\.1:\d+\/sightline$/);
    const names = ["server_encoding", "TimeZone", "listen_addresses", "unix_socket_directories"];
    const durable = ["fsync", "full_page_writes", "synchronous_commit"];
    const [settings] = await ask(
      database.url,
      `select ${[...names, ...durable].map((name) => `current_setting('${name}') as "${name}"`)},
        datlocprovider::text || ':' || datlocale as locale from pg_database where datname = current_database()`,
    );
    expect(settings).toEqual({
      server_encoding: "UTF8",
      TimeZone: "UTC",
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      ...Object.fromEntries(durable.map((name) => [name, "on"])),
      locale: "b:C.UTF-8",
    });
    await expect(ask(database.url.replace(/:[^:@]*@/, ":wrong@"), "select 1")).rejects.toThrow("password");
    await database.stop();
    await database.stop();
    await expect(ask(database.url, "select 1")).rejects.toThrow("ECONNREFUSED");
  });

  it("keeps every row across a restart", async () => {
    const dataDir = makeDataDir();
    await fillAndStop(dataDir);
    const { database } = await startHere(dataDir);
    expect(database.fresh).toBe(false);
    expect(await ask(database.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  it("rejects a second Sightline on the same folder without disturbing the first", async () => {
    const dataDir = makeDataDir();
    const { database, lines } = await startHere(dataDir);
    const pid = readServerPid(dataDir);
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `Another Sightline is already running on ${dataDir} (PostgreSQL pid ${pid}). Stop it first, or set DATA_DIR to another folder.`,
    );
    expect(await ask(database.url, "select 1 as n")).toEqual([{ n: 1 }]);
    expect(readServerPid(dataDir)).toBe(pid);
    expect(lines).toHaveLength(1);
  });

  it("allows exactly one of several simultaneous first starts", async () => {
    const dataDir = makeDataDir();
    const starts = await Promise.allSettled([1, 2, 3].map(() => startHere(dataDir)));
    const refused = starts.flatMap((start) => (start.status === "rejected" ? [String(start.reason)] : []));
    expect(refused).toHaveLength(2);
    for (const reason of refused) expect(reason).toContain("Another Sightline is already running");
    expect(readdirSync(dataDir).sort()).toEqual(["postgres", "postgres.log", "secrets"]);
  });

  it("restarts a killed server on the same port with all rows and keeps ownership", async () => {
    const dataDir = makeDataDir();
    const { database, failures } = await startHere(dataDir);
    await ask(database.url, "create table kept as select generate_series(1, 1000) as n");
    const busy = ask(database.url, "select pg_sleep(60)").catch(() => undefined);
    const killed = readServerPid(dataDir);
    process.kill(killed, "SIGKILL");
    expect(await askUntilAnswered(database.url, "select count(*)::int as n from kept")).toEqual([{ n: 1000 }]);
    expect(readServerPid(dataDir)).not.toBe(killed);
    await busy;
    await expect(startEmbedded({ dataDir })).rejects.toThrow("Another Sightline is already running");
    expect(failures).toEqual([]);
  });

  it("stops the server completely when stopped during a restart", async () => {
    const dataDir = makeDataDir();
    const { database, failures } = await startHere(dataDir);
    process.kill(readServerPid(dataDir), "SIGKILL");
    await until(() =>
      ask(database.url, "select 1").then(
        () => undefined,
        () => true,
      ),
    );
    await database.stop();
    await expect(ask(database.url, "select 1")).rejects.toThrow("ECONNREFUSED");
    expect(await findPostmaster(realpathSync(join(dataDir, "postgres")))).toBeUndefined();
    expect(failures).toEqual([]);
  });

  it("reclaims the server when its owner connection is cut", async () => {
    const dataDir = makeDataDir();
    const { database } = await startHere(dataDir);
    const owners = "from pg_stat_activity where application_name = 'sightline-owner'";
    const [before] = await ask<{ pid: number }>(database.url, `select pid, pg_terminate_backend(pid) ${owners}`);
    const held = "(select count(*)::int from pg_locks where locktype = 'advisory' and granted) as held";
    await until(async () => {
      const [owner] = await ask<{ pid: number; held: number }>(database.url, `select pid, ${held} ${owners}`);
      return owner && owner.pid !== before?.pid && owner.held === 1 ? owner : undefined;
    });
  });

  it("takes over the server of a killed Sightline with all committed rows", async () => {
    const dataDir = makeDataDir();
    const { owner, url } = await startElsewhere(dataDir);
    await ask(url, "create table kept as select 7 as n");
    const orphan = readServerPid(dataDir);
    owner.kill("SIGKILL");
    await once(owner, "exit");
    expect(await ask(url, "select n from kept")).toEqual([{ n: 7 }]);
    const { database, lines } = await startHere(dataDir);
    expect(lines).toEqual([`Stopping PostgreSQL (pid ${orphan}), which a killed Sightline process left running.`]);
    expect(await ask(database.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  it("starts despite a stale postmaster.pid that names another program's process", async () => {
    const dataDir = makeDataDir();
    await fillAndStop(dataDir);
    // PostgreSQL ignores process IDs of other users' processes. If the tests run as root, this process therefore
    // runs as PostgreSQL's own user.
    const other = spawn("sleep", ["60"], isRoot ? { uid: 65534, gid: 65534 } : {});
    cleanups.push(() => other.kill());
    const folder = realpathSync(join(dataDir, "postgres"));
    writeFileSync(
      join(folder, "postmaster.pid"),
      `${other.pid}\n${folder}\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`,
    );
    const { database } = await startHere(dataDir);
    expect(await ask(database.url, "select n from kept")).toEqual([{ n: 7 }]);
    expect(other.exitCode).toBeNull();
  });

  it("removes leftovers of a killed first start, but not folders in use", async () => {
    const dataDir = makeDataDir();
    mkdirSync(join(dataDir, "postgres.new-4194303-dead", "cluster"), { recursive: true });
    mkdirSync(join(dataDir, `postgres.new-${process.ppid}-alive`), { recursive: true });
    await startHere(dataDir);
    expect(readdirSync(dataDir).filter((name) => name.includes(".new-"))).toEqual([
      `postgres.new-${process.ppid}-alive`,
    ]);
  });

  it("never overwrites a foreign folder or replaces a missing password", async () => {
    const dataDir = makeDataDir();
    mkdirSync(join(dataDir, "postgres"), { recursive: true });
    if (isRoot) chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, "postgres", "letter.txt"), "dear me");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/belongs to user root|holds something else/);

    const other = makeDataDir();
    await fillAndStop(other);
    rmSync(join(other, "secrets", "postgres-password"));
    await expect(startEmbedded({ dataDir: other })).rejects.toThrow("The password of the database is missing");
  });

  it.runIf(isRoot)("stores the database elsewhere when its user cannot enter the data folder", async () => {
    const dataDir = makeDataDir({ closed: true });
    const { lines } = await startHere(dataDir);
    const folder = realpathSync(join(dataDir, "postgres"));
    cleanups.unshift(() => rmSync(dirname(folder), { recursive: true, force: true }));
    expect(folder).toMatch(/^\/var\/lib\/sightline\/[0-9a-f]{12}\/cluster$/);
    expect(lines.filter((line) => line.includes(dirname(folder)))).toHaveLength(1);
    expect(readdirSync(dataDir).sort()).toEqual(["postgres", "postgres.log", "secrets"]);
  });
});
