import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Failure } from "@/lib/errors";
import { once } from "@/lib/once";

const PER_MINUTE = 60;

/**
 * Counts what anybody may do without signing in, per address and instance: the limits per credential do not reach it.
 * @param what names it in the refusal, for example "sign-ups".
 * @throws Failure `rate_limited` beyond 60 a minute.
 */
export async function countFromAddress(what: string, ip: string | null): Promise<void> {
  const limiter = once(`${what}-limiter`, () => {
    return new RateLimiterMemory({ keyPrefix: what, points: PER_MINUTE, duration: 60 });
  });
  try {
    await limiter.consume(ip ?? "unknown");
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw waitFailure(`Too many ${what} from your address.`, Math.max(1, Math.ceil(error.msBeforeNext / 1_000)));
  }
}

/** The refusal of what was not even looked at. @param seconds until it may be tried again. */
export function waitFailure(why: string, seconds: number): Failure {
  return new Failure("rate_limited", `${why} Wait ${seconds} s.`, { headers: { "Retry-After": String(seconds) } });
}
