import { firstIdAt } from "@/lib/db/ids";
import type { Random } from "./random";

const PER_MILLISECOND = 0xfff;

/**
 * Returns a function that creates UUIDv7s for past times (RFC 9562 §5.7). For increasing times, it returns
 * increasing IDs. IDs of the same millisecond differ by a counter.
 */
export function createIdMinter(random: Random): (at: Date) => string {
  let latest = 0;
  let counter = 0;
  return (at) => {
    counter = at.getTime() === latest ? Math.min(counter + 1, PER_MILLISECOND) : 0;
    latest = at.getTime();
    const time = firstIdAt(at).slice(0, 14);
    const variant = "89ab"[random.integer(0, 3)];
    return `${time}7${counter.toString(16).padStart(3, "0")}-${variant}${random.hex(3)}-${random.hex(12)}`;
  };
}
