import { DAY_MS, HOUR_MS } from "@/lib/time";
import type { SeriesInterval } from "@/lib/values";

// All times in this file are milliseconds since 1970, UTC. A local time is a zone's clock time, read as UTC.

/** How far before `from` to search for the start of its bucket. It is longer than the longest bucket. */
const LOOK_BACK_MS = 33 * DAY_MS;

/** A time segment with a constant UTC offset. */
interface Segment {
  start: number;
  end: number;
  offset: number;
}

/**
 * Returns the starts of local hours, days, weeks (from Monday) or months in ascending order. The first is at or
 * before `from`, and the last is before `to`. A bucket ends where the next begins. A day starts with the first
 * instant of its date, even if midnight is skipped or repeated. An hour starts at each full hour and at each clock
 * change. Time zones come from this runtime's data, which also validates `timezone`. PostgreSQL's data can differ
 * between servers.
 */
export function bucketStarts(zone: string, interval: SeriesInterval, from: number, to: number): number[] {
  const segments = segmentsOf(zone, from - LOOK_BACK_MS, to);
  const starts: number[] = [];
  for (const start of interval === "hour" ? hours(segments) : dates(segments, interval, from)) {
    if (start >= to) break;
    if (start <= from) starts.length = 0;
    if (start !== starts.at(-1)) starts.push(start);
  }
  return starts;
}

/** Returns the start of the local day that is `days` days before the day of `moment`. */
export function dayBefore(zone: string, moment: number, days: number): number {
  const starts = bucketStarts(zone, "day", moment - (days + 1) * DAY_MS, moment + 1);
  return starts.at(-1 - days) ?? moment - days * DAY_MS;
}

function segmentsOf(zone: string, from: number, to: number): Segment[] {
  const offsetAt = offsetOf(zone);
  let last: Segment = { start: from, end: to, offset: offsetAt(from) };
  const segments = [last];
  for (let known = from; known < to; ) {
    const next = Math.min(known + DAY_MS, to);
    const offset = offsetAt(next);
    if (offset !== last.offset) {
      last.end = changeBetween(offsetAt, known, next);
      last = { start: last.end, end: to, offset };
      segments.push(last);
    }
    known = next;
  }
  return segments;
}

/** Returns the first instant after `before` with a different offset. Assumes exactly one change up to `after`. */
function changeBetween(offsetAt: (moment: number) => number, before: number, after: number): number {
  const offset = offsetAt(before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

function offsetOf(zone: string): (moment: number) => number {
  const part = "numeric";
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: part,
    month: part,
    day: part,
    hour: part,
    minute: part,
    second: part,
  });
  return (moment) => {
    const second = Math.floor(moment / 1_000) * 1_000;
    const [month = 1, day, year = 0, hour, minute, s] = clock.format(second).split(/\D+/).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, s) - second;
  };
}

function* hours(segments: readonly Segment[]): Generator<number> {
  for (const [index, { start, end, offset }] of segments.entries()) {
    if (index > 0) yield start;
    const firstFull = Math.ceil((start + offset) / HOUR_MS) * HOUR_MS - offset;
    for (let hour = firstFull; hour < end; hour += HOUR_MS) yield hour;
  }
}

function* dates(segments: readonly Segment[], interval: SeriesInterval, from: number): Generator<number> {
  const offset = segments.findLast(({ start }) => start <= from)?.offset ?? 0;
  const local = new Date(from + offset);
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()];
  const sinceMonday = (local.getUTCDay() + 6) % 7;
  const day = local.getUTCDate() - (interval === "week" ? sinceMonday : 0);
  for (let n = 0; ; n += 1) {
    const date =
      interval === "month"
        ? Date.UTC(year, month + n, 1)
        : Date.UTC(year, month, day + n * (interval === "week" ? 7 : 1));
    const start = firstMomentAt(segments, date);
    if (start === null) return;
    yield start;
  }
}

/**
 * Returns the first instant at which the zone's clock shows this local time or a later one. Null if no segment
 * reaches it.
 */
function firstMomentAt(segments: readonly Segment[], local: number): number | null {
  for (const { start, end, offset } of segments) {
    const moment = Math.max(start, local - offset);
    if (moment < end) return moment;
  }
  return null;
}
