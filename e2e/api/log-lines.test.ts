import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/db/ids";
import { send } from "../fixtures/api";
import { createTestDatabase, type TestDatabase } from "../fixtures/databases";
import { FAULT_SECRET } from "../fixtures/faults";
import { startTestServer, type TestServer } from "../fixtures/servers";
import { Visitor } from "../fixtures/visitor";

const root = resolve(import.meta.dirname, "../..");
const FAULTS = { NODE_OPTIONS: `--import tsx --import ${resolve(root, "e2e/fixtures/faults.ts")}` };
const PASSWORD = "correct horse battery";
/**
 * Matches C0 and C1 control characters (ECMA-48) and Unicode line separators. Line feeds are allowed, because they
 * end log records.
 */
const RAW_CONTROL = /(?!\n)[\p{Cc}\u2028\u2029]/u;

type Line = { level: number; time: number; msg: string; error?: string; stack?: string };

function linesOf(text: string): Line[] {
  expect(text).not.toMatch(RAW_CONTROL);
  const lines = text.split("\n").filter(Boolean);
  return lines.map((line) => {
    const parsed = JSON.parse(line);
    expect(parsed).toMatchObject({ level: expect.any(Number), time: expect.any(Number), msg: expect.any(String) });
    return parsed;
  });
}

const errorsIn = (lines: Line[]) => new Set(lines.map(({ error, msg }) => error ?? msg));
/** The error names and messages that the log contains after the failures in `faults.ts`. */
const everyFault = ["TypeError", "RangeError", "SyntaxError", "Error", "HostileWarning", "Failed"];

describe("the server's standard error output", () => {
  let database: TestDatabase;
  let server: TestServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startTestServer("server", { ...FAULTS, DATABASE_URL: database.url, WORKER: "on" });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop().catch(() => {});
  });

  it("is one JSON object per line for every failure and input", async () => {
    const visitor = new Visitor();
    const email = `log-${newId()}@example.test`;
    const body = { name: "Log", email, password: PASSWORD, organization_name: "Log lines" };
    const made = await send(server.url, "/sign-up", { method: "POST", headers: { Origin: server.url }, body });
    const { slug } = (made.json as { organization: { slug: string } }).organization;
    await visitor.postToAuth(server.url, "callback/credentials", { email, password: PASSWORD });

    const forged = encodeURIComponent('x\n{"level":30,"msg":"forged"}\n\u001b[31m');
    await fetch(`${server.url}/api/auth/error?error=${forged}`, { redirect: "manual" });
    await fetch(`${server.url}/sign-in?callback=${forged}`, { method: "POST", headers: { "Next-Action": "forged" } });
    process.kill(server.pid, "SIGUSR2");
    await expect.poll(() => everyFault.filter((name) => !errorsIn(linesOf(server.errors())).has(name))).toEqual([]);

    // The server keeps serving requests, because an uncaught exception affects only one request.
    expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200);
    await database.drop();
    const page = await visitor.fetch(`${server.url}/${slug}/alerts?q=${FAULT_SECRET}`);
    await page.text();
    await expect.poll(() => linesOf(server.errors()).some((line) => "digest" in line)).toBe(true);
    await server.stop();

    const lines = linesOf(server.errors());
    expect(lines.filter(({ msg }) => msg === "forged")).toEqual([]);
    expect(lines.filter(({ msg }) => /^unhandledRejection: terminal/.test(msg))).toHaveLength(1);
    expect(lines.filter(({ error }) => error === "TypeError")).toMatchObject([
      { level: 50, msg: "uncaught exception", stack: expect.stringContaining("faults.ts") },
    ]);
    for (const secret of [FAULT_SECRET, PASSWORD, email, "at forged"]) expect(server.errors()).not.toContain(secret);
  }, 240_000);
});

describe("the worker's standard error output", () => {
  it("is one JSON object per line, even when an uncaught exception ends the process", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", "scripts/worker.ts"], {
      cwd: root,
      env: { ...process.env, ...FAULTS, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const exited = once(child, "exit");
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    await once(child.stdout, "data");
    child.kill("SIGUSR2");
    expect(await exited).toEqual([1, null]);
    expect(errorsIn(linesOf(errors))).toContain("RangeError");
    expect(errors).not.toContain(FAULT_SECRET);
  }, 120_000);
});
