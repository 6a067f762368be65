import { formatDay, formatTimeOfDay, zoneOffsetMs } from "@/components/ui/format-time";

/** A tick of a time axis, positioned from 0 to 1. Ticks with a label are longer. */
export type Tick = { at: number; label?: string | undefined };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The possible distances between labels, each with the distance between ticks. Both are in milliseconds. */
const steps = [
  [MINUTE_MS, MINUTE_MS / 6],
  [5 * MINUTE_MS, MINUTE_MS],
  [15 * MINUTE_MS, 5 * MINUTE_MS],
  [30 * MINUTE_MS, 10 * MINUTE_MS],
  [HOUR_MS, HOUR_MS / 4],
  [3 * HOUR_MS, HOUR_MS],
  [6 * HOUR_MS, HOUR_MS],
  [12 * HOUR_MS, 3 * HOUR_MS],
  [DAY_MS, 6 * HOUR_MS],
  [2 * DAY_MS, DAY_MS],
  [5 * DAY_MS, DAY_MS],
  [10 * DAY_MS, 5 * DAY_MS],
] as const;
const MAX_LABELS = 9;
const MAX_TICKS = 200;

/** Returns the ticks at round local times between `from` and `to`, which are in milliseconds since the epoch. */
export function timeTicks(from: number, to: number, timeZone: string): Tick[] {
  const length = to - from;
  if (length <= 0) return [];
  const [major, minor] = steps.find(([step]) => length / step <= MAX_LABELS) ?? [length, length];
  // The UTC offset can change between two ticks, so it is looked up for each tick.
  const offset = zoneOffsetMs(new Date(from), timeZone);
  const ticks: Tick[] = [];
  for (let local = Math.ceil((from + offset) / minor) * minor; ticks.length < MAX_TICKS; local += minor) {
    const time = local - zoneOffsetMs(new Date(local - offset), timeZone);
    if (time > to) break;
    const label =
      local % DAY_MS === 0 ? formatDay(new Date(time), timeZone) : formatTimeOfDay(new Date(time), timeZone);
    ticks.push({ at: (time - from) / length, label: local % major === 0 ? label : undefined });
  }
  return ticks;
}
