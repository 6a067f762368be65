import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { firstIdAt } from "@/lib/db/ids";
import { LATE_H, lateness } from "@/lib/db/tables/alerts";
import type { CursorPosition } from "@/lib/http/request/cursor";
import { MAX_CLOCK_AHEAD_MS } from "@/lib/limits";
import { HOUR_MS } from "@/lib/time";
import type { AlertSort } from "@/lib/values";
import { type AlertSearch, alertsOfOrganization } from "./condition";

/** The columns of each order; the id, whose order is that of creation, comes last. */
const orders = {
  "-created_at": { column: null, descends: true },
  created_at: { column: null, descends: false },
  "-occurred_at": { column: "occurred_at", descends: true },
  "-updated_at": { column: "updated_at", descends: true },
} as const;

const LATE_MS = LATE_H[0] * HOUR_MS;
/** What was changed longer after it occurred is in the index `alerts_changed_late`. Keep both as they are there. */
const CHANGED_LATE_MS = 7 * 24 * HOUR_MS;
const IS_CHANGED_LATE = sql.raw("a.updated_at - a.occurred_at > interval '7 days'");
/** PostgreSQL reads no later year as a `Date` writes it. */
const MAX_TIME = Date.UTC(9999, 11, 31);

/** A sort as SQL on a table or subquery named `a`. */
export class AlertOrder {
  readonly column: "occurred_at" | "updated_at" | null;
  readonly descends: boolean;

  constructor(sort: AlertSort) {
    ({ column: this.column, descends: this.descends } = orders[sort]);
  }

  get columns(): SQL {
    return sql.raw(this.column ? `a.${this.column}, a.id` : "a.id");
  }

  by({ of = "a", nulls = "", first = "" } = {}): SQL {
    const names = [...(first ? [first] : []), ...(this.column ? [this.column] : []), "id"];
    return sql.raw(
      `order by ${names.map((name) => `${of}.${name}${this.descends ? " desc" : ""}${nulls}`).join(", ")}`,
    );
  }

  /** The same order for rows that a filter's own index is to find: no index has its nulls there, so none is walked for it. */
  get sorted(): SQL {
    return this.by({ nulls: this.descends ? " nulls last" : " nulls first" });
  }

  beyond(place: CursorPosition | undefined): SQL {
    if (!place) return sql``;
    const sign = sql.raw(this.descends ? "<" : ">");
    if (!this.column) return sql`and a.id ${sign} ${place[0]}::uuid`;
    return sql`and (${this.columns}) ${sign} (${place[0]}::timestamptz, ${place[1]}::uuid)`;
  }
}

/** A segment of a list; the segments of a list follow each other in its order. */
export interface TimeSegment {
  /** Ends of the segment in the order's own column, as conditions after others. */
  within: SQL;
  /** Of late reports alone: when those of each class of `LATE_H` that can be meant were created, in milliseconds. */
  late?: LateWindow[];
}
export interface LateWindow {
  lateClass: number;
  from: number;
  to: number;
}

/**
 * The segments of a list that can hold what a search's ranges of time ask for. When alerts occurred and when they were
 * created differs by minutes, so a range of one is one of the other as well, but for those that were reported late;
 * these make a segment of their own, and how late they were says about when they were created. The same holds for when
 * alerts were last changed and what was changed days later.
 */
export function splitIntoSegments(search: AlertSearch, { column, descends }: AlertOrder): TimeSegment[] {
  const time = (text: string | undefined, unset: number) => (text === undefined ? unset : Date.parse(text));
  const [occurredFrom, occurredTo] = [time(search.occurred_after, 0), time(search.occurred_before, Infinity)];
  const [createdFrom, createdTo] = [time(search.created_after, 0), time(search.created_before, Infinity)];
  const ahead = Math.min(occurredTo, createdTo + MAX_CLOCK_AHEAD_MS);
  if (column === "updated_at") {
    // No clock is trusted here to the minute: those of the servers may differ as well.
    const first = Math.max(createdFrom - MAX_CLOCK_AHEAD_MS, occurredFrom - 2 * MAX_CLOCK_AHEAD_MS);
    const low = Math.max(time(search.updated_after, 0), first);
    const likely = ahead + CHANGED_LATE_MS;
    const main = { within: range(column, low, likely) };
    if (likely === Infinity) return [main];
    return [{ within: sql`${range(column, Math.max(low, likely), Infinity)} and ${IS_CHANGED_LATE}` }, main];
  }
  // Nobody reports more than some minutes ahead of the clock, so one end holds for every alert, the other for most.
  const windows = (from: number, to: (lateFor: number) => number) =>
    LATE_H.map((hours, index) => ({
      lateClass: index + 1,
      from: Math.max(createdFrom, from, occurredFrom + hours * HOUR_MS),
      to: Math.min(createdTo, to((LATE_H[index + 1] ?? Infinity) * HOUR_MS)),
    })).filter((window) => window.from < window.to);
  if (column === null) {
    const low = Math.max(createdFrom, occurredFrom - MAX_CLOCK_AHEAD_MS);
    const likely = occurredTo + LATE_MS;
    const main = { within: range(column, low, Math.min(createdTo, likely)) };
    if (likely >= createdTo) return [main];
    const late = { within: range(column, likely, createdTo), late: windows(likely, (most) => occurredTo + most) };
    return descends ? [late, main] : [main, late];
  }
  const likely = createdFrom - LATE_MS;
  const main = { within: range(column, Math.max(occurredFrom, likely), ahead) };
  if (likely <= occurredFrom) return [main];
  const end = Math.min(likely, ahead);
  return [main, { within: range(column, occurredFrom, end), late: windows(0, (most) => end + most) }];
}

function range(column: "occurred_at" | "updated_at" | null, from: number, to: number): SQL {
  const bound = (sign: ">=" | "<", time: number) => {
    const value = column ? sql`${new Date(time).toISOString()}::timestamptz` : sql`${idAt(time)}::uuid`;
    return sql` and a.${sql.raw(column ?? "id")} ${sql.raw(sign)} ${value}`;
  };
  return sql`${from > 0 ? bound(">=", Math.min(from, MAX_TIME)) : sql``}${to < MAX_TIME ? bound("<", to) : sql``}`;
}

const idAt = (time: number) => firstIdAt(new Date(Math.min(time, MAX_TIME)));

/** The late reports of these windows, as a table. */
export function lateAlerts(ctx: Context, windows: readonly LateWindow[]): SQL {
  const values = windows.map(
    ({ lateClass, from, to }) => sql`(${sql.raw(String(lateClass))}, ${idAt(from)}::uuid, ${idAt(to)}::uuid)`,
  );
  return sql`(select a.* from (values ${sql.join(values, sql`, `)}) w(class, first, last) cross join lateral (
    select * from alerts a where ${alertsOfOrganization(ctx)} and a.created_at - a.occurred_at > interval '15 minutes'
      and width_bucket(a.created_at - a.occurred_at, ${lateness}) = w.class
      and a.id >= w.first and a.id < w.last offset 0) a)`;
}
