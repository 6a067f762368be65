import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { personWithPassword, personWithTwoFactor } from "@/e2e/fixtures/account";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { PASSWORD, totpCode } from "@/e2e/fixtures/secrets";
import { database, type Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { ADDRESS_PER_MIN } from "@/lib/limits";
import { attemptKey } from "./attempts";
import { hashPassword, signIn } from "./password";
import { openProvedSession } from "./session";
import { storeRecoveryCodes, takeCode } from "./two-factor";

const { db } = database();
const FREE = 10;
/** Returns a new IP address, so that tests don't share failure counts, which are per address. */
const address = () => `192.0.2.${newId()}`;
/** Ends the block of sign-ins with this email from this IP address, without waiting until it expires. */
const endBlock = (email: string, ip: string) =>
  db.execute(sql`update sign_in_attempts set blocked_until = now()
    where blocked_until > now() and key = ${attemptKey(email.toLowerCase(), ip)}`);

/** Returns whether another transaction is waiting for this one. */
async function isWaitedFor(tx: Executor): Promise<boolean> {
  const [row] = await tx.execute<{ waits: boolean }>(sql`
    select exists (select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`);
  return row?.waits ?? false;
}

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createTestOrganization();
});

describe("signing in with a password", () => {
  const tries = async (email: string, ip: string, times: number) => {
    const results: Awaited<ReturnType<typeof signIn>>[] = [];
    for (let i = 0; i < times; i += 1) results.push(await signIn({ email, password: `wrong ${i}` }, ip));
    return results;
  };

  it("is blocked after ten failures per email and address, but not elsewhere", async () => {
    const [{ email }, ip] = [await personWithPassword(organization), address()];
    const results = await tries(email, ip, FREE + 2);
    expect(results.slice(0, FREE - 1)).toEqual(Array(FREE - 1).fill(null));
    for (const result of results.slice(FREE - 1)) expect(result).toMatchObject({ blockedForS: expect.any(Number) });
    expect(await signIn({ email, password: PASSWORD }, ip)).toMatchObject({ blockedForS: expect.any(Number) });
    expect(await signIn({ email, password: PASSWORD }, address())).toMatchObject({ person: { email } });
  });

  it("doubles the block time up to one hour and allows sign-in afterward", async () => {
    const [{ email }, ip] = [await personWithPassword(organization), address()];
    await tries(email, ip, FREE);
    const waits: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      await endBlock(email, ip);
      const [result] = await tries(email, ip, 1);
      waits.push(result && "blockedForS" in result ? result.blockedForS : 0);
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600, 3_600]);
    await endBlock(email, ip);
    expect(await signIn({ email, password: PASSWORD }, ip)).toMatchObject({ person: { email } });
    expect(await tries(email, ip, 1)).toEqual([null]);
  });

  it("limits failures per address across emails, without affecting other addresses", async () => {
    const [{ email }, ip] = [await personWithPassword(organization), address()];
    // A correct password doesn't reset the failure count of an IP address, because it includes failures of other
    // people.
    for (let n = 0; n < 3; n += 1) expect(await signIn({ email, password: PASSWORD }, ip)).toHaveProperty("person");
    const guesses = Array.from({ length: ADDRESS_PER_MIN["sign-ins"] + 5 }, (_, n) => {
      return signIn({ email: `stranger-${n}-${newId()}@example.test`, password: "wrong" }, ip);
    });
    const results = await Promise.all(guesses);
    expect(results.filter((result) => result === null)).toHaveLength(ADDRESS_PER_MIN["sign-ins"]);
    const refused = await signIn({ email, password: PASSWORD }, ip);
    expect(refused).toEqual({ blockedForS: expect.any(Number) });
    expect(refused && "blockedForS" in refused && refused.blockedForS).toBeLessThanOrEqual(60);
    expect(await signIn({ email, password: PASSWORD }, address())).toMatchObject({ person: { email } });
  });

  it("takes similar time for unknown emails and wrong passwords", async () => {
    const { email } = await personWithPassword(organization);
    const timed = async (who: string) => {
      const start = performance.now();
      await signIn({ email: who, password: "wrong" }, address());
      return performance.now() - start;
    };
    const [known, unknown]: number[][] = [[], []];
    for (let n = 0; n < 15; n += 1) {
      known?.push(await timed(email));
      unknown?.push(await timed(`stranger-${newId()}@example.test`));
    }
    const median = (times: number[] = []) => times.toSorted((a, b) => a - b)[7] ?? 0;
    // If no password were hashed for unknown emails, those sign-ins would take a tenth of the time. The limit of a
    // quarter allows for a busy machine.
    expect(median(unknown)).toBeGreaterThan(median(known) / 4);
    expect(median(known)).toBeGreaterThan(median(unknown) / 4);
  });

  it("limits concurrent guesses to the same number as sequential ones", async () => {
    const [{ email }, ip] = [await personWithPassword(organization), address()];
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => signIn({ email, password: `wrong ${i}` }, ip)),
    );
    expect(results.filter((result) => result === null)).toHaveLength(FREE - 1);
  });

  it("treats unknown emails like known ones, including blocks", async () => {
    const { email } = await personWithPassword(organization);
    const known = await tries(email, address(), FREE + 1);
    const unknown = await tries(`stranger-${newId()}@example.test`, address(), FREE + 1);
    const kindOf = (result: (typeof known)[number]) => (result === null ? "wrong" : Object.keys(result));
    expect(unknown.map(kindOf)).toEqual(known.map(kindOf));
  });

  it("compares passwords exactly", async () => {
    const exact = " Zoë with a space before and 73 bytes in all, and each of them counts here!";
    const { email } = await personWithPassword(organization, exact);
    const ip = address();
    const others = [exact.trim(), exact.slice(0, -1), `${exact} `, exact.normalize("NFD"), exact.toLowerCase()];
    for (const password of others) expect(await signIn({ email, password }, ip)).toBeNull();
    expect(await signIn({ email: email.toUpperCase(), password: exact }, ip)).toMatchObject({ person: { email } });
  });

  it("rejects accounts without a password", async () => {
    const { email, id } = await personWithPassword(organization);
    await db.execute(sql`update users set password_hash = null where id = ${id}`);
    for (const password of ["", "null", "stranger's password"])
      expect(await signIn({ email, password }, null)).toBeNull();
  });
});

describe("a sign-in in progress", () => {
  const origin = { ip: null, userAgent: null };
  const proofOf = async (email: string) => {
    const result = await signIn({ email, password: PASSWORD }, address());
    if (!result || !("proof" in result)) throw new Error("not signed in");
    return result.proof;
  };

  it("opens a session if nothing changed", async () => {
    const { email } = await personWithPassword(organization);
    expect(await openProvedSession(await proofOf(email), origin)).toEqual(expect.any(String));
  });

  it("fails after a concurrent password change or two-factor setup", async () => {
    const changes = [sql`session_version = session_version + 1`, sql`totp_enabled_at = now()`];
    for (const change of changes) {
      const { id, email } = await personWithPassword(organization);
      const proof = await proofOf(email);
      const opened = await db.transaction(async (tx) => {
        await tx.execute(sql`update users set ${change} where id = ${id}`);
        // Opening the session starts before the change is committed, so it must wait for the commit.
        const opening = openProvedSession(proof, origin);
        await expect.poll(() => isWaitedFor(tx)).toBe(true);
        return [opening];
      });
      expect(await opened[0]).toBeNull();
    }
  });
});

describe("signing in with two factors", () => {
  it("asks for a code only after the correct password", async () => {
    const { email, secret } = await personWithTwoFactor(organization);
    const ip = address();
    expect(await signIn({ email, password: "wrong", code: totpCode(secret) }, ip)).toBeNull();
    expect(await signIn({ email, password: PASSWORD }, ip)).toEqual({ twoFactor: "required" });
    expect(await signIn({ email, password: PASSWORD, code: "000000" }, ip)).toEqual({ twoFactor: "wrong" });
    expect(await signIn({ email, password: PASSWORD, code: totpCode(secret) }, ip)).toMatchObject({
      person: { email },
    });
  });

  it("accepts each code once, within one time step and in order", async () => {
    const { id, secret } = await personWithTwoFactor(organization);
    expect(await takeCode(id, totpCode(secret, -2))).toBe("wrong");
    expect(await takeCode(id, totpCode(secret, 3))).toBe("wrong");
    const now = totpCode(secret);
    expect(await Promise.all([takeCode(id, now), takeCode(id, now), takeCode(id, now)])).toEqual(
      expect.arrayContaining(["right", "wrong", "wrong"]),
    );
    expect(await takeCode(id, totpCode(secret, -1))).toBe("wrong");
    expect(await takeCode(id, totpCode(secret, 1))).toBe("right");
  });

  it("accepts each recovery code once, in any format, for its owner only", async () => {
    const [{ id }, stranger] = [await personWithTwoFactor(organization), await personWithTwoFactor(organization)];
    const codes = await storeRecoveryCodes({ userId: id, db });
    const [first = "", second = ""] = codes;
    expect(new Set(codes).size).toBe(10);
    expect(first).toMatch(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/);
    expect(await takeCode(stranger.id, first)).toBe("wrong");
    expect((await Promise.all([takeCode(id, first), takeCode(id, first)])).sort()).toEqual(["right", "wrong"]);
    expect(await takeCode(id, second.toUpperCase().replaceAll("-", " "))).toBe("right");
    await storeRecoveryCodes({ userId: id, db });
    expect(await takeCode(id, codes[2] ?? "")).toBe("wrong");
  });

  it("counts wrong codes per person across addresses", async () => {
    const { email, secret } = await personWithTwoFactor(organization);
    const guess = (code: string) => signIn({ email, password: PASSWORD, code }, address());
    for (let i = 0; i < FREE; i += 1) await guess("000000");
    expect(await guess(totpCode(secret))).toMatchObject({ blockedForS: expect.any(Number) });
  });

  it("never stores the secret or recovery codes in plaintext", async () => {
    const { id, secret } = await personWithTwoFactor(organization);
    const codes = await storeRecoveryCodes({ userId: id, db });
    const [row] = await db.execute<{ row: string }>(sql`
      select (select u::text from users u where id = ${id}) || (select string_agg(r::text, '') from recovery_codes r
        where user_id = ${id}) as row`);
    const hex = (text: string) => Buffer.from(text).toString("hex");
    for (const text of [secret, ...codes]) {
      expect(row?.row).not.toContain(text);
      expect(row?.row).not.toContain(hex(text));
    }
  });
});

it("hashes passwords with salted Argon2id", async () => {
  const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
});
