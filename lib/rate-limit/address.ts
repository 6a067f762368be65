import { ADDRESS_PER_MIN } from "@/lib/limits";
import { tooMany } from "./failures";
import { rateWindows } from "./shared";

/** What anybody may do without signing in, as the refusals name it. */
export type AnonymousAction = keyof typeof ADDRESS_PER_MIN;

/**
 * Counts what anybody may do without signing in, per address: the limits per credential do not reach it.
 * @returns 0, or the seconds to wait of an address that did it too often within a minute.
 */
export async function chargeAddress(what: AnonymousAction, ip: string | null): Promise<number> {
  const [count] = await rateWindows(60)([counterOf(what, ip)], 1);
  return count?.fits === false ? Math.max(1, Math.ceil(count.resetMs / 1_000)) : 0;
}

/** Takes back what was counted, of somebody who turned out to be right: many people may share an address. */
export async function refundAddress(what: AnonymousAction, ip: string | null): Promise<void> {
  await rateWindows(60)([counterOf(what, ip)], -1);
}

const counterOf = (what: AnonymousAction, ip: string | null) => ({
  subject: `${what}:${ip === null ? "unknown" : networkOf(ip)}`,
  quota: ADDRESS_PER_MIN[what],
});

/** An IPv6 caller has a whole /64 to choose addresses from (RFC 6177 §2); of IPv4 it is the address. */
export function networkOf(ip: string): string {
  if (!ip.includes(":") || ip.includes(".")) return ip;
  const [before = "", after] = ip.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const missing = after === undefined ? 0 : 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array<string>(Math.max(0, missing)).fill("0"), ...groups(after ?? "")];
  return `${all.slice(0, 4).join(":")}::/64`;
}

/** The same for those who refuse by throwing. @throws Failure `rate_limited`. */
export async function chargeAddressOrThrow(what: AnonymousAction, ip: string | null): Promise<void> {
  const waitS = await chargeAddress(what, ip);
  if (waitS > 0) throw tooMany(`${what} from your address`, waitS);
}
