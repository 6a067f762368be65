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

/** The current time for all relative times. Until the first tick, it is the server's render time. */
function currentTick(start: number): number {
  if (now === 0) now = start;
  if (Date.now() - now > TICK_MS) now = Date.now();
  return now;
}

const never = () => () => {};

/** The time zone of displayed times. It changes after hydration if the server didn't know it. */
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

/** The store's value is the formatted text, so that a tick re-renders only times whose text changed. */
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
  /** Set to false inside a tooltip that already shows the exact time. */
  hasTitle?: boolean;
  className?: string;
};

/** A time, relative or in the reader's time zone. Hovering shows the exact time. */
export function RelativeTime({ value, mode = "relative", hasTitle = true, className }: RelativeTimeProps) {
  const time = typeof value === "string" ? new Date(value) : value;
  const text = useTimeText(time, mode);
  if (text === "") return null;
  // Titles are formatted on hover, because most are never seen and each takes longer than the text.
  const giveTitle = (event: PointerEvent<HTMLTimeElement>) => {
    event.currentTarget.title = formatAbsolute(time, { seconds: true });
  };
  return (
    // The browser's time zone data can be a different version with other names for zones or months.
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
