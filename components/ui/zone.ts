/** Holds the reader's time zone, so that the server writes times in it. */
export const ZONE_COOKIE = "sightline.zone";

let known: string | undefined;

/** The time zone of the machine that runs this; asking takes longer than formatting a time. */
export function browserZone(): string {
  known ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}
