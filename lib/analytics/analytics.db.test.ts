import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { countAlerts } from "@/e2e/fixtures/count-alerts";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import {
  bucketNamer,
  bucketNames,
  filterAlerts,
  periodOfSummary,
  readAllAlerts,
  recountPeriod,
  recountSeries,
} from "@/e2e/fixtures/recount";
import { changeAlertBatch } from "@/lib/alerts/batch-update";
import { changeAlert } from "@/lib/alerts/change";
import { addAlert, addAlerts } from "@/lib/alerts/create";
import { rollUpAlertCounts, rollUpStep } from "@/lib/alerts/roll-up";
import { alertBatchUpdateSchema, alertCreateSchema } from "@/lib/alerts/schema";
import { removeAlertRows } from "@/lib/alerts/store/remove";
import type { Context } from "@/lib/auth/context";
import { encodeId, timeOfId } from "@/lib/db/ids";
import { createRandom } from "@/lib/demo/random";
import {
  alertStatuses,
  alertTransitions,
  dispositions,
  type SeriesInterval,
  seriesGroups,
  seriesIntervals,
  severities,
} from "@/lib/values";
import { readUseCases } from "./reads";
import { readAlertSeries } from "./series";
import { readAlertSummary } from "./summary";

const FULL = process.env.SIGHTLINE_FULL === "1";
const ROUNDS = FULL ? 150 : 6;
const CHANGES = 40;
const QUESTIONS = 30;
const SEED = Number(process.env.SEED ?? 20_261_121);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/**
 * Time zones, each with the times of clock changes to test. Some have offsets of 30 or 45 minutes, and one has an
 * offset with odd seconds.
 */
const zones: Record<string, string[]> = {
  "Europe/Berlin": ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"],
  "America/New_York": ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"],
  "Australia/Lord_Howe": ["2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z"],
  "Pacific/Chatham": ["2026-04-04T14:00:00Z", "2026-09-26T14:00:00Z"],
  "Africa/Monrovia": ["1972-01-07T00:44:30Z"],
  "Asia/Kathmandu": [],
  UTC: [],
};
const changes = Object.values(zones).flat().map(Date.parse);
const useCases = ["intrusion", "fire", "loitering"];
const tags = ["night", "gate"];

type Filters = Parameters<typeof filterAlerts>[1];

describe(`analytics results (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  let organization: TestOrganization;
  let ctx: Context;
  let cameras: Awaited<ReturnType<TestOrganization["camera"]>>[];
  let sites: Awaited<ReturnType<TestOrganization["site"]>>[];
  let person: string;

  beforeAll(async () => {
    organization = await createTestOrganization();
    ctx = await organization.context();
    sites = [await organization.site("North"), await organization.site("South")];
    cameras = [];
    for (let n = 0; n < 4; n += 1) cameras.push(await organization.camera({ siteId: sites[n]?.uuid ?? null }));
    person = encodeId("user", (await organization.person("support")).id);
  });

  const some = <T>(list: readonly T[]) => [...new Set([random.pick(list), random.pick(list)])];
  const mine = () => sql`organization_id = ${ctx.organizationId}`;

  /** Returns a random time: near a clock change, within two years, years ago, or exactly at a bucket's edge. */
  function anyTime(): number {
    const near = random.pick(changes) + random.integer(-2 * DAY, 2 * DAY);
    const moment = random.weighted({ near: 6, year: 2, old: 1 });
    const time = {
      near,
      year: Date.UTC(2025, 6) + random.integer(0, 480 * DAY),
      old: random.integer(0, 50 * 365 * DAY),
    }[moment];
    return random.chance(0.4) ? Math.floor(time / 900_000) * 900_000 - random.integer(0, 1) : time;
  }

  async function anyAlert() {
    const rows = await ctx.db.execute<{ id: string; status: (typeof alertStatuses)[number]; created: string }>(
      sql`select id, status, created_at as created from alerts where ${mine()} order by id`,
    );
    const { id, status, created } = random.pick([...rows]);
    return { uuid: id, id: encodeId("alert", id), status, created };
  }

  function anyInput() {
    const status = random.pick(alertStatuses);
    const closed = status === "resolved" || status === "dismissed";
    return {
      ...alertCreateSchema.parse({ camera_id: random.pick(cameras).id, use_case: random.pick(useCases) }),
      status,
      severity: random.pick(severities),
      occurred_at: new Date(anyTime()).toISOString(),
      title: random.pick(["Fence", "Door", null]),
      tags: some(tags),
      dedup_key: random.chance(0.3) ? `key-${random.integer(1, 5)}` : null,
      assignee_id: random.chance(0.3) ? person : null,
      disposition: closed && random.chance(0.7) ? random.pick(dispositions) : null,
    };
  }
  const create = () => addAlert(ctx, anyInput());

  /** Runs a statement that isn't the product's, and updates the analytics counts as the product would. */
  const counted = (statement: SQL) =>
    ctx.db.transaction(async (tx) => {
      await countAlerts(tx, ctx.organizationId, -1);
      await tx.execute(statement);
      await countAlerts(tx, ctx.organizationId);
    });

  const steps: Record<string, () => Promise<unknown>> = {
    create,
    createBatch: async () => {
      const rows = Array.from({ length: random.integer(1, 4) }, anyInput);
      expect(await addAlerts(ctx, rows)).toMatchObject({ succeeded: rows.length });
    },
    createMany: () =>
      counted(sql`insert into alerts select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'dedup_key', null,
        'occurred_at', a.occurred_at + n * interval '7 minutes'))).* from alerts a, generate_series(0, 3) n
        where ${mine()} and a.id in (select id from alerts where ${mine()} order by md5(id::text) limit 3)`),
    move: async () => {
      const { id, status } = await anyAlert();
      await changeAlert(ctx, id, { status: random.pick(alertTransitions[status]) }, null).catch((error: unknown) => {
        expect(error).toMatchObject({ code: "conflict" });
      });
    },
    rank: async () => changeAlert(ctx, (await anyAlert()).id, { severity: random.pick(severities) }, null),
    respond: async () => {
      const { uuid, created } = await anyAlert();
      const createdAt = new Date(Date.parse(created) - random.integer(0, 90) * 1_000).toISOString();
      await ctx.db.execute(sql`update alerts set created_at = ${createdAt}::timestamptz
        where ${mine()} and id = ${uuid}::uuid`);
    },
    moveMany: async () => {
      const ids = (await Promise.all([1, 2, 3].map(anyAlert))).map(({ id }) => id);
      const change = { severity: random.pick(severities), status: random.pick(["acknowledged", "dismissed"]) };
      await changeAlertBatch(ctx, alertBatchUpdateSchema.parse({ ids: [...new Set(ids)], change }));
    },
    removeOldest: async () => {
      const [, , third] = await ctx.db.execute<{ id: string }>(
        sql`select id from alerts where ${mine()} order by id limit 3`,
      );
      if (third) await removeAlertRows(ctx.organizationId, timeOfId(third.id));
    },
    changeMany: () =>
      counted(sql`update alerts set status = ${random.pick(alertStatuses)}, severity = ${random.pick(severities)}
        where ${mine()} and dedup_key is null and use_case = ${random.pick(useCases)} and severity = ${random.pick(severities)}`),
    remove: async () => {
      const { uuid } = await anyAlert();
      await counted(sql`delete from alerts where ${mine()} and dedup_key is null and id = ${uuid}::uuid`);
    },
    removeMany: () =>
      counted(sql`delete from alerts where ${mine()} and dedup_key is null and use_case = ${random.pick(useCases)}
        and occurred_at < ${new Date(anyTime()).toISOString()}::timestamptz and hashtext(id::text) % 5 = 0`),
    redate: async () => {
      const { uuid } = await anyAlert();
      await counted(sql`update alerts set occurred_at = ${new Date(anyTime()).toISOString()}::timestamptz,
        camera_id = ${random.pick(cameras).uuid}::uuid where ${mine()} and id = ${uuid}::uuid`);
    },
    relocate: () =>
      ctx.db.execute(sql`update cameras set site_id = ${random.pick([...sites, null])?.uuid ?? null}::uuid
        where ${mine()} and id = ${random.pick(cameras).uuid}::uuid`),
    foldPart: async () => {
      const stepDeltas = random.integer(1, 5);
      for (let left = random.integer(1, 3); left > 0; left -= 1) await rollUpStep(ctx.organizationId, stepDeltas);
    },
    foldTwice: () => Promise.all([rollUpStep(ctx.organizationId, 3), rollUpAlertCounts(), create()]),
  };
  const weights = { create: 14, move: 8, rank: 3, respond: 3, redate: 3, remove: 2, foldPart: 3, relocate: 1 };
  const inBatches = { createBatch: 3, moveMany: 3, removeOldest: 1 };
  const often: Record<string, number> = {
    ...weights,
    createMany: 1,
    changeMany: 1,
    removeMany: 1,
    foldTwice: 1,
    ...inBatches,
  };

  function anyFilters(): Filters {
    const filters: Filters = {};
    if (random.chance(0.3)) filters.status = some(alertStatuses);
    if (random.chance(0.3)) filters.severity = some(severities);
    if (random.chance(0.3)) filters.use_case = some(useCases);
    if (random.chance(0.15)) filters.camera_id = [random.pick(cameras).id, random.pick(cameras).externalId];
    if (random.chance(0.15)) filters.site_id = some(sites).map(({ id }) => id);
    if (random.chance(0.1)) filters.tag = some(tags);
    if (random.chance(0.1)) filters.assignee_id = some([person, "none"]);
    if (random.chance(0.1)) filters.q = "fen";
    return filters as Filters;
  }

  /**
   * Returns a random period that is long enough for several buckets. Its edges are at a minute, a quarter hour or
   * any millisecond.
   */
  function anyPeriod(interval: SeriesInterval): [number, number] {
    const length = { hour: 2 * DAY, day: 9 * DAY, week: 60 * DAY, month: 400 * DAY }[interval];
    const unit = random.pick([1, 60_000, 900_000, HOUR, DAY]);
    const ends = [random.pick(changes), random.pick(changes) + random.integer(1, length)];
    const from = (ends[0] ?? 0) - random.integer(0, length);
    const to = random.chance(0.1) ? from + random.integer(1, 900_000) : from + random.integer(HOUR, length + DAY);
    return [Math.floor(from / unit) * unit, Math.max(Math.floor(to / unit) * unit, Math.floor(from / unit) * unit + 1)];
  }

  async function expectSeries(
    zone: string,
    interval: SeriesInterval,
    group: (typeof seriesGroups)[number] | undefined,
  ) {
    const [from, to] = anyPeriod(interval);
    const filters = anyFilters();
    const query = {
      ...(filters as object),
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      timezone: zone,
      interval,
      group_by: group,
    };
    const said = await readAlertSeries(ctx, query);
    const name = bucketNamer(zone, interval);
    const names = bucketNames(name, from, to);
    const alerts = filterAlerts(await readAllAlerts(ctx.organizationId), filters).filter(
      ({ occurred }) => occurred >= from && occurred < to,
    );
    const expected = recountSeries(alerts, names, name, group);
    const starts = said.buckets.map(({ start }) => Date.parse(start));
    expect({ query, names: starts.map(name) }).toEqual({ query, names });
    for (const start of starts) expect(name(start - 1)).not.toBe(name(start));
    expect({ query, series: new Map(said.series.map(({ key, counts }) => [key, counts])) }).toEqual({
      query,
      series: expected,
    });
    for (const { total, counts } of said.series) expect(total).toBe(counts.reduce((sum, n) => sum + n, 0));
    expect(said.total).toBe(alerts.length);
    expect(said.buckets.map(({ total }) => total)).toEqual(
      names.map((_, index) => [...expected.values()].reduce((sum, counts) => sum + (counts[index] ?? 0), 0)),
    );
  }

  async function expectSummary() {
    const [from, to] = anyPeriod(random.pick(["week", "month"] as const));
    const filters = anyFilters();
    const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), timezone: "UTC" };
    const said = await readAlertSummary(ctx, { ...(filters as object), ...period });
    const all = filterAlerts(await readAllAlerts(ctx.organizationId), filters);
    const now = recountPeriod(all.filter(({ occurred }) => occurred >= from && occurred < to));
    const before = recountPeriod(all.filter(({ occurred }) => occurred >= 2 * from - to && occurred < from));
    for (const [half, { reviews, ...counted }] of [["value", now] as const, ["previous", before] as const]) {
      const { acknowledge, resolve, ...counts } = periodOfSummary(said, half);
      expect({ period, filters, ...counts }).toEqual({
        period,
        filters,
        ...counted,
        acknowledge: undefined,
        resolve: undefined,
      });
      for (const [times, expected] of [
        [acknowledge, counted.acknowledge] as const,
        [resolve, counted.resolve] as const,
      ]) {
        expect(times.alerts).toBe(expected.alerts);
        expect(times.mean ?? -1).toBeCloseTo(expected.mean ?? -1, 2);
        expect(times.p95).toBe(expected.p95);
      }
      for (const row of said.false_positives_by_use_case) {
        const { reviewed, false_positives } = reviews((alert) => alert.use_case === row.use_case);
        expect([row.reviewed[half], row.false_positives[half]]).toEqual([reviewed, false_positives]);
        if (reviewed > 0) expect(row.rate[half]).toBeCloseTo(false_positives / reviewed, 2);
      }
      for (const row of said.false_positives_by_camera) {
        const { reviewed, false_positives } = reviews((alert) => alert.camera === row.camera.id);
        expect([row.reviewed[half], row.false_positives[half]]).toEqual([reviewed, false_positives]);
      }
      const { reviewed, false_positives } = reviews(() => true);
      expect([said.false_positives.reviewed[half], said.false_positives.false_positives[half]]).toEqual([
        reviewed,
        false_positives,
      ]);
    }
    expect(said.open_now).toBe(all.filter(({ status }) => status === "open").length);
  }

  async function expectUseCases() {
    const all = await readAllAlerts(ctx.organizationId);
    const expected = [...new Set(all.map(({ use_case }) => use_case))].sort().map((name) => {
      const alerts = all.filter(({ use_case }) => use_case === name);
      const last_seen_at = new Date(Math.max(...alerts.map(({ occurred }) => occurred))).toISOString();
      return { name, alerts: alerts.length, last_seen_at };
    });
    expect((await readUseCases(ctx, { limit: 50 })).data).toEqual(expected);
  }

  it(
    "equal a recount after every batch of changes, at any roll-up state",
    async () => {
      for (let n = 0; n < 20; n += 1) await create();
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let n = 0; n < CHANGES; n += 1) await steps[random.weighted(often)]?.();
        for (let n = 0; n < QUESTIONS; n += 1) {
          const zone = random.pick(Object.keys(zones));
          await expectSeries(zone, random.pick(seriesIntervals), random.pick([...seriesGroups, undefined]));
        }
        for (let n = 0; n < 4; n += 1) await expectSummary();
        await expectUseCases();
      }
    },
    FULL ? 1_800_000 : 60_000,
  );

  it("equal a recount for every interval, group and zone", async () => {
    for (const zone of Object.keys(zones)) {
      for (const interval of seriesIntervals) {
        for (const group of [undefined, ...seriesGroups]) await expectSeries(zone, interval, group);
      }
    }
  });
});
