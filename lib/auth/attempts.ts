import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { database } from "@/lib/db/client";
import { signInAttempts } from "@/lib/db/tables/people";
import { FIRST_BLOCK_S, FREE_ATTEMPTS, LONGEST_BLOCK_S, SIGN_IN_MEMORY_H } from "@/lib/limits";

export interface Attempt {
  allowed: boolean;
  /** Seconds until the next attempt is allowed. If this attempt is allowed, the wait applies only if it fails. */
  waitS: number;
}

/** Returns the key that attempts are counted by: a hash of, for example, an email and an IP address. */
export function attemptKey(...parts: (string | null)[]): Buffer {
  return createHash("sha256").update(parts.join("\n")).digest();
}

/**
 * Counts an attempt, unless the key is blocked. Counting precedes the check, so that concurrent attempts can't
 * exceed the limit. The attempt
 * with number `free` is the first that blocks the key. Each further attempt blocks it for twice as long as the one
 * before, up to a maximum.
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
        // The column stores whole milliseconds. Without truncation, rounding up would report a block of 30 seconds
        // as 31.
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

/** The result of a guess. During a block, nothing is checked. `blockedForS` is its remaining time in seconds. */
export type Guess = "right" | "wrong" | { blockedForS: number };

/** Counts and checks a guess, unless the key is blocked. A right guess resets the count. */
export async function guess(key: Buffer, isRight: () => Promise<boolean>): Promise<Guess> {
  const { allowed, waitS } = await beginAttempt(key);
  if (!allowed) return { blockedForS: waitS };
  if (!(await isRight())) return waitS > 0 ? { blockedForS: waitS } : "wrong";
  await forgetAttempts(key);
  return "right";
}

/** Deletes the count of failed attempts. Call it after a proof of identity. */
export async function forgetAttempts(key: Buffer): Promise<void> {
  await database().db.delete(signInAttempts).where(eq(signInAttempts.key, key));
}
