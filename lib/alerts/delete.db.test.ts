import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { settleFeed } from "@/e2e/fixtures/events";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { database } from "@/lib/db/client";
import { encodeId, firstIdAt, newId } from "@/lib/db/ids";
import { alerts, openDedupKeys } from "@/lib/db/tables/alerts";
import { notes } from "@/lib/db/tables/notes";
import { organizations } from "@/lib/db/tables/people";
import { events } from "@/lib/db/tables/records";
import { readEvents } from "@/lib/events/reads";
import { eventListQuerySchema } from "@/lib/events/schema";
import { addNote } from "@/lib/notes/writes";
import { DAY_MS, MINUTE_MS } from "@/lib/time";
import { deleteExpiredAlerts } from "./delete";
import { rollUpAlertCounts } from "./roll-up";

const FULL = process.env.SIGHTLINE_FULL === "1";
const MANY = FULL ? 50_000 : 1_700;
const { db } = database();
const by = { actorKind: "system", actorName: "Test" } as const;

/** Stores `count` open alerts of this age, each with a dedup key, a note and `timeline` events. Returns their IDs. */
async function storeAlerts(organization: TestOrganization, ageMs: number, { count = 1, timeline = 2 } = {}) {
  const createdAt = new Date(Date.now() - ageMs);
  const organizationId = organization.id;
  const { uuid: cameraId } = await organization.camera();
  const ids = Array.from({ length: count }, () => `${firstIdAt(createdAt).slice(0, 14)}${newId().slice(14)}`);
  const about = { organizationId, sourceKind: "api_key", sourceId: newId(), sourceName: "Test" } as const;
  for (let at = 0; at < count; at += 500) {
    const some = ids.slice(at, at + 500);
    const shared = {
      cameraId,
      useCase: "intrusion",
      status: "open",
      severity: "medium",
      occurredAt: createdAt,
    } as const;
    const times = { lastOccurredAt: createdAt, createdAt, updatedAt: createdAt };
    await db.insert(alerts).values(some.map((id) => ({ ...about, ...shared, ...times, id, dedupKey: `key-${id}` })));
    await db.insert(openDedupKeys).values(some.map((id) => ({ organizationId, dedupKey: `key-${id}`, alertId: id })));
    const author = {
      authorKind: "system",
      authorId: organizationId,
      authorName: "Test",
      body: "Seen",
      createdAt,
    } as const;
    await db.insert(notes).values(some.map((alertId) => ({ organizationId, id: newId(), alertId, ...author })));
  }
  await db.execute(sql`
    insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)
    values (${organizationId}, date_bin('15 minutes', ${createdAt.toISOString()}::timestamptz, 'epoch'), ${cameraId},
      'intrusion', 'medium', 'open', ${count})`);
  await db.execute(sql`
    insert into events (organization_id, id, type, subject_id, actor_kind, actor_name, data, created_at)
    select ${organizationId}, (left(${firstIdAt(createdAt)}, 14) || substr(gen_random_uuid()::text, 15))::uuid, 'alert.reoccurred', id, ${by.actorKind}, ${by.actorName}, '{}', ${createdAt.toISOString()}
    from unnest(${sql.param(ids)}::uuid[]) as id, generate_series(1, ${timeline}::int)`);
  return ids;
}

async function kept(organization: TestOrganization) {
  const of = organization.id;
  const [rows, keys, written, told] = await Promise.all([
    db.select({ id: alerts.id }).from(alerts).where(eq(alerts.organizationId, of)),
    db.select({ id: openDedupKeys.alertId }).from(openDedupKeys).where(eq(openDedupKeys.organizationId, of)),
    db.select({ id: notes.alertId }).from(notes).where(eq(notes.organizationId, of)),
    db.select({ id: events.subjectId }).from(events).where(eq(events.organizationId, of)),
  ]);
  return {
    alerts: rows.map(({ id }) => id).toSorted(),
    keys: keys.map(({ id }) => id).toSorted(),
    notes: written.map(({ id }) => id).toSorted(),
    events: told.length,
  };
}

/** Returns the number of the organization's alerts in analytics: rollups plus pending deltas. */
async function counted({ id }: TestOrganization): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`
    select coalesce((select sum(n) from alert_deltas where organization_id = ${id}), 0)::int
      + coalesce((select sum(counts[96]) from alert_counts where organization_id = ${id} and cube = 'all'), 0)::int as n`);
  return row?.n ?? -1;
}

describe("deleting expired alerts", () => {
  let mine: TestOrganization;
  let other: TestOrganization;

  beforeEach(async () => {
    [mine, other] = [await createTestOrganization(), await createTestOrganization()];
    await db.update(organizations).set({ alertRetentionDays: 30 }).where(eq(organizations.id, mine.id));
  });

  it("removes only expired alerts, with their notes, events and dedup keys", async () => {
    await storeAlerts(mine, 30 * DAY_MS + MINUTE_MS);
    const young = await storeAlerts(mine, 30 * DAY_MS - MINUTE_MS);
    const others = await storeAlerts(other, 365 * DAY_MS - MINUTE_MS);
    await storeAlerts(other, 365 * DAY_MS + MINUTE_MS);
    expect(await deleteExpiredAlerts()).toBeGreaterThanOrEqual(2);
    expect(await kept(mine)).toEqual({ alerts: young, keys: young, notes: young, events: 2 });
    expect(await kept(other)).toEqual({ alerts: others, keys: others, notes: others, events: 2 });
  });

  it("keeps recent events as empty feed positions, so that readers can continue", async () => {
    const ctx = await mine.context();
    const [id = ""] = await storeAlerts(mine, 30 * DAY_MS + MINUTE_MS, { timeline: 0 });
    await addNote(ctx, encodeId("alert", id), { body: "Who was this?" });
    const [told] = await db.select({ id: events.id }).from(events).where(eq(events.organizationId, mine.id));
    await deleteExpiredAlerts();
    await addNote(ctx, encodeId("alert", (await storeAlerts(mine, DAY_MS, { timeline: 0 }))[0] ?? ""), {
      body: "New",
    });
    await settleFeed();
    const query = eventListQuerySchema.parse({ limit: "10" });
    expect((await readEvents(ctx, query)).data.map(({ data }) => data.note)).toMatchObject([{ body: "New" }]);
    const after = encodeId("event", told?.id ?? "");
    expect((await readEvents(ctx, { ...query, after })).data).toHaveLength(1);
    const [left] = await db
      .select()
      .from(events)
      .where(eq(events.id, told?.id ?? ""));
    expect(JSON.stringify(left)).not.toMatch(/Who was this|Test/);
  });

  it("updates analytics counts, rolled up or not", async () => {
    await storeAlerts(mine, 40 * DAY_MS, { count: 3 });
    await storeAlerts(mine, DAY_MS, { count: 2 });
    await rollUpAlertCounts();
    expect(await counted(mine)).toBe(5);
    await deleteExpiredAlerts();
    expect(await counted(mine)).toBe(2);
    await rollUpAlertCounts();
    expect(await counted(mine)).toBe(2);
  });

  it(`deletes each alert once across concurrent instances (${MANY} alerts)`, async () => {
    await storeAlerts(mine, 31 * DAY_MS, { count: MANY });
    const young = (await storeAlerts(mine, DAY_MS, { count: 10 })).toSorted();
    let deleted = 0;
    for (let round = 0; deleted < MANY && round < 5; round += 1) {
      const runs = await Promise.all([1, 2, 3].map(() => deleteExpiredAlerts()));
      deleted += runs.reduce((sum, n) => sum + n, 0);
    }
    expect(deleted).toBe(MANY);
    expect(await kept(mine)).toEqual({ alerts: young, keys: young, notes: young, events: 20 });
  });

  it("stops after the current step when aborted and finishes in the next run", async () => {
    await storeAlerts(mine, 31 * DAY_MS, { timeline: 2_500 });
    await deleteExpiredAlerts(AbortSignal.abort());
    expect(await kept(mine)).toMatchObject({ events: 2_500 });
    await deleteExpiredAlerts();
    expect(await kept(mine)).toEqual({ alerts: [], keys: [], notes: [], events: 0 });
  });

  it("skips a locked alert without waiting and deletes it in the next run", async () => {
    const [held = ""] = await storeAlerts(mine, 31 * DAY_MS);
    await storeAlerts(mine, 32 * DAY_MS);
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from alerts where organization_id = ${mine.id} and id = ${held} for update`);
      await deleteExpiredAlerts();
      expect((await kept(mine)).alerts).toEqual([held]);
    });
    await deleteExpiredAlerts();
    expect((await kept(mine)).alerts).toEqual([]);
  });
});
