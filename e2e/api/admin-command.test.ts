import { execFile } from "node:child_process";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn } from "@/lib/auth/password";
import { database } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { memberships, users } from "@/lib/db/tables/people";
import { emailsTo, personWithPassword, personWithTwoFactor } from "../fixtures/account";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";
import { freePort } from "../fixtures/servers";

const root = resolve(import.meta.dirname, "../..");
const execute = promisify(execFile);
const { db } = database();
const [{ url: server }] = servers;
const NEW_PASSWORD = "another horse battery";

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createTestOrganization();
});

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `scripts/admin.ts` with these arguments, like an operator in a terminal. */
async function admin(args: string[], settings: Record<string, string> = {}): Promise<Outcome> {
  const env = { ...process.env, BASE_URL: server(), ...settings };
  const run = execute(process.execPath, ["--import", "tsx", "scripts/admin.ts", ...args], { cwd: root, env });
  return run.then(
    (outcome) => ({ code: 0, ...outcome }),
    (failure: Outcome) => failure,
  );
}

const tokenIn = (text: string) => /\/reset-password\/([\w-]{43})\s/.exec(text)?.[1] ?? "";
const confirm = (token: string) =>
  send(server(), "/account/password-reset/confirm", {
    method: "POST",
    headers: { Origin: server() },
    body: { token, password: NEW_PASSWORD },
  });

async function entriesAbout(person: TestPerson, reader: TestPerson) {
  const path = `/audit-log?action=member.reset_link_created&target_id=${encodeId("user", person.id)}`;
  return ((await send(server(), path, { headers: reader.headers })).json as { data: object[] }).data;
}

describe("npm run admin -- reset", { timeout: 120_000 }, () => {
  it("prints a single-use reset link and records it in each organization's audit log", async () => {
    const person = await personWithPassword(organization);
    const other = await createTestOrganization();
    await db.insert(memberships).values({ organizationId: other.id, userId: person.id, role: "viewer" });
    const { code, stdout } = await admin(["reset", person.email.toUpperCase()]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${server()}/reset-password/`)]);
    expect(stdout).toContain(`${person.name} (${person.email})`);
    const elsewhere = await other.person("admin");
    for (const reader of [await organization.person("admin"), elsewhere]) {
      expect(await entriesAbout(person, reader)).toMatchObject([
        {
          actor: { kind: "system", name: "Operator" },
          target: { name: person.name },
          after: { email: person.email, ends_two_factor: false },
        },
      ]);
    }
    const token = tokenIn(stdout);
    expect((await confirm(token)).status).toBe(204);
    expect((await confirm(token)).status).toBe(410);
    expect(await signIn({ email: person.email, password: NEW_PASSWORD }, null)).toHaveProperty("person");
    expect((await send(server(), "/account", { headers: person.headers })).status).toBe(401);
    const [row] = await db.select({ provedAt: users.emailProvedAt }).from(users).where(eq(users.id, person.id));
    expect(row?.provedAt).toBeNull();
  });

  it("keeps two-factor sign-in, or with --drop-two-factor turns it off once the link is used", async () => {
    const person = await personWithTwoFactor(organization);
    const { email } = person;
    const kept = await admin(["reset", email]);
    expect(kept.stdout).toContain("Two-factor sign-in stays on.");
    expect((await confirm(tokenIn(kept.stdout))).status).toBe(204);
    expect(await signIn({ email, password: NEW_PASSWORD }, "a")).toEqual({ twoFactor: "required" });

    const dropping = await admin(["reset", email, "--drop-two-factor"]);
    expect(await signIn({ email, password: NEW_PASSWORD }, "b")).toEqual({ twoFactor: "required" });
    expect((await confirm(tokenIn(dropping.stdout))).status).toBe(204);
    expect(await signIn({ email, password: NEW_PASSWORD }, "c")).toHaveProperty("person");
    expect((await emailsTo(email)).map(({ kind }) => kind)).toContain("two_factor_off");
    const entries = await entriesAbout(person, await organization.person("admin"));
    expect(entries).toMatchObject([{ after: { ends_two_factor: true } }, { after: { ends_two_factor: false } }]);
  });

  it("finds the embedded database of the running instance", async () => {
    const person = await personWithPassword(organization);
    const [row] = await db.execute<{ folder: string }>(sql`select current_setting('data_directory') as folder`);
    const settings = {
      DATABASE_URL: "",
      DATABASE_DIRECT_URL: "",
      AUTH_SECRET: "",
      DATA_DIR: dirname(row?.folder ?? ""),
    };
    const { code, stdout } = await admin(["reset", person.email], settings);
    expect([code, (await confirm(tokenIn(stdout))).status]).toEqual([0, 204]);
  });

  it("exits with code 1 and a one-line error when it cannot create a link", async () => {
    const nowhere = { DATABASE_URL: "", DATABASE_DIRECT_URL: "", DATA_DIR: resolve(root, ".nothing-here") };
    const away = { DATABASE_URL: `postgres://stranger:secret@127.0.0.1:${await freePort()}/sightline` };
    const outcomes = await Promise.all([
      admin(["reset", "unknown@example.test"]),
      admin(["reset", "unknown@example.test"], nowhere),
      admin(["reset", "unknown@example.test"], away),
    ]);
    expect(outcomes.map(({ code, stdout, stderr }) => [code, stdout, stderr.trim().split("\n").length])).toEqual(
      Array(3).fill([1, "", 1]),
    );
    expect(outcomes.map(({ stderr }) => stderr.trim())).toEqual([
      "No account has the email unknown@example.test. Nothing was changed.",
      expect.stringMatching(/^No Sightline is running on .*Start it with `npm start`, or set DATABASE_URL\.$/),
      expect.stringMatching(/^The database did not store a link: connect ECONNREFUSED/),
    ]);
  });

  it("prints its usage with --help or without arguments", async () => {
    const [help, none] = await Promise.all([admin(["--help"]), admin([])]);
    expect([help.code, none.code]).toEqual([0, 1]);
    for (const text of [help.stdout, none.stderr]) expect(text).toContain("npm run admin -- reset EMAIL");
  });
});
