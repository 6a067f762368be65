import { databaseCode } from "@/lib/db/errors";
import { withTimeLimit } from "@/lib/time-limit";

/** A little more than the database's own limit on a statement: this one is for a database that does not answer at all. */
export const REQUEST_DEADLINE_MS = 6_000;
const DEADLOCK_ATTEMPTS = 4;

/**
 * Waits for work with the database, but not without limit.
 * @throws Error `ETIMEDOUT`, which becomes 503; whether the work was done is then unknown.
 */
export const withDeadline = <T>(work: Promise<T>, limitMs = REQUEST_DEADLINE_MS): Promise<T> =>
  withTimeLimit(limitMs, work);

/** Runs work again whose transaction PostgreSQL chose as a deadlock's victim (40P01): nothing of it was done. */
export async function withoutDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (databaseCode(error) !== "40P01" || attempt === DEADLOCK_ATTEMPTS) throw error;
    }
  }
}
