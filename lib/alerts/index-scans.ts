import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { REPLAN_COMMENT } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { alertStatuses, severities } from "@/lib/values";
import { type AlertSearch, alertsOfOrganization } from "./condition";
import type { AlertOrder } from "./order";
import type { alertFilters } from "./schema";

/** So many streams of rows are merged at most: each is a part of the plan. */
const MAX_STREAMS = 20;
/** The plan of more takes so much memory that it is not kept. */
const MAX_PREPARED_STREAMS = 5;

type Filter = keyof typeof alertFilters;

/**
 * An index that holds the alerts of each value and status in the order of their ids. The streams of several values or
 * statuses, merged, are the matching alerts in the order of a list, and no more of them is read than the list takes.
 */
export interface IndexScan {
  /** The filters that it decides; nothing of them is left to check. */
  decides: readonly Filter[];
  /** The conditions of its streams, each after others. */
  streams: readonly SQL[];
  /** The list's order in the spelling that fits the index. */
  by: SQL;
}

/** What a statement along these scans begins with. */
export function scanPrefix(...scans: IndexScan[]): SQL {
  return sql.raw(scans.some(({ streams }) => streams.length > MAX_PREPARED_STREAMS) ? REPLAN_COMMENT : "");
}

type Column = "camera_id" | "use_case" | "assignee_id" | "severity";

/** The scans that a search has in an order; none unless that is the order of creation. */
export function findIndexScans(search: AlertSearch, cameras: readonly string[] | null, order: AlertOrder): IndexScan[] {
  if (order.column) return [];
  // In an order of their own, not the caller's: each text of a statement that is prepared stays for good.
  const statuses = alertStatuses.filter((status) => search.status?.includes(status) ?? true);
  const scan = (column: Column, decides: Filter[], values: readonly (string | null)[] | undefined): IndexScan[] => {
    if (!values || values.length * statuses.length > MAX_STREAMS) return [];
    const isNone = values.includes(null);
    if (isNone && values.length > 1) return [];
    const type = sql.raw(column.endsWith("_id") ? "uuid" : "text");
    const equals = (value: string | null) =>
      value === null ? sql`is null` : sql`= ${column === "severity" ? sql.raw(`'${value}'`) : sql`${value}::${type}`}`;
    const streams = values.flatMap((value) =>
      statuses.map(
        (status) => sql`and a.${sql.raw(`${column}`)} ${equals(value)} and a.status = ${sql.raw(`'${status}'`)}`,
      ),
    );
    // To the planner, nulls are not all the same: only if the order begins with them is it the index's.
    return [{ decides: [...decides, "status"], streams, by: order.by({ first: isNone ? column : "" }) }];
  };
  const { use_case, assignee_id, severity, status } = search;
  const people = assignee_id?.flatMap((id) => (id === "none" ? [null] : (decodeId("user", id) ?? [])));
  const found = [
    ...scan("camera_id", ["camera_id", "site_id"], cameras ?? undefined),
    ...scan("use_case", ["use_case"], use_case && [...new Set(use_case)]),
    ...scan("assignee_id", ["assignee_id"], people && [...new Set(people)]),
    ...scan("severity", ["severity"], severity && severities.filter((each) => severity.includes(each))),
  ];
  return found.length === 0 && status ? scan("severity", [], severities) : found;
}

/**
 * The first rows of an index scan that meet further conditions, in its order, as what follows `select … `.
 * @param atMost how many rows of each stream anybody takes.
 */
export function scanRows(ctx: Context, { streams, by }: IndexScan, conditions: SQL, atMost: SQL, taken: SQL): SQL {
  const mine = sql`from alerts a where ${alertsOfOrganization(ctx)}`;
  const [first] = streams;
  if (!first) return sql`${mine} and false limit 0`;
  if (streams.length === 1) return sql`${mine} ${first} ${conditions} ${by} ${taken}`;
  const each = streams.map((stream) => sql`(select * ${mine} ${stream} ${conditions} ${by} limit ${atMost})`);
  return sql`from (${sql.join(each, sql` union all `)}) a ${by} ${taken}`;
}
