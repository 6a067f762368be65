"use client";
import { useSyncExternalStore } from "react";
import { formatAbsolute, formatRelative } from "@/components/ui/format-time";

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

function currentTick(): number {
  if (Date.now() - now > TICK_MS) now = Date.now();
  return now;
}

const onServer = () => null;

/** The clock that all relative times share, in milliseconds; null on the server and during hydration. */
function useNow(): number | null {
  return useSyncExternalStore(subscribe, currentTick, onServer);
}

/** The zone that times are shown in: the server and the first paint say UTC, the browser then the reader's own. */
export function useZone(): "UTC" | undefined {
  return useNow() === null ? "UTC" : undefined;
}

type RelativeTimeProps = {
  value: string | Date;
  mode?: "relative" | "absolute" | "date";
  /** The server writes the day alone, which is as wide as what comes after it in a narrow column. */
  brief?: boolean;
  /** False inside a tooltip that says the exact time itself. */
  hasTitle?: boolean;
  className?: string;
};

/** The server writes the time in UTC; the browser then shows it relative, or absolute in the viewer's own zone. */
export function RelativeTime({
  value,
  mode = "relative",
  brief = false,
  hasTitle = true,
  className,
}: RelativeTimeProps) {
  const tickTime = useNow();
  const time = typeof value === "string" ? new Date(value) : value;
  if (Number.isNaN(time.getTime())) return null;
  const dateOnly = mode === "date";
  if (tickTime === null) {
    return (
      <time dateTime={time.toISOString()} className={className}>
        {formatAbsolute(time, { timeZone: "UTC", dateOnly: dateOnly || brief })}
      </time>
    );
  }
  return (
    <time
      dateTime={time.toISOString()}
      title={hasTitle ? formatAbsolute(time, { seconds: true }) : undefined}
      className={className}
    >
      {mode === "relative" ? formatRelative(time, tickTime) : formatAbsolute(time, { dateOnly })}
    </time>
  );
}
