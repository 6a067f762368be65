import { databaseCode } from "@/lib/db/errors";
import { unavailable } from "./failures";

/** A little more than the database's own limit on a statement: this one is for a database that does not answer at all. */
const DEADLINE_MS = 6_000;
const DEADLOCK_ATTEMPTS = 4;

/** @throws Failure `unavailable` when the work takes too long; whether it was done is then unknown. */
export async function withDeadline<T>(work: Promise<T>, limitMs = DEADLINE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

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
