/** The cookie with the reader's time zone, so that the server renders times in it. */
export const ZONE_COOKIE = "sightline.zone";

let known: string | undefined;

/** Returns the browser's time zone. Reading it takes longer than formatting a time, so it is read only once. */
export function browserZone(): string {
  known ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}
