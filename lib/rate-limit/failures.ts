import { Failure } from "@/lib/errors";
import { RATE_WINDOW_S } from "@/lib/limits";

/**
 * Returns the failure for a request that exceeds a rate limit.
 * @param seconds until the window ends.
 */
export function rateLimited({ name, quota }: { name: string; quota: number }, seconds: number): Failure {
  const detail = `This ${name} sent more than ${quota} requests in ${RATE_WINDOW_S} s. Wait ${seconds} s.`;
  return retryLater(detail, seconds);
}

/**
 * Returns the failure for an attempt, such as a sign-in, that is rejected without checking it.
 * @param what the repeated action, used in the message.
 */
export function tooMany(what: string, seconds: number): Failure {
  return retryLater(`Too many ${what}. Wait ${seconds} s.`, seconds);
}

/** Returns the failure for an attempt after too many wrong passwords or codes. */
export const tooManyWrongAttempts = (seconds: number): Failure => tooMany("wrong attempts", seconds);

function retryLater(detail: string, seconds: number): Failure {
  return new Failure("rate_limited", detail, { headers: { "Retry-After": String(seconds) } });
}
