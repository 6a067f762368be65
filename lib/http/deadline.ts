import { databaseCode } from "@/lib/db/errors";
import { withTimeLimit } from "@/lib/time-limit";

/**
 * The time limit for database work, in milliseconds. It is slightly longer than the statement timeout, for a
 * database that doesn't respond at all.
 */
export const REQUEST_DEADLINE_MS = 6_000;
const DEADLOCK_ATTEMPTS = 4;

/**
 * Waits for database work, up to a time limit.
 * @throws Error with the code `ETIMEDOUT`, which becomes 503. The work may or may not have been done.
 */
export const withDeadline = <T>(work: Promise<T>, limitMs = REQUEST_DEADLINE_MS): Promise<T> =>
  withTimeLimit(limitMs, work);

/**
 * Runs a transaction, and repeats it a few times if PostgreSQL aborts it because of a deadlock (40P01).
 * @throws the error of `work` if it fails for another reason or too often.
 */
export async function withoutDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (databaseCode(error) !== "40P01" || attempt === DEADLOCK_ATTEMPTS) throw error;
    }
  }
}
