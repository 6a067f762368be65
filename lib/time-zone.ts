const known = new Set<string>();
/** Maximum number of cached names. Names are case-insensitive, so callers could send unlimited spellings. */
const MAX_KNOWN = 1_000;

/** Matches the syntax of IANA time zone names. */
export const TIME_ZONE = /^[A-Z][\w+-]{0,30}(?:\/[A-Z][\w+-]{0,30}){0,2}$/;

/**
 * Returns whether this runtime knows an IANA zone, also by a former name (`Asia/Kolkata`, `Asia/Calcutta`). The
 * list from `Intl` isn't used, because it lacks many current names.
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
