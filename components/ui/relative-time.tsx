"use client";
import { type PointerEvent, useContext, useSyncExternalStore } from "react";
import { ClockContext } from "@/components/ui/clock";
import { formatAbsolute, formatRelative } from "@/components/ui/format-time";
import { browserZone } from "@/components/ui/zone";

const TICK_MS = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) timer = setInterval(tick, TICK_MS);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Returns the current time that all relative times share. Until the first tick, it is the server's render time. */
function currentTick(start: number): number {
  if (now === 0) now = start;
  if (Date.now() - now > TICK_MS) now = Date.now();
  return now;
}

const never = () => () => {};

/** Returns the time zone in which times are displayed. It changes after hydration if the server didn't know it. */
export function useZone(): string {
  const { zone } = useContext(ClockContext);
  return useSyncExternalStore(never, browserZone, () => zone);
}

type Mode = "relative" | "absolute" | "date";

function textOf(time: Date, mode: Mode, now: number, timeZone: string): string {
  if (Number.isNaN(time.getTime())) return "";
  return mode === "relative"
    ? formatRelative(time, now)
    : formatAbsolute(time, { timeZone, dateOnly: mode === "date" });
}

/**
 * Returns the text of a time and updates it on each tick. The store's value is the text, so that only times whose
 * text changed are rendered again.
 */
function useTimeText(time: Date, mode: Mode): string {
  const clock = useContext(ClockContext);
  return useSyncExternalStore(
    subscribe,
    () => textOf(time, mode, currentTick(clock.now), browserZone()),
    () => textOf(time, mode, clock.now, clock.zone),
  );
}

type RelativeTimeProps = {
  value: string | Date;
  mode?: Mode;
  /** Whether hovering shows the exact time. Set to false inside a tooltip that already shows it. */
  hasTitle?: boolean;
  className?: string;
};

/** Shows a time, relative or in the reader's time zone. Hovering shows the exact time. */
export function RelativeTime({ value, mode = "relative", hasTitle = true, className }: RelativeTimeProps) {
  const time = typeof value === "string" ? new Date(value) : value;
  const text = useTimeText(time, mode);
  if (text === "") return null;
  // Format titles on hover, because most are never seen and each takes longer to format than the text.
  const giveTitle = (event: PointerEvent<HTMLTimeElement>) => {
    event.currentTarget.title = formatAbsolute(time, { seconds: true });
  };
  return (
    // The text can differ at hydration: the browser's time zone data may have other names for zones or months.
    <time
      dateTime={time.toISOString()}
      onPointerEnter={hasTitle ? giveTitle : undefined}
      className={className}
      suppressHydrationWarning
    >
      {text}
    </time>
  );
}
