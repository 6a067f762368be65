import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Loaded, loadAlerts } from "@/bench/data";
import { Explainer, type PlanMode, type Work } from "@/bench/explain";
import { type AlertCase, alertCases } from "@/bench/plan-cases";
import { readUseCases } from "@/lib/analytics/reads";
import { alertSeriesQuerySchema } from "@/lib/analytics/schema";
import { readAlertSeries } from "@/lib/analytics/series";
import { authenticateBearer } from "@/lib/auth/authenticate";
import type { Context } from "@/lib/auth/context";
import { listOrganizationIds } from "@/lib/auth/system";
import { readCameras } from "@/lib/cameras/reads";
import { encodeId, firstIdAt, NIL_ID, newId } from "@/lib/db/ids";
import { migrateDatabase } from "@/lib/db/migrate";
import { isFailure } from "@/lib/errors";
import { readEvents } from "@/lib/events/reads";
import { encodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { readKeys } from "@/lib/keys/reads";
import { readNotes, readTimeline } from "@/lib/notes/reads";
import { readSites } from "@/lib/sites/reads";
import { type AlertSort, alertSorts } from "@/lib/values";
import { readAlert, readAlerts } from "./reads";
import { alertListQuerySchema } from "./schema";

/** The number of cameras and sites that are added to the first organization. Neither fits on one page. */
const CAMERAS = 5_000;
const SITES = 500;
/** The number of alerts in an organization that PostgreSQL's statistics don't include yet. */
const NEW_ALERTS = 30_000;
const ON_ONE_ALERT = 5_000;

const FULL = process.env.SIGHTLINE_FULL === "1";
const ALERTS = FULL ? 10_000_000 : 200_000;
/** The number of organizations. A small number loads faster. The first organization always has half of all alerts. */
const ORGANIZATIONS = FULL ? 50 : 8;
const LIMIT = 50;
/**
 * The combinations of position and plan mode to test. Later pages use prepared statements, so deep positions need
 * only the generic plan.
 */
const runs: readonly [isDeep: boolean, mode: PlanMode][] = [
  [false, "force_custom_plan"],
  [false, "force_generic_plan"],
  [true, "force_generic_plan"],
];

/**
 * The most rows that a page may read from an index. They are its own rows, the first row of each index scan, and
 * rows near the ends of a time range.
 */
const INDEX_ROWS = LIMIT + 50 + ALERTS / 2 / (360 * 24);
/** The most rows that a scan in list order may read. Each row is also counted as an index entry. */
const WALKED_ROWS = 45_000;
/**
 * The most rows that a search may read to collect all matches of its rarest filter. About one percent of the
 * organization's alerts match it.
 */
const RAREST_ROWS = 2 * 0.013 * (ALERTS / 2);
/** The most buffers that PostgreSQL needs to descend an index to one row, including the row's own page. */
const BUFFERS_PER_ROW = 2;
const BUFFERS = 300;

let database: { name: string; admin: postgres.Sql };
let explainer: Explainer;
let loaded: Loaded;
let ctx: Context;
/** The ID of an alert with thousands of notes and events. */
let busyAlert: string;

beforeAll(
  async () => {
    const admin = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
    database = { name: `plans_${newId().replaceAll("-", "")}`, admin };
    await admin.unsafe(`create database ${database.name}`);
    const url = new URL(process.env.DATABASE_URL ?? "");
    url.pathname = `/${database.name}`;
    // DATABASE_URL is set before this process opens its pool, so that the pool connects to the new database.
    process.env.DATABASE_URL = url.toString();
    await migrateDatabase(url.toString());
    loaded = await loadAlerts(url.toString(), { alerts: ALERTS, organizations: ORGANIZATIONS });
    await addBelongings(url.toString());
    explainer = new Explainer(url.toString());
    const caller = await authenticateBearer(`Bearer ${loaded.apiKey}`);
    ctx = { ...caller, db: explainer.db, requestId: "request", ip: null, userAgent: null };
  },
  FULL ? 3_600_000 : 120_000,
);

afterAll(async () => {
  await explainer.end();
  await database.admin.unsafe(`drop database ${database.name} with (force)`);
  await database.admin.end();
});

/** Adds rows that `loadAlerts` doesn't create: many cameras and sites, and one alert with a long history. */
async function addBelongings(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [organization = ""] = loaded.organizationIds;
  const [{ id, created_at } = { id: "", created_at: "" }] = await sql<{ id: string; created_at: string }[]>`
    select id, created_at::text from alerts where organization_id = ${organization} order by id desc offset 100 limit 1`;
  busyAlert = encodeId("alert", id);
  const newUuid = sql`(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
    || '8000' || lpad(to_hex(n), 12, '0'))::uuid`;
  await sql`insert into sites (organization_id, id, name)
    select ${organization}, ${newUuid}, 'Added site ' || n from generate_series(1, ${SITES}::int) n`;
  await sql`insert into cameras (organization_id, id, name, external_id, site_id, tags, archived_at)
    select ${organization}, ${newUuid}, 'Added camera ' || n, 'added-' || n,
      (select s.id from sites s where s.organization_id = ${organization} and s.name = 'Added site ' || (1 + n % ${SITES}::int)),
      case when n % 100 = 0 then '{entrance}'::text[] else '{}' end, case when n % 50 = 0 then now() end
    from generate_series(1, ${CAMERAS}::int) n`;
  await sql`insert into notes (organization_id, id, alert_id, body, author_kind, author_id, author_name, created_at)
    select ${organization}, ${newUuid}, ${id}, 'Note ' || n, 'system', ${organization}, 'Test', now()
    from generate_series(1, ${ON_ONE_ALERT}::int) n`;
  await sql`insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data, created_at, transaction_id)
    select ${organization}, ${newUuid}, 'alert.reoccurred', ${id}, 'system', ${organization}, 'Test', '{}', ${created_at},
      (500 + n % 3)::text::xid8 from generate_series(1, ${ON_ONE_ALERT}::int) n`;
  await sql`insert into requests (organization_id, id, method, route, status, duration_ms, credential_kind, credential_id, ip, created_at)
    select k.organization_id, ${newUuid}, 'GET', '/alerts', 200, 1, 'api_key', k.id, '192.0.2.1', now()
    from api_keys k, generate_series(1, ${ON_ONE_ALERT}::int) n`;
  await sql`analyze sites, cameras, notes, events, requests`;
  const [{ added } = { added: "" }] = await sql<{ added: string }[]>`
    insert into organizations (id, slug, name) values (${newId()}, 'added', 'Added') returning id as added`;
  await sql`alter table alerts set (autovacuum_enabled = off)`;
  const [{ columns } = { columns: "" }] = await sql<{ columns: string }[]>`
    select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
    where attrelid = 'alerts'::regclass and attnum > 0 and not attisdropped and attname <> 'organization_id'`;
  const copied = `select '${added}', ${columns} from alerts where organization_id = '${organization}'`;
  await sql.unsafe(`insert into alerts (organization_id, ${columns}) ${copied} order by id desc limit ${NEW_ALERTS}`);
  await sql`truncate alert_deltas`;
  await sql.end();
}

interface Figures extends Work {
  name: string;
  isRefused: boolean;
}

/** Returns the cost of one page of alerts: the first page, or one that starts in the middle of the year. */
async function explainPage(
  test: AlertCase,
  sort: AlertSort,
  [isDeep, mode]: (typeof runs)[number],
  reader = ctx,
): Promise<Figures> {
  const query = alertListQuerySchema.parse({ ...test.filter, sort, limit: String(LIMIT) });
  const middle = new Date((loaded.from.getTime() + loaded.until.getTime()) / 2);
  const place = sort.endsWith("created_at") ? [] : [middle.toISOString()];
  const identity = listIdentity("alerts", query);
  const cursor = isDeep ? encodeCursor(reader, identity, [...place, firstIdAt(middle)]) : undefined;
  let isRefused = false;
  const work = await explainer.explain(
    () =>
      readAlerts(reader, { ...query, cursor }).catch((error) => {
        isRefused = isFailure(error) && error.code === "validation_failed";
        if (!isRefused) throw error;
      }),
    mode,
  );
  return { name: `${test.name}; ${sort}${isDeep ? ", deep" : ""}; ${mode}`, isRefused, ...work };
}

/**
 * Returns the most rows and buffers that a page may read.
 * @param unknown the number of alerts that the statistics don't include. The planner assumes that they don't
 * exist.
 */
function boundOf({ way }: AlertCase, sort: AlertSort, unknown: number): { rows: number; buffers: number } {
  const isIndex = way === "index" && sort.endsWith("created_at") && unknown === 0;
  const searched = way === "scan" ? ALERTS : WALKED_ROWS + RAREST_ROWS;
  const rows = (isIndex ? INDEX_ROWS : searched) + 2 * unknown;
  return { rows, buffers: isIndex ? BUFFERS_PER_ROW * rows + BUFFERS : rows };
}

describe(`GET /alerts pages over ${ALERTS} alerts`, () => {
  async function excessive(sort: AlertSort, reader: Context, name: string, unknown = 0): Promise<unknown[]> {
    const all: Figures[] = [];
    const found: unknown[] = [];
    for (const test of alertCases(loaded)) {
      const bound = boundOf(test, sort, unknown);
      for (const run of runs) {
        const figures = await explainPage(test, sort, run, reader);
        all.push(figures);
        // The product canceled this query in time and rejected the request. The query runs to its end here only to
        // report its cost.
        if (figures.isRefused) continue;
        if (figures.read > bound.rows || figures.buffers > bound.buffers) found.push({ ...figures, bound });
      }
    }
    const worst = all.toSorted((a, b) => b.read - a.read).slice(0, FULL ? 40 : 3);
    const line = ({ name, rows, read, buffers, ms, isRefused }: Figures) =>
      `  ${name}: ${rows} rows of ${read} read, ${buffers} buffers, ${ms.toFixed(1)} ms${isRefused ? ", refused" : ""}\n`;
    process.stdout.write(`plans by ${sort}${name}: ${all.length} pages, the worst\n${worst.map(line).join("")}`);
    return found;
  }

  it.each(alertSorts)(
    "stay within row and buffer limits for every filter, sorted by %s",
    async (sort) => expect(await excessive(sort, ctx, "")).toEqual([]),
    FULL ? 1_800_000 : 120_000,
  );

  it("read few rows to find alerts reported late under a filter", async () => {
    const found = alertCases(loaded).find(({ name }) => name === "open use case within a month, frequent");
    if (!found) throw new Error("This case is missing");
    const { read, scans } = await explainPage(found, "-created_at", runs[0] ?? [false, "force_custom_plan"]);
    expect({ scans, isBounded: read <= INDEX_ROWS }).toEqual({ scans, isBounded: true });
  });

  it("stay within limits for an organization unknown to the planner's statistics", async () => {
    const added = (await listOrganizationIds()).find((id) => !loaded.organizationIds.includes(id));
    const reader = { ...ctx, organizationId: added ?? ctx.organizationId };
    expect(await excessive("-created_at", reader, " of a new organization", NEW_ALERTS)).toEqual([]);
  }, 120_000);
});

describe("the other lists", () => {
  const page = { limit: LIMIT };
  /**
   * The other lists, each with the most rows that it may read. The limit includes rows that aren't shown, such as
   * each site's cameras.
   */
  const lists: [name: string, rows: number, call: () => Promise<unknown>][] = [
    ["one alert", 3, () => readAlert(ctx, busyAlert, { expand: ["camera"] })],
    ["an alert's timeline", LIMIT + 5, () => readTimeline(ctx, busyAlert, page)],
    [
      "an alert's timeline, deep",
      LIMIT + 5,
      () => readTimeline(ctx, busyAlert, deep(`timeline/${busyAlert}`, ["501", NIL_ID])),
    ],
    ["an alert's notes", LIMIT + 5, () => readNotes(ctx, busyAlert, page)],
    [
      "an alert's notes, deep",
      LIMIT + 5,
      () => readNotes(ctx, busyAlert, deep(`notes/${busyAlert}`, [firstIdAt(new Date())])),
    ],
    ["cameras", LIMIT + 5, () => readCameras(ctx, page)],
    ["cameras, deep", LIMIT + 5, () => readCameras(ctx, deep("cameras", [firstIdAt(new Date(loaded.from))]))],
    ["cameras of a site", LIMIT + 5, () => readCameras(ctx, { ...page, site_id: [loaded.sites.medium] })],
    ["cameras by name", LIMIT + 5, () => readCameras(ctx, { ...page, external_id: ["added-77", "cam-0003"] })],
    ["cameras with a tag", CAMERAS + 1_000, () => readCameras(ctx, { ...page, tag: ["stranger's"] })],
    ["cameras with a text", CAMERAS + 1_000, () => readCameras(ctx, { ...page, q: "nowhere" })],
    ["cameras of a status", CAMERAS + 1_000, () => readCameras(ctx, { ...page, status: ["degraded"] })],
    ["cameras with a text of marks", CAMERAS + 1_000, () => readCameras(ctx, { ...page, q: "%".repeat(200) })],
    ["sites", 15 * LIMIT, () => readSites(ctx, page)],
    ["sites with a text", SITES + 200, () => readSites(ctx, { ...page, q: "nowhere" })],
    ["keys", 2 * 2_000 + 100, () => readKeys(ctx, page)],
    ["the feed", 3_000, () => readEvents(ctx, page)],
    ["the feed of one alert", 3_000, () => readEvents(ctx, { ...page, subject_id: busyAlert })],
    ["the feed of a type", 3 * 20_000, () => readEvents(ctx, { ...page, type: ["camera.archived"] })],
    ["use cases", 20 * 400, () => readUseCases(ctx, page)],
    [
      "a year of numbers by day and use case",
      20 * 400,
      () =>
        readAlertSeries(ctx, alertSeriesQuerySchema.parse({ from: loaded.from.toISOString(), group_by: "use_case" })),
    ],
    ["the total of all alerts", 1_000, () => readAlerts(ctx, alertListQuerySchema.parse({ include_total: "true" }))],
    [
      "the total of a severity",
      9_000,
      () => readAlerts(ctx, alertListQuerySchema.parse({ include_total: "true", severity: ["low"] })),
    ],
  ];
  const deep = (name: string, place: string[]) => ({
    ...page,
    cursor: encodeCursor(ctx, listIdentity(name, page), place),
  });

  it.each(lists)("read a bounded number of rows for %s", async (_name, rows, call) => {
    for (const mode of ["force_custom_plan", "force_generic_plan"] as const) {
      const { read, buffers, scans } = await explainer.explain(call, mode);
      expect({ mode, scans, read, isBounded: read <= rows }).toEqual({ mode, scans, read, isBounded: true });
      expect({ mode, scans, buffers, isBounded: buffers <= 4 * rows + BUFFERS }).toEqual({
        mode,
        scans,
        buffers,
        isBounded: true,
      });
    }
  });
});
