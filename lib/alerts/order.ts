import { type SQL, sql } from "drizzle-orm";
import { firstIdAt } from "@/lib/db/ids";
import type { AlertSort } from "@/lib/db/values";
import type { Position } from "@/lib/http/cursor";
import { MAX_CLOCK_AHEAD_MS } from "@/lib/limits";
import type { AlertSearch } from "./condition";

/** The columns of each order; the id, whose order is that of creation, comes last. */
const orders = {
  "-created_at": { column: null, descends: true },
  created_at: { column: null, descends: false },
  "-occurred_at": { column: "occurred_at", descends: true },
  "-updated_at": { column: "updated_at", descends: true },
} as const;

/** What occurred longer before it was created is in the index `alerts_late`. Keep with its predicate. */
const LATE_MS = 15 * 60_000;
const IS_LATE = sql.raw("a.created_at - a.occurred_at > interval '15 minutes'");

/** A sort as SQL on a table or subquery named `a`. */
export class Order {
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

  beyond(place: Position | undefined): SQL {
    if (!place) return sql``;
    const sign = sql.raw(this.descends ? "<" : ">");
    if (!this.column) return sql`and a.id ${sign} ${place[0]}::uuid`;
    return sql`and (${this.columns}) ${sign} (${place[0]}::timestamptz, ${place[1]}::uuid)`;
  }
}

/** A stretch of a list; the stretches of a list follow each other in its order. */
export interface Stretch {
  /** Ends of the stretch in the order's own column, as conditions after others. */
  within: SQL;
  /** Late reports alone, which an index of their own holds. */
  isLate: boolean;
}

/**
 * The stretches of a list that can hold what a search's ranges of time ask for. When alerts occurred and when they were
 * created differs by minutes, so a range of one is one of the other as well, but for those that were reported late;
 * these make a stretch of their own.
 */
export function stretchesOf(search: AlertSearch, { column, descends }: Order): Stretch[] {
  const moment = (time: string | undefined, plus = 0) =>
    time === undefined ? undefined : new Date(Date.parse(time) + plus);
  const { occurred_after, occurred_before, created_after, created_before, updated_after } = search;
  if (column === "updated_at") return [{ within: range(column, [moment(updated_after)], []), isLate: false }];
  const own = { after: column ? occurred_after : created_after, before: column ? occurred_before : created_before };
  const other = { after: column ? created_after : occurred_after, before: column ? created_before : occurred_before };
  const isCreated = column === null;
  // Nobody reports more than some minutes ahead of the clock, so this end holds for every alert, the other for most.
  const [sure, likely] = isCreated
    ? [moment(other.after, -MAX_CLOCK_AHEAD_MS), moment(other.before, LATE_MS)]
    : [moment(other.before, MAX_CLOCK_AHEAD_MS), moment(other.after, -LATE_MS)];
  const [lows, highs] = [[moment(own.after)], [moment(own.before)]];
  (isCreated ? lows : highs).push(sure);
  const rest = { within: sql`${range(column, lows, highs)} and ${IS_LATE}`, isLate: true };
  const main = isCreated
    ? { within: range(column, lows, [...highs, likely]), isLate: false }
    : { within: range(column, [...lows, likely], highs), isLate: false };
  if (!likely) return [main];
  const late = isCreated
    ? { ...rest, within: sql`${rest.within} ${range(column, [likely], [])}` }
    : { ...rest, within: sql`${rest.within} ${range(column, [], [likely])}` };
  return isCreated && descends ? [late, main] : [main, late];
}

function range(
  column: "occurred_at" | "updated_at" | null,
  lows: readonly (Date | undefined)[],
  highs: readonly (Date | undefined)[],
): SQL {
  const times = (list: readonly (Date | undefined)[]) => list.flatMap((time) => time?.getTime() ?? []);
  const bound = (sign: ">=" | "<", time: number) => {
    const moment = new Date(time);
    const value = column ? sql`${moment.toISOString()}::timestamptz` : sql`${firstIdAt(moment)}::uuid`;
    return sql` and a.${sql.raw(column ?? "id")} ${sql.raw(sign)} ${value}`;
  };
  const [low, high] = [times(lows), times(highs)];
  return sql`${low.length > 0 ? bound(">=", Math.max(...low)) : sql``}${
    high.length > 0 ? bound("<", Math.min(...high)) : sql``
  }`;
}
