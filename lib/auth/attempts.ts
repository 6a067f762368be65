import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { database } from "@/lib/db/client";
import { signInAttempts } from "@/lib/db/tables/people";
import { FIRST_BLOCK_S, FREE_ATTEMPTS, LONGEST_BLOCK_S, SIGN_IN_MEMORY_H } from "@/lib/limits";

export interface Attempt {
  allowed: boolean;
  /** Seconds until the next attempt: from now if this one was blocked, otherwise after it has failed. */
  waitS: number;
}

/** What attempts are counted by, for example an email and an IP address. Stored as a hash. */
export function attemptKey(...parts: (string | null)[]): Buffer {
  return createHash("sha256").update(parts.join("\n")).digest();
}

/**
 * Counts an attempt before checking anything, so that concurrent attempts can't exceed the limit. After `free`
 * attempts, each further one is blocked for twice as long.
 */
export async function beginAttempt(key: Buffer, free = FREE_ATTEMPTS): Promise<Attempt> {
  const { db } = database();
  const failures = sql`case when ${signInAttempts.lastFailureAt} < now() - make_interval(hours => ${SIGN_IN_MEMORY_H})
    then 1 else ${signInAttempts.failures} + 1 end`;
  const block = sql`least(${LONGEST_BLOCK_S}, ${FIRST_BLOCK_S} * power(2, least(${failures} - ${free}, 20)))`;
  const wait = sql<number>`coalesce(extract(epoch from ${signInAttempts.blockedUntil} - now()), 0)::float8`;
  const [counted] = await db
    .insert(signInAttempts)
    .values({ key, failures: 1 })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        failures,
        lastFailureAt: sql`now()`,
        // Whole milliseconds, like the column: rounding up would report a block of 30 seconds as 31.
        blockedUntil: sql`case when ${failures} >= ${free}
          then date_trunc('milliseconds', now()) + make_interval(secs => ${block}) end`,
      },
      setWhere: sql`${signInAttempts.blockedUntil} is null or ${signInAttempts.blockedUntil} <= now()`,
    })
    .returning({ wait });
  if (counted) return { allowed: true, waitS: Math.ceil(counted.wait) };
  const [blocked] = await db.select({ wait }).from(signInAttempts).where(eq(signInAttempts.key, key));
  return { allowed: false, waitS: Math.max(1, Math.ceil(blocked?.wait ?? 0)) };
}

/** The result of a guess. A block contains the seconds during which nothing is checked. */
export type Guess = "right" | "wrong" | { blockedForS: number };

/** Counts a guess and checks it. A correct guess resets the count. */
export async function guess(key: Buffer, isRight: () => Promise<boolean>): Promise<Guess> {
  const { allowed, waitS } = await beginAttempt(key);
  if (!allowed) return { blockedForS: waitS };
  if (!(await isRight())) return waitS > 0 ? { blockedForS: waitS } : "wrong";
  await forgetAttempts(key);
  return "right";
}

/** Resets the count after a proof of identity. */
export async function forgetAttempts(key: Buffer): Promise<void> {
  await database().db.delete(signInAttempts).where(eq(signInAttempts.key, key));
}
