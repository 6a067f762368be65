"use client";
import { formatAbsolute } from "@/components/ui/format-time";
import { useNow } from "@/components/ui/relative-time";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(key) ?? new Intl.DateTimeFormat("en-GB", options);
  formats.set(key, known);
  return known;
}

/** The zone that times are shown in: the server and the first paint say UTC, the browser then the reader's own. */
export function useZone(): "UTC" | undefined {
  return useNow() === null ? "UTC" : undefined;
}

/** "UTC", "CET", "GMT+5:30". */
export function zoneName(timeZone: "UTC" | undefined): string {
  const parts = formatOf(`zone ${timeZone}`, { timeZone, timeZoneName: "short" }).formatToParts(0);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "UTC";
}

/** "21 Nov, 14:03:12": in a log seconds matter, and the year is known. */
export function formatMoment(time: Date, timeZone: "UTC" | undefined, { seconds = true } = {}): string {
  return formatOf(`moment ${timeZone} ${seconds}`, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    ...(seconds && { second: "2-digit" }),
    hourCycle: "h23",
    timeZone,
  }).format(time);
}

export function RequestTime({ value }: { value: string }) {
  const timeZone = useZone();
  const time = new Date(value);
  return (
    <time
      dateTime={value}
      title={`${formatAbsolute(time, { seconds: true, ...(timeZone && { timeZone }) })} · ${value}`}
    >
      {formatMoment(time, timeZone)}
    </time>
  );
}
