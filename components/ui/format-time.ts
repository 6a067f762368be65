const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const units = [
  { unit: "year", ms: 365 * DAY_MS },
  { unit: "month", ms: 30 * DAY_MS },
  { unit: "day", ms: DAY_MS },
  { unit: "hour", ms: HOUR_MS },
  { unit: "minute", ms: MINUTE_MS },
  { unit: "second", ms: 1_000 },
] as const;

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });

/**
 * Formats a time as "12 min. ago", "in 3 days" or, within ten seconds, "just now". `now` is in milliseconds since the
 * epoch.
 */
export function formatRelative(time: Date, now: number): string {
  const difference = time.getTime() - now;
  const distance = Math.abs(difference);
  if (distance < 10_000) return "just now";
  const { unit, ms } = units.find((candidate) => distance >= candidate.ms) ?? { unit: "second", ms: 1_000 };
  return relativeFormat.format(Math.trunc(difference / ms), unit).replace(".", "");
}

const formats = new Map<string, Intl.DateTimeFormat>();
/**
 * The maximum number of cached formats. The server needs many, because it formats times for readers in every time
 * zone.
 */
const MAX_FORMATS = 200;

/** Returns a cached format. Creating a format costs about a hundred times as much as using it. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const made = new Intl.DateTimeFormat("en-GB", options);
  formats.set(key, made);
  return made;
}

const clock = (seconds: boolean): Intl.DateTimeFormatOptions => ({
  hour: "2-digit",
  minute: "2-digit",
  ...(seconds && { second: "2-digit" }),
  hourCycle: "h23",
});

type AbsoluteOptions = { timeZone?: string | undefined; seconds?: boolean; dateOnly?: boolean };

/**
 * Formats a time as "21 Nov 2025, 11:03 GMT+1", by default in the local time zone. With `dateOnly`, the result has
 * no time of day and no zone.
 */
export function formatAbsolute(
  time: Date,
  { timeZone, seconds = false, dateOnly = false }: AbsoluteOptions = {},
): string {
  const day = { day: "numeric", month: "short", year: "numeric", timeZone } as const;
  return formatOf({ ...day, ...(!dateOnly && { ...clock(seconds), timeZoneName: "short" }) }).format(time);
}

type MomentOptions = { timeZone?: string | undefined; seconds?: boolean };

/** Formats a recent time without its year, such as "21 Nov, 14:03:12". Use it below a heading that shows the zone. */
export function formatMoment(time: Date, { timeZone, seconds = true }: MomentOptions = {}): string {
  return formatOf({ day: "numeric", month: "short", ...clock(seconds), timeZone }).format(time);
}

/** Formats a time of day as "14:03". */
export function formatTimeOfDay(time: Date, timeZone?: string): string {
  return formatOf({ ...clock(false), timeZone }).format(time);
}

/** Formats a day as "21 Nov". */
export function formatDay(time: Date, timeZone?: string): string {
  return formatOf({ day: "numeric", month: "short", timeZone }).format(time);
}

/** Returns the UTC offset of a time zone at this time, such as "+01:00". */
function zoneOffset(time: Date, timeZone?: string): string {
  const parts = formatOf({ timeZone, timeZoneName: "longOffset" }).formatToParts(time);
  return parts.find(({ type }) => type === "timeZoneName")?.value.slice("GMT".length) || "+00:00";
}

/** Returns the UTC offset of a time zone at this time, in milliseconds. */
export function zoneOffsetMs(time: Date, timeZone?: string): number {
  const offset = zoneOffset(time, timeZone);
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  return (offset.startsWith("-") ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
}

/** Formats a time as "2025-11-21 14:03:12.318 +01:00", in the style of camera overlays. */
export function formatTimecode(time: Date, timeZone?: string): string {
  const local = new Date(time.getTime() + zoneOffsetMs(time, timeZone)).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 23)} ${zoneOffset(time, timeZone)}`;
}

/**
 * Returns the short name of a time zone at this time, such as "UTC", "CET" or "GMT+5:30". It can differ between
 * winter and summer.
 */
export function zoneName(time: Date, timeZone?: string): string {
  const parts = formatOf({ timeZone, timeZoneName: "short" }).formatToParts(time);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "UTC";
}

type Period = { from?: string | null | undefined; until?: string | null | undefined };

/**
 * Formats a range as "21 Nov 2025, 14:03 – 15:10 CET", "Since …" or "Until …". Returns null if both ends are open.
 * Seconds are omitted for whole minutes.
 */
export function formatPeriod({ from, until }: Period, timeZone?: string): string | null {
  const ends = [from, until].flatMap((value) => (value ? [new Date(value)] : []));
  const [start, end] = ends;
  if (!start) return null;
  const seconds = ends.some((time) => time.getUTCSeconds() !== 0);
  if (!end) return `${from ? "Since" : "Until"} ${formatAbsolute(start, { timeZone, seconds })}`;
  const isSame = (nameOf: (time: Date) => string) => nameOf(start) === nameOf(end);
  const isOneZone = isSame((time) => zoneName(time, timeZone));
  const isOneDay = isOneZone && isSame((time) => formatAbsolute(time, { timeZone, dateOnly: true }));
  const last = formatAbsolute(end, { timeZone, seconds });
  const first = formatAbsolute(start, { timeZone, seconds });
  return `${isOneZone ? first.replace(/ \S+$/, "") : first} – ${isOneDay ? last.replace(/^.*, /, "") : last}`;
}
