import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { REPLAN_COMMENT } from "@/lib/db/client";
import { isoTime } from "@/lib/db/text";
import { validationFailed } from "@/lib/http/failures";
import type { CursorPosition } from "@/lib/http/request/cursor";
import { type AlertSort, severities } from "@/lib/values";
import { type AlertSearch, alertsOfOrganization, filterCondition, findSearchedCameras, isUnindexed } from "./condition";
import { findIndexScans, type IndexScan, scanPrefix, scanRows } from "./index-scans";
import { AlertOrder, lateAlerts, splitIntoSegments, type TimeSegment } from "./order";
import { cameraJoin } from "./row";
import { alertRowText, alertRowTextWithCamera, positionFromRowText } from "./row-text";
import { alertFilters } from "./schema";

/** Rows in the order of the list that are looked through first: what one in forty has fills a page with them. */
const NEAR_ROWS = 2_000;
/** As many more, when the first ones promise that these fill the page. */
const FURTHER_ROWS = 12_000;
/** Rows of the rarest of several filters that are looked through before indexes are asked for all that match. */
const ALONG_ROWS = 6_000;
/** Rows scanned per statement when no index can serve the search text; a page gets one such statement. */
const UNINDEXED_TEXT_ROWS = 15_000;

/** More than any page, export or batch takes at a time. */
const MAX_TAKEN = 256;

const filterNames = Object.keys(alertFilters) as (keyof typeof alertFilters)[];

interface Selection {
  query: AlertSearch;
  sort: AlertSort;
  /** Where to go on: `cursorPosition` the last row that was read. */
  after?: CursorPosition | undefined;
  limit: number;
  /** However many alerts have to be looked through; for work that nobody waits for. */
  isPatient?: boolean;
}

/** The alerts of a selection, each as one text for `alertJson`. @throws Failure as `selectAlertIds`. */
export function selectAlerts(ctx: Context, selection: Selection & { withCamera: boolean }): Promise<string[]> {
  if (selection.withCamera) return select(ctx, selection, alertRowTextWithCamera, cameraJoin);
  return select(ctx, selection, alertRowText);
}

/**
 * The UUIDs of the alerts of a selection.
 * @throws Failure `validation_failed` for a text too short to search for that too many alerts do not have.
 */
export function selectAlertIds(ctx: Context, selection: Selection): Promise<string[]> {
  return select(ctx, selection, sql.raw("a.id"));
}

/** The place of an alert in a list of this order. */
export function cursorPosition(sort: AlertSort, rowText: string): CursorPosition {
  return positionFromRowText(rowText, new AlertOrder(sort).column);
}

/** Alerts in a list's order from a row on (keyset). */
async function select(ctx: Context, selection: Selection, value: SQL, camera?: SQL): Promise<string[]> {
  const { query, limit } = selection;
  const cameras = await findSearchedCameras(ctx, query);
  if (cameras?.length === 0) return [];
  const order = new AlertOrder(selection.sort);
  const search = new Search(ctx, selection, cameras, order, value, camera);
  const found: string[] = [];
  for (const segment of splitIntoSegments(query, order)) {
    if (found.length < limit) found.push(...(await search.findIn(segment, limit - found.length)));
  }
  return found;
}

/** A number that the planner does not see: it then takes rows in the order of their index, however many it will be. */
const hideFromPlanner = (rows: number) => sql`(select ${rows}::int)`;

interface BoundedScan {
  found: string[];
  /** The last row that was looked at, null when none is left behind it. */
  resume: CursorPosition | null;
}

class Search {
  private readonly condition: SQL;
  private readonly ranges: SQL;
  private readonly scans: readonly IndexScan[];
  private readonly all: IndexScan;
  /** The filters that neither a segment nor an index scan decides. */
  private readonly used: readonly (keyof typeof alertFilters)[];

  constructor(
    private readonly ctx: Context,
    private readonly selection: Selection,
    cameras: readonly string[] | null,
    private readonly order: AlertOrder,
    private readonly value: SQL,
    private readonly camera: SQL | undefined,
  ) {
    const { query } = selection;
    this.condition = filterCondition(ctx, query, cameras);
    const { occurred_after, occurred_before, created_after, created_before } = query;
    const ranges = { occurred_after, occurred_before, created_after, created_before };
    // No index can tell this, so the planner takes that of the list instead of one of times that is then sorted.
    this.ranges = Object.values(ranges).some((time) => time !== undefined)
      ? sql`and coalesce(${filterCondition(ctx, ranges)}, false)`
      : sql``;
    this.scans = findIndexScans(query, cameras, order);
    this.all = { decides: [], streams: [sql``], by: order.by() };
    const decided = order.column === "updated_at" ? /^updated_/ : /^(?:occurred|created)_/;
    this.used = filterNames.filter((name) => query[name] !== undefined && !decided.test(name));
  }

  /**
   * The first alerts of a segment. Where an index holds them in the list's order, no other row is read. Else the next
   * rows are looked through, which finds what is frequent, then more of them or those of the rarest filter; what is
   * left after that is rare, and is found by the filters' own indexes and sorted. The planner would have to guess which
   * way is short: its statistics know all organizations, not this one.
   */
  async findIn(segment: TimeSegment, limit: number): Promise<string[]> {
    const { after } = this.selection;
    if (segment.late) return this.sorted(segment, after, limit);
    const scan = [this.all, ...this.scans].find(({ decides }) => this.used.every((name) => decides.includes(name)));
    if (scan) return this.listed(segment, scan, limit);
    let { found, resume } = await this.scanNext(segment, this.all, after, NEAR_ROWS, limit);
    const goOn = async (along: IndexScan, rows: number): Promise<number> => {
      const next = await this.scanNext(segment, along, resume ?? undefined, rows, limit - found.length);
      found = [...found, ...next.found];
      resume = next.resume;
      return next.found.length;
    };
    // Whether as much as was found last, found once more, is at least half of what is missing: so it ends soon.
    const isPromising = (last: number) => resume && found.length < limit && last * 2 >= limit - found.length;
    for (let last = found.length * (FURTHER_ROWS / NEAR_ROWS); isPromising(last); ) {
      last = await goOn(this.all, FURTHER_ROWS);
    }
    const along = found.length < limit && resume ? await this.rarest(segment, resume) : undefined;
    const { q, tag } = this.selection.query;
    if (q !== undefined && isUnindexed(q) && tag === undefined) {
      for (let isFirst = true; found.length < limit && resume; isFirst = false) {
        if (!isFirst && !this.selection.isPatient) throw tooShort();
        await goOn(along ?? this.all, UNINDEXED_TEXT_ROWS);
      }
    } else if (along) {
      for (let last = limit; isPromising(last); ) last = await goOn(along, ALONG_ROWS);
    }
    if (found.length >= limit || !resume) return found;
    return [...found, ...(await this.sorted(segment, resume, limit - found.length))];
  }

  /** What an index holds in the list's order. */
  private async listed({ within }: TimeSegment, scan: IndexScan, limit: number): Promise<string[]> {
    const conditions = sql`${within} ${this.ranges} ${this.order.beyond(this.selection.after)}`;
    // With a number in its text the statement is planned once; for any number the planner would rather plan each time.
    const most = sql.raw(String(MAX_TAKEN));
    const rows = sql`from (select a.* ${scanRows(this.ctx, scan, conditions, most, sql`limit ${most}`)}) a`;
    const page = sql`${rows} ${scan.by} limit ${limit}`;
    return this.read(this.camera ? sql`from (select a.* ${page}) a ${this.camera} ${scan.by}` : page, scanPrefix(scan));
  }

  /** What indexes find in no order. */
  private sorted({ within, late }: TimeSegment, after: CursorPosition | undefined, limit: number): Promise<string[]> {
    const { status, severity } = this.selection.query;
    // The indexes with a status begin with something else; with all there is of that, they find the status as well.
    const everySeverity = status && !severity ? sql`and a.severity = any(${`{${severities.join()}}`}::text[])` : sql``;
    const mine = alertsOfOrganization(this.ctx);
    if (late?.length === 0) return Promise.resolve([]);
    const source = late ? lateAlerts(this.ctx, late) : sql`alerts`;
    const rows = sql`from ${source} a where ${mine} and ${this.condition} ${everySeverity} ${within} ${this.order.beyond(after)}
      ${this.order.sorted} limit ${limit}`;
    return this.read(
      sql`from (select a.* ${rows}) a ${this.camera ?? sql``} ${this.order.by()}`,
      sql.raw(late ? "" : REPLAN_COMMENT),
    );
  }

  private async read(rows: SQL, start: SQL): Promise<string[]> {
    const read = await this.ctx.db.execute<{ value: string }>(sql`${start}select ${this.value} as value ${rows}`);
    return read.map(({ value }) => value);
  }

  /** Looks through the next rows of an index scan, at most so many. */
  private async scanNext(
    segment: TimeSegment,
    scan: IndexScan,
    after: CursorPosition | undefined,
    rows: number,
    limit: number,
  ): Promise<BoundedScan> {
    const next = (taken: SQL) => this.next(segment, scan, after, rows, taken);
    const read = await this.ctx.db.execute<{ value: string | null; resume: string[] | null }>(sql`${scanPrefix(scan)}
      with found as materialized (
        select * from (select a.* ${next(sql`limit ${hideFromPlanner(rows)}`)}) a where ${this.condition} ${scan.by} limit ${limit}
      )
      select f.value, e.resume from (
        select case when (select count(*) from found) < ${limit}
          then (select jsonb_build_array(${this.order.columns}) ${next(sql`offset ${hideFromPlanner(rows - 1)} limit 1`)}) end as resume
      ) e left join (
        select ${this.value} as value, ${this.order.columns} from found a ${this.camera ?? sql``}
      ) f on true ${this.order.by({ of: "f" })}`);
    const found = read.flatMap(({ value }) => value ?? []);
    return { found, resume: this.toPosition(read[0]?.resume) };
  }

  private next(
    { within }: TimeSegment,
    scan: IndexScan,
    after: CursorPosition | undefined,
    atMost: number,
    taken: SQL,
  ): SQL {
    return scanRows(this.ctx, scan, sql`${within} ${this.order.beyond(after)}`, hideFromPlanner(atMost), taken);
  }

  private toPosition(columns: string[] | null | undefined): CursorPosition | null {
    const [first, second] = columns ?? [];
    if (first === undefined) return null;
    return second === undefined ? [first] : [isoTime(first), second];
  }

  /** The scan that gets furthest with the same number of rows: its filter is the rarest from here on. */
  private async rarest(segment: TimeSegment, after: CursorPosition): Promise<IndexScan | undefined> {
    if (this.scans.length < 2) return this.scans[0];
    const taken = sql`offset ${hideFromPlanner(ALONG_ROWS - 1)} limit 1`;
    const ends = this.scans.map((scan, index) => {
      const end = sql`(select a.id ${this.next(segment, scan, after, ALONG_ROWS, taken)})`;
      return sql`select ${sql.raw(String(index))} as n, ${end} as id`;
    });
    const nulls = sql.raw(this.order.descends ? "asc nulls first" : "desc nulls first");
    const [rarest] = await this.ctx.db.execute<{ n: number }>(
      sql`${scanPrefix(...this.scans)}select n from (${sql.join(ends, sql` union all `)}) ends order by id ${nulls} limit 1`,
    );
    return this.scans[rarest?.n ?? 0];
  }
}

function tooShort() {
  const detail =
    "This search is too short for the number of alerts. Use at least 3 consecutive letters (a to z) or digits, or add a filter.";
  return validationFailed([{ parameter: "q", code: "too_short", detail }], "query parameters");
}
