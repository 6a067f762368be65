import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { createTestDatabase, type TestDatabase } from "../fixtures/databases";
import { makeDataFolder } from "../fixtures/folders";
import { freePort } from "../fixtures/servers";

const root = resolve(import.meta.dirname, "../..");
const PASSWORD = "correct-horse-battery";

type Changes = Partial<Record<"hostname" | "port" | "username" | "password" | "pathname", string>>;

/**
 * Starts the server with invalid settings and waits until it exits. `complaint` contains the lines of its standard
 * error.
 */
async function start(settings: Record<string, string>): Promise<{ code: number; output: string; complaint: string[] }> {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts"], {
    cwd: root,
    env: { NODE_ENV: "production", PATH: process.env.PATH, PORT: String(await freePort()), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, "close");
  return { code, output: output + errors, complaint: errors.split("\n").filter((line) => line !== "") };
}

describe("startup errors: exit code 1 and one line naming the setting and the remedy", {
  timeout: 180_000,
}, () => {
  const role = `stranger_${newId().slice(0, 8)}`;
  let place: TestDatabase;
  let readOnly: TestDatabase;
  const web = createServer((_, response) => response.end("hello"));
  let webPort = 0;

  /** Returns the test database's URL with these parts replaced. */
  const addressOf = (changes: Changes) => Object.assign(new URL(place.url), changes).toString();

  beforeAll(async () => {
    [place, readOnly] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const { sql } = database();
    await sql.query(`create role ${role} login password '${PASSWORD}'`);
    await sql.query(`alter database ${new URL(readOnly.url).pathname.slice(1)} set default_transaction_read_only = on`);
    await once(web.listen(0, "127.0.0.1"), "listening");
    webPort = (web.address() as AddressInfo).port;
  });
  afterAll(async () => {
    web.close();
    await Promise.all([place.drop(), readOnly.drop()]);
    await database().sql.query(`drop role ${role}`);
  });

  const addresses: [what: string, address: () => string | Promise<string>, remedy: RegExp][] = [
    ["an unknown host", () => addressOf({ hostname: "nowhere.invalid" }), /Check the host name/],
    ["a port where nothing listens", async () => addressOf({ port: `${await freePort()}` }), /Start PostgreSQL there/],
    ["a web server", () => addressOf({ port: `${webPort}` }), /Check host and port/],
    ["a wrong password", () => addressOf({ password: "sesame-street" }), /wrong user or password/],
    ["an unknown role", () => addressOf({ username: "no-such-role" }), /wrong user or password/],
    ["an unknown database", () => addressOf({ pathname: "/no_such_database" }), /CREATE DATABASE/],
  ];
  describe.each(["DATABASE_URL", "DATABASE_DIRECT_URL"])("%s", (name) => {
    it.concurrent.each(addresses)("rejects %s", async (_, address, remedy) => {
      const value = await address();
      const settings = { DATABASE_URL: place.url, AUTH_SECRET: "x".repeat(32), [name]: value };
      const { code, output, complaint } = await start(settings);
      expect([code, complaint]).toEqual([1, [expect.stringMatching(new RegExp(`^Sightline .*: ${name} .*`))]]);
      expect(complaint[0]).toMatch(remedy);
      const { hostname, username, password, pathname } = new URL(value);
      for (const secret of [password, pathname.slice(1), ...(hostname === "127.0.0.1" ? [] : [hostname])])
        expect(output).not.toContain(secret);
      expect(output).not.toMatch(new RegExp(`[^a-z]${username}[^a-z]`));
    });
  });

  it("warns about DATABASE_REPLICA_URL and rejects a read-only DATABASE_URL", async () => {
    const { code, complaint } = await start({
      DATABASE_URL: readOnly.url,
      DATABASE_REPLICA_URL: addressOf({ hostname: "nowhere.invalid" }),
      AUTH_SECRET: "x".repeat(32),
    });
    const warning = expect.stringMatching(/"msg":"DATABASE_REPLICA_URL .* Until this is fixed, reads use the primary/);
    const remedy = expect.stringMatching(/^Sightline .*: DATABASE_URL points to a read-only server/);
    expect([code, complaint]).toEqual([1, [warning, remedy]]);
  });

  const isSystem = process.platform === "linux";
  const others: [name: string, settings: () => Record<string, string>, remedy: RegExp][] = [
    ["HOST", () => ({ HOST: "192.0.2.1" }), /127\.0\.0\.1/],
    ["HOST", () => ({ HOST: "no host" }), /127\.0\.0\.1/],
    ["PORT", () => ({ PORT: String(webPort) }), /PORT=3001/],
    ["PORT", () => ({ PORT: "80a" }), /from 0 to 65535/],
    ["BASE_URL", () => ({ BASE_URL: "https://example.test/portal" }), /without a path/],
    ["DATABASE_REPLICA_URL", () => ({ DATABASE_REPLICA_URL: "replica" }), /postgres:/],
    ["AUTH_SECRET", () => ({ DATABASE_URL: place.url }), /openssl rand/],
    ["data folder", () => ({ DATA_DIR: join(import.meta.filename, "data") }), /set DATA_DIR to another folder/],
    ["data folder", () => ({ DATA_DIR: isSystem ? "/proc/nope" : "/dev/null/x" }), /set DATA_DIR to another folder/],
  ];
  it.concurrent.each(others)("%s", async (name, settings, remedy) => {
    const { code, complaint } = await start({ DATA_DIR: join(makeDataFolder("refused"), "data"), ...settings() });
    expect([code, complaint]).toEqual([1, [expect.stringContaining(name === "PORT" ? "" : name)]]);
    expect(complaint[0]).toMatch(remedy);
  });
});
