import { Failure } from "@/lib/errors";
import { RATE_WINDOW_S } from "@/lib/limits";

/** @param seconds until the window ends. */
export function rateLimited({ name, quota }: { name: string; quota: number }, seconds: number): Failure {
  const detail = `This ${name} sent more than ${quota} requests in ${RATE_WINDOW_S} s. Wait ${seconds} s.`;
  return retryLater(detail, seconds);
}

/**
 * Refuses an attempt, a sign-in for example, without looking at it.
 * @param what was done too often, for the sentence.
 */
export function tooMany(what: string, seconds: number): Failure {
  return retryLater(`Too many ${what}. Wait ${seconds} s.`, seconds);
}

/** Of a password or code that is guessed too often. */
export const tooManyWrongAttempts = (seconds: number): Failure => tooMany("wrong attempts", seconds);

function retryLater(detail: string, seconds: number): Failure {
  return new Failure("rate_limited", detail, { headers: { "Retry-After": String(seconds) } });
}
