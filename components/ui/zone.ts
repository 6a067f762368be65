/** Cookie with the reader's time zone, so that the server renders times in it. */
export const ZONE_COOKIE = "sightline.zone";

let known: string | undefined;

/** The local time zone. Reading it takes longer than formatting a time, so it is read once. */
export function browserZone(): string {
  known ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}
