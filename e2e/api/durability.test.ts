import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { makeDataFolder } from "@/e2e/fixtures/folders";
import type { Alert, AlertList } from "@/lib/alerts/schema";
import { send } from "../fixtures/api";
import { startTestServer, type TestServer } from "../fixtures/servers";

const CAMERA = "rtm-dock-3-east";
const SENDERS = 8;

describe("an installation with the embedded database", () => {
  const folder = makeDataFolder("durability");
  const settings = { DATA_DIR: folder, DATABASE_URL: "", AUTH_SECRET: "" };
  let server: TestServer | undefined;

  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("keeps every acknowledged alert after kill -9 of server and PostgreSQL under load", {
    timeout: 180_000,
  }, async () => {
    server = await startTestServer("server", settings);
    const { apiKey } = JSON.parse(readFileSync(join(folder, "secrets/demo.json"), "utf8")) as { apiKey: string };
    const headers = { Authorization: `Bearer ${apiKey}` };
    const acknowledged = new Set<string>();
    let running = true;
    const sender = async (name: number) => {
      for (let n = 0; running; n += 1) {
        const body = { camera_id: CAMERA, use_case: "durability", status: "open", title: `${name}/${n}` };
        const call = { method: "POST", headers: { ...headers, "Idempotency-Key": `${name}/${n}` }, body };
        const reply = await send(server?.url ?? "", "/alerts", call).catch(() => null);
        if (reply?.status === 201) acknowledged.add((reply.json as Alert).id);
      }
    };
    const senders = Array.from({ length: SENDERS }, (_, name) => sender(name));
    await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 50 }).toBeGreaterThan(200);
    const postmaster = Number(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
    for (const pid of [server.pid, postmaster, ...childrenOf(postmaster)]) kill(pid);
    running = false;
    await Promise.all(senders);
    await sleep(200);

    server = await startTestServer("server", settings);
    const stored = new Map<string, string | null>();
    let path: string | null = "/alerts?use_case=durability&limit=200";
    while (path !== null) {
      const page = (await send(server.url, path, { headers })).json as AlertList;
      for (const alert of page.data) stored.set(alert.id, alert.title);
      path = page.next_cursor === null ? null : `/alerts?use_case=durability&limit=200&cursor=${page.next_cursor}`;
    }
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    expect(new Set(stored.values()).size).toBe(stored.size);
    expect(acknowledged.size).toBeGreaterThan(200);
  });
});

function childrenOf(pid: number): number[] {
  const table = execFileSync("ps", ["-e", "-o", "pid=,ppid="]).toString().trim().split("\n");
  const pairs = table.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child ?? 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
