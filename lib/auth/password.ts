import { createHash } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
import { database } from "@/lib/db/client";
import { signInAttempts, users } from "@/lib/db/tables/people";
import { SIGN_IN_MEMORY_H } from "@/lib/limits";

const FREE_ATTEMPTS = 10;
const FIRST_BLOCK_S = 30;
const LONGEST_BLOCK_S = 3_600;

/** Argon2id with the library's defaults (19 MiB, 2 passes), which follow the OWASP recommendation. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

export type SignInResult = { person: { id: string; name: string; email: string } } | { blockedForS: number } | null;

/**
 * Checks an e-mail and password. Failures are counted per e-mail and address; after ten the pair waits, twice as
 * long each time. An unknown e-mail costs the same time and gets the same answer as a wrong password.
 */
export async function signIn(email: string, password: string, ip: string | null): Promise<SignInResult> {
  const { db } = database();
  const key = createHash("sha256")
    .update(`${email.toLowerCase()}\n${ip ?? ""}`)
    .digest();
  const [attempt] = await db
    .select({ wait: sql<number>`extract(epoch from ${signInAttempts.blockedUntil} - now())::float8` })
    .from(signInAttempts)
    .where(eq(signInAttempts.key, key));
  if (attempt && attempt.wait > 0) return { blockedForS: Math.ceil(attempt.wait) };
  const [user] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      hash: users.passwordHash,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  const right = await verify(user?.hash ?? (await decoy()), password).catch(() => false);
  if (!user || !right) return recordFailure(key);
  await db.delete(signInAttempts).where(eq(signInAttempts.key, key));
  return { person: { id: user.id, name: user.name, email: user.email } };
}

async function recordFailure(key: Buffer): Promise<SignInResult> {
  const failures = sql`case when ${signInAttempts.lastFailureAt} < now() - make_interval(hours => ${SIGN_IN_MEMORY_H})
    then 1 else ${signInAttempts.failures} + 1 end`;
  const wait = sql`least(${LONGEST_BLOCK_S}, ${FIRST_BLOCK_S} * power(2, least(${failures} - ${FREE_ATTEMPTS}, 20)))`;
  const [row] = await database()
    .db.insert(signInAttempts)
    .values({ key, failures: 1 })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        failures,
        lastFailureAt: sql`now()`,
        blockedUntil: sql`case when ${failures} >= ${FREE_ATTEMPTS} then now() + make_interval(secs => ${wait}) end`,
      },
    })
    .returning({ wait: sql<number>`coalesce(extract(epoch from ${signInAttempts.blockedUntil} - now()), 0)::float8` });
  return row && row.wait > 0 ? { blockedForS: Math.ceil(row.wait) } : null;
}

let decoyHash: Promise<string> | undefined;
function decoy(): Promise<string> {
  decoyHash ??= hashPassword("nobody's password");
  return decoyHash;
}
