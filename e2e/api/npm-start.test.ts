import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { makeDataFolder } from "../fixtures/folders";
import { createTestOrganization } from "../fixtures/organization";
import { freePort } from "../fixtures/servers";

const root = resolve(import.meta.dirname, "../..");
const START_WITHIN_MS = 180_000;
/** The README promises that the server stops within this time. */
const STOP_WITHIN_MS = 30_000;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Started {
  npm: ChildProcess;
  url: string;
  output(): string;
}

/** Runs `npm start` in its own process group, like a shell does. */
async function npmStart(settings: Record<string, string>): Promise<Started> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: { NODE_ENV: "production", PATH: process.env.PATH, PORT: port, BASE_URL: url, WORKER: "off", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  cleanups.push(() => {
    try {
      process.kill(-(npm.pid ?? 0), "SIGKILL");
    } catch {
      // The process group has already ended, so there is nothing to kill.
    }
  });
  await expect.poll(() => answers(url), { timeout: START_WITHIN_MS }).toBe(true);
  return { npm, url, output: () => output };
}

const answers = (url: string) =>
  fetch(`${url}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
const own = () => ({ DATABASE_URL: process.env.DATABASE_URL ?? "", AUTH_SECRET: process.env.AUTH_SECRET ?? "" });
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

describe("npm start", { timeout: START_WITHIN_MS + 3 * STOP_WITHIN_MS }, () => {
  it("starts without building; on SIGTERM finishes the running request and stops PostgreSQL before npm exits", async () => {
    const folder = makeDataFolder("npm");
    cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const { npm, url, output } = await npmStart({ DATA_DIR: folder });
    expect(output()).not.toContain("Building");
    const postmaster = Number(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    const key = JSON.parse(readFileSync(join(folder, "secrets", "demo.json"), "utf8")).apiKey;
    // The server replies 100 Continue after it reads the headers. The request is then in progress when the server
    // stops.
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", Expect: "100-continue" };
    const running = request(`${url}/api/v1/sites`, { method: "POST", headers });
    running.flushHeaders();
    await once(running, "continue");
    const asked = Date.now();
    npm.kill("SIGTERM");
    const ended = once(npm, "exit");
    running.end(JSON.stringify({ name: "While it stops" }));
    running.on("error", () => {});
    const [reply] = (await once(running, "response")) as [IncomingMessage];
    reply.resume();
    expect(reply.statusCode).toBe(201);
    expect(await ended).toEqual([0, null]);
    expect(Date.now() - asked).toBeLessThan(STOP_WITHIN_MS);
    expect(await answers(url)).toBe(false);
    expect(isGone(postmaster)).toBe(true);
    expect(output().split('"msg":"stopped"')).toHaveLength(2);
  });

  it.each(["SIGINT", "SIGHUP"] as const)(
    "stops once on %s to the process group, as a terminal sends it",
    async (name) => {
      const { npm, url, output } = await npmStart(own());
      process.kill(-(npm.pid ?? 0), name);
      await once(npm, "exit");
      await expect.poll(() => answers(url)).toBe(false);
      await expect.poll(() => output().split('"msg":"stopped"').length).toBe(2);
      expect(output()).not.toMatch(/could not|Error/);
    },
  );

  it("stops the server and flushes the request log when npm is killed", async () => {
    const { npm, url, output } = await npmStart(own());
    const organization = await createTestOrganization();
    const headers = await organization.bearer();
    expect((await fetch(`${url}/api/v1/me`, { headers })).status).toBe(200);
    npm.kill("SIGKILL");
    await expect.poll(() => answers(url), { timeout: STOP_WITHIN_MS }).toBe(false);
    await expect.poll(() => output()).toContain('"msg":"stopped"');
    const { sql } = database();
    const logged = () => sql`select route from requests where organization_id = ${organization.id}`;
    expect(await logged()).toEqual([{ route: "/me" }]);
  });
});
