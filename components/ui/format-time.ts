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

/** "12 min. ago", "in 3 days", "just now" within ten seconds; `now` in milliseconds since the epoch. */
export function formatRelative(time: Date, now: number): string {
  const difference = time.getTime() - now;
  const distance = Math.abs(difference);
  if (distance < 10_000) return "just now";
  const { unit, ms } = units.find((candidate) => distance >= candidate.ms) ?? { unit: "second", ms: 1_000 };
  return relativeFormat.format(Math.trunc(difference / ms), unit).replace(".", "");
}

type AbsoluteOptions = { timeZone?: string; seconds?: boolean; dateOnly?: boolean };

const absoluteFormats = new Map<string, Intl.DateTimeFormat>();

/** "21 Nov 2025, 11:03 GMT+1": always with its zone; without `timeZone` in the zone of the machine it runs on. */
export function formatAbsolute(
  time: Date,
  { timeZone, seconds = false, dateOnly = false }: AbsoluteOptions = {},
): string {
  const key = `${timeZone ?? ""}|${seconds}|${dateOnly}`;
  let format = absoluteFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      day: "numeric",
      month: "short",
      year: "numeric",
      timeZone,
      ...(dateOnly
        ? {}
        : { hour: "2-digit", minute: "2-digit", second: seconds ? "2-digit" : undefined, timeZoneName: "short" }),
    });
    absoluteFormats.set(key, format);
  }
  return format.format(time);
}
