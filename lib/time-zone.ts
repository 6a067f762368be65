const known = new Set<string>();

/**
 * Whether this runtime's IANA data knows the zone, also by one of its former names (`Asia/Kolkata`, `Asia/Calcutta`);
 * the list of `Intl` alone lacks many a current name.
 */
export function isTimeZone(zone: string): boolean {
  if (known.has(zone)) return true;
  if (!/^[A-Z][\w+-]{0,30}(?:\/[A-Z][\w+-]{0,30}){0,2}$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
  } catch {
    return false;
  }
  known.add(zone);
  return true;
}
