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

/** The time that all relative times share: that of the server's HTML until the first tick. */
function currentTick(start: number): number {
  if (now === 0) now = start;
  if (Date.now() - now > TICK_MS) now = Date.now();
  return now;
}

const never = () => () => {};

/** The zone that times are shown in. Where it isn't the one that the server knew, it changes after hydration. */
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

/** The store's value is the text, so that a tick renders only those times whose text it changes. */
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
  /** False inside a tooltip that says the exact time itself. */
  hasTitle?: boolean;
  className?: string;
};

/** A time, relative or in the reader's zone. Under the mouse it says exactly when. */
export function RelativeTime({ value, mode = "relative", hasTitle = true, className }: RelativeTimeProps) {
  const time = typeof value === "string" ? new Date(value) : value;
  const text = useTimeText(time, mode);
  if (text === "") return null;
  // Most titles are never seen, and each takes longer to format than the text.
  const giveTitle = (event: PointerEvent<HTMLTimeElement>) => {
    event.currentTarget.title = formatAbsolute(time, { seconds: true });
  };
  return (
    // Another version of the time zone data in the browser may name a zone or a month otherwise.
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
