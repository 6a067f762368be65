import { Failure } from "@/lib/errors";
import { ADDRESS_PER_MIN } from "@/lib/limits";
import { rateWindows } from "./rate-shared";

/** What anybody may do without signing in, as the refusals name it. */
export type Unproved = keyof typeof ADDRESS_PER_MIN;

/**
 * Counts what anybody may do without signing in, per address: the limits per credential do not reach it.
 * @returns 0, or the seconds to wait of an address that did it too often within a minute.
 */
export async function takeFromAddress(what: Unproved, ip: string | null): Promise<number> {
  const counter = { subject: `${what}:${ip ?? "unknown"}`, quota: ADDRESS_PER_MIN[what] };
  const [count] = await rateWindows(60)([counter], 1);
  return count?.fits === false ? Math.max(1, Math.ceil(count.resetMs / 1_000)) : 0;
}

/** The same for those who refuse by throwing. @throws Failure `rate_limited`. */
export async function countFromAddress(what: Unproved, ip: string | null): Promise<void> {
  const waitS = await takeFromAddress(what, ip);
  if (waitS > 0) throw waitFailure(`Too many ${what} from your address.`, waitS);
}

/** The refusal of what was not even looked at. @param seconds until it may be tried again. */
export function waitFailure(why: string, seconds: number): Failure {
  return new Failure("rate_limited", `${why} Wait ${seconds} s.`, { headers: { "Retry-After": String(seconds) } });
}
