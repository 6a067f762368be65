const known = new Set<string>();
/** Names are recognized in any case, so callers could think of new ones forever. */
const MAX_KNOWN = 1_000;

/** How IANA names of time zones are spelled. */
export const TIME_ZONE = /^[A-Z][\w+-]{0,30}(?:\/[A-Z][\w+-]{0,30}){0,2}$/;

/**
 * Whether this runtime's IANA data knows the zone, also by one of its former names (`Asia/Kolkata`, `Asia/Calcutta`);
 * the list of `Intl` alone lacks many a current name.
 */
export function isTimeZone(zone: string): boolean {
  if (known.has(zone)) return true;
  if (!TIME_ZONE.test(zone)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
  } catch {
    return false;
  }
  if (known.size < MAX_KNOWN) known.add(zone);
  return true;
}
