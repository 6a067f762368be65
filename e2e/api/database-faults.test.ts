import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send } from "@/e2e/fixtures/api";
import { makeDataFolder } from "@/e2e/fixtures/folders";
import { startTestServer, type TestServer } from "@/e2e/fixtures/servers";
import type { Alert } from "@/lib/alerts/schema";
import { connect } from "@/lib/db/client";

const CLIENTS = 40;
/**
 * How long the database is frozen. This exceeds PostgreSQL's statement and idle-transaction timeouts, and the
 * server's own timeout.
 */
const FREEZE_MS = 8_000;
/** The server counts as recovered after this period without failures. */
const CALM_MS = 1_500;
const SERVED_WITHIN_MS = 60_000;

const folder = makeDataFolder("faults");
let server: TestServer;
let running = true;
let clients: Promise<void>[];
let database: ReturnType<typeof connect>;
let lastFailureAt = 0;
let served = 0;
const acknowledged = new Map<string, string>();
const statuses = new Set<number>();

beforeAll(async () => {
  server = await startTestServer("server", { DATA_DIR: folder, DATABASE_URL: "", AUTH_SECRET: "" });
  const { apiKey } = JSON.parse(readFileSync(join(folder, "secrets/demo.json"), "utf8")) as { apiKey: string };
  const password = readFileSync(join(folder, "secrets/postgres-password"), "utf8").trim();
  const port = postmasterFile()[3];
  database = connect(`postgres://sightline:${password}@127.0.0.1:${port}/sightline`, {
    max: 1,
    statementTimeoutMs: 60_000,
  });
  clients = Array.from({ length: CLIENTS }, (_, name) => create(name, apiKey));
  while (served <= CLIENTS) await sleep(50);
}, 240_000);
afterAll(async () => {
  running = false;
  await Promise.all(clients ?? []);
  await database?.sql.end({ timeout: 1 });
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Creates alerts in sequence, like one client. Each alert has its own title and Idempotency-Key. */
async function create(name: number, apiKey: string): Promise<void> {
  for (let n = 0; running; n += 1) {
    const title = `${name}/${n}`;
    const body = { camera_id: "rtm-dock-3-east", use_case: "faults", status: "open", title };
    const headers = { Authorization: `Bearer ${apiKey}`, "Idempotency-Key": title };
    const reply = await send(server.url, "/alerts", { method: "POST", headers, body });
    statuses.add(reply.status);
    if (reply.status === 201) {
      acknowledged.set(title, (reply.json as Alert).id);
      served += 1;
    } else {
      expect(reply.headers.get("retry-after")).toBe("1");
      lastFailureAt = Date.now();
    }
    await sleep(20);
  }
}

const postmasterFile = () => readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n");
const postmaster = () => Number(postmasterFile()[0]);

/**
 * Returns the IDs of PostgreSQL's server processes, or only of those that serve clients. The title of such a
 * process contains its client's address.
 */
function processes({ ofClients = false } = {}): number[] {
  const lines = execFileSync("ps", ["-e", "-o", "pid=,ppid=,args="]).toString().trim().split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, title = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === postmaster() && (!ofClients || /sightline sightline 127/.test(title))
      ? [Number(pid)]
      : [];
  });
}

function backend(): number {
  const [pid] = processes({ ofClients: true });
  if (pid === undefined) throw new Error("PostgreSQL has no process of a client");
  return pid;
}

async function freeze(pids: number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  await sleep(FREEZE_MS);
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGCONT");
    } catch (error) {
      expect(error).toMatchObject({ code: "ESRCH" });
    }
  }
}

const faults: Record<string, () => unknown> = {
  "a connection's process was killed": () => process.kill(backend(), "SIGKILL"),
  "a connection was ended": () => process.kill(backend(), "SIGTERM"),
  "all connections were ended": () => processes({ ofClients: true }).map((pid) => process.kill(pid, "SIGTERM")),
  "PostgreSQL was killed": () => process.kill(postmaster(), "SIGKILL"),
  "a connection's process stood still": () => freeze([backend()]),
  "all of PostgreSQL stood still": () => freeze([postmaster(), ...processes()]),
  "the server itself stood still": () => freeze([server.pid]),
};

describe(`a server with ${CLIENTS} writing clients`, () => {
  it.each(Object.entries(faults))("serves requests again after %s", { timeout: 180_000 }, async (_, fault) => {
    await fault();
    await expect
      .poll(
        () =>
          database.sql`select 1`.then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    const before = served;
    const isCalm = () => Date.now() - lastFailureAt > CALM_MS && served > before + CLIENTS;
    await expect.poll(isCalm, { timeout: SERVED_WITHIN_MS }).toBe(true);
  });

  it("stores every acknowledged alert once with its event and fails only with 503", async () => {
    running = false;
    await Promise.all(clients);
    const rows = await database.sql<{ title: string; events: number }[]>`
      select a.title, (select count(*)::int from events e where e.subject_id = a.id) as events
      from alerts a where use_case = 'faults'`;
    const stored = new Set(rows.map(({ title }) => title));
    expect(stored.size).toBe(rows.length);
    expect([...acknowledged.keys()].filter((title) => !stored.has(title))).toEqual([]);
    expect(rows.filter(({ events }) => events !== 1)).toEqual([]);
    expect([...statuses].sort()).toEqual([201, 503]);
    expect(server.log()).not.toMatch(/uncaught|unhandled|Cannot read/i);
  }, 120_000);
});
