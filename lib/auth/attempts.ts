import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { database } from "@/lib/db/client";
import { signInAttempts } from "@/lib/db/tables/people";
import { FIRST_BLOCK_S, FREE_ATTEMPTS, LONGEST_BLOCK_S, SIGN_IN_MEMORY_H } from "@/lib/limits";

export interface Attempt {
  allowed: boolean;
  /** Seconds until another may be made: now when this one is not allowed, otherwise once it has failed. */
  waitS: number;
}

/** What attempts are counted for, for example an e-mail and an address; stored as a hash. */
export function attemptKey(...parts: (string | null)[]): Buffer {
  return createHash("sha256").update(parts.join("\n")).digest();
}

/**
 * Counts an attempt, before anything is checked: of many at the same time no more pass than one after the other. After
 * `free` of them whoever comes next waits, twice as long each time.
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
        // Whole milliseconds, as the column keeps them: rounded up, a wait of 30 seconds would be told as 31.
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

/** What came of a guess: a block says for how many seconds nothing is checked. */
export type Guess = "right" | "wrong" | { blockedForS: number };

/** Counts a guess and checks it. The right one forgets the wrong ones before it. */
export async function guess(key: Buffer, isRight: () => Promise<boolean>): Promise<Guess> {
  const { allowed, waitS } = await beginAttempt(key);
  if (!allowed) return { blockedForS: waitS };
  if (!(await isRight())) return waitS > 0 ? { blockedForS: waitS } : "wrong";
  await forgetAttempts(key);
  return "right";
}

/** Forgets what was counted, since the right person came. */
export async function forgetAttempts(key: Buffer): Promise<void> {
  await database().db.delete(signInAttempts).where(eq(signInAttempts.key, key));
}
