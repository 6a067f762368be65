import { ADDRESS_PER_MIN } from "@/lib/limits";
import { tooMany } from "./failures";
import { rateWindows } from "./shared";

/** An action that needs no sign-in, as named in error messages. */
export type AnonymousAction = keyof typeof ADDRESS_PER_MIN;

/**
 * Counts an action toward the limit of an IP address, because callers without sign-in have no limit of their own.
 * @returns 0, or the seconds to wait if the IP address exceeds its limit per minute.
 */
export async function chargeAddress(what: AnonymousAction, ip: string | null): Promise<number> {
  const [count] = await rateWindows(60)([counterOf(what, ip)], 1);
  return count?.fits === false ? Math.max(1, Math.ceil(count.resetMs / 1_000)) : 0;
}

/** Removes a successful attempt from the count, because many people may share an IP address. */
export async function refundAddress(what: AnonymousAction, ip: string | null): Promise<void> {
  await rateWindows(60)([counterOf(what, ip)], -1);
}

const counterOf = (what: AnonymousAction, ip: string | null) => ({
  subject: `${what}:${ip === null ? "unknown" : networkOf(ip)}`,
  quota: ADDRESS_PER_MIN[what],
});

/**
 * Returns the network that an IP address is counted as. For IPv6 it is the /64, which one client controls
 * completely (RFC 6177 §2). For IPv4, it is the address.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(":") || ip.includes(".")) return ip;
  const [before = "", after] = ip.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const missing = after === undefined ? 0 : 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array<string>(Math.max(0, missing)).fill("0"), ...groups(after ?? "")];
  return `${all.slice(0, 4).join(":")}::/64`;
}

/**
 * Counts an action like `chargeAddress`, but throws if the limit is exceeded.
 * @throws Failure `rate_limited`.
 */
export async function chargeAddressOrThrow(what: AnonymousAction, ip: string | null): Promise<void> {
  const waitS = await chargeAddress(what, ip);
  if (waitS > 0) throw tooMany(`${what} from your address`, waitS);
}
