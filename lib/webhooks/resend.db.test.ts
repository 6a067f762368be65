import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settleFeed, writeEvents } from "@/e2e/fixtures/events";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { startWebhookReceiver, type WebhookReceiver } from "@/e2e/fixtures/webhook-receiver";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { decodeId, encodeId, newId } from "@/lib/db/ids";
import { appendEvents } from "@/lib/events/writes";
import { keyCreated } from "@/lib/keys/events";
import { MAX_RESENT_DELIVERIES } from "@/lib/limits";
import { DAY_MS, HOUR_MS } from "@/lib/time";
import { durationClass, msOfDurationClass } from "./attempt-counts";
import { deliverWebhooks } from "./deliver";
import { expandEvents } from "./expand";
import { readDeliveries } from "./reads";
import { recoverDeliveries, replayDeliveries } from "./resend";
import { type WebhookCreate, webhookCreateSchema } from "./schema";
import { readWebhookStatistics } from "./statistics";
import { addWebhook, changeWebhook } from "./writes";

let organization: TestOrganization;
let ctx: Context;
const receivers: WebhookReceiver[] = [];

beforeEach(async () => {
  organization = await createTestOrganization();
  ctx = await organization.context();
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
});

const start = async () => {
  const receiver = await startWebhookReceiver();
  receivers.push(receiver);
  return receiver;
};
const defaults = webhookCreateSchema.parse({ url: "" });
const add = async (url: string, input: Partial<WebhookCreate> = {}) =>
  (await addWebhook(ctx, { ...defaults, url, ...input })).webhook;
const run = () => deliverWebhooks({ organizationIds: [organization.id] });
const idsOf = ({ received }: WebhookReceiver) => received.map(({ headers }) => String(headers["webhook-id"]));
const hourAgo = () => new Date(Date.now() - HOUR_MS).toISOString();
const writeAndSettle = async (count: number) => {
  await writeEvents(ctx, count);
  await settleFeed();
};

/** Inserts deliveries of one webhook directly, each of its own subject. */
const insertDeliveries = (webhookId: string, count: number, state: string, daysAgo = 1) =>
  database().db.execute(sql`
    insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, subject_id, transaction_id,
      state, attempts, attempts_before)
    select ${organization.id}, i.id, ${decodeId("webhook", webhookId)}, i.id, 'key.created', gen_random_uuid(), '5'::xid8,
      ${state}, 10, 0
    from (select overlay(overlay(gen_random_uuid()::text placing lpad(substr(h.hex, 1, 8), 8, '0') from 1)
        placing substr(h.hex, 9, 4) || '-7' from 10)::uuid as id
      from generate_series(1, ${count}::int) n cross join lateral (
        select lpad(to_hex((extract(epoch from now() - make_interval(days => ${daysAgo}::int)) * 1000)::bigint + n), 12, '0')
          as hex) h) i`);

describe("a replay", () => {
  it("delivers the events of a time range to another webhook under the same webhook-id, in order per subject", async () => {
    const [first, second] = [await start(), await start()];
    const source = await add(first.url);
    const target = await add(second.url, { event_types: ["camera.created"] });
    const subjectId = newId();
    const key = { id: encodeId("key", subjectId), start: "sl_key_ab", last_four: "wxyz", scopes: [], expires_at: null };
    for (const name of ["First", "Second", "Third"]) {
      await ctx.db.transaction((tx) => appendEvents(tx, ctx, [keyCreated.of(subjectId, { key: { ...key, name } })]));
    }
    await writeAndSettle(20);
    await run();
    expect([first.received.length, second.received.length]).toEqual([23, 0]);
    expect(await replayDeliveries(ctx, source.id, { to: target.id, since: hourAgo() })).toEqual({
      replayed: 23,
      continue_since: null,
    });
    await run();
    expect(idsOf(second).toSorted()).toEqual(idsOf(first).toSorted());
    const names = second.received.map(({ text }) => JSON.parse(text).data.key.name);
    expect(names.filter((name) => name !== "Test key")).toEqual(["First", "Second", "Third"]);
  });

  it("makes events due again that the target already has, without a second delivery", async () => {
    const [first, second] = [await start(), await start()];
    const source = await add(first.url);
    const target = await add(second.url);
    await writeAndSettle(5);
    await run();
    expect(second.received).toHaveLength(5);
    await replayDeliveries(ctx, source.id, { to: target.id, since: hourAgo() });
    await run();
    expect(second.received).toHaveLength(10);
    expect(new Set(idsOf(second)).size).toBe(5);
    expect((await readDeliveries(ctx, target.id, { limit: 100 })).data).toHaveLength(5);
  });

  it("leaves out events after `until`, and refuses unknown targets, the webhook itself and empty ranges", async () => {
    const { url } = await start();
    const [source, target] = [await add(url), await add(url)];
    await insertDeliveries(source.id, 10, "delivered", 3);
    await insertDeliveries(source.id, 4, "delivered", 1);
    const since = new Date(Date.now() - 5 * DAY_MS).toISOString();
    const until = new Date(Date.now() - 2 * DAY_MS).toISOString();
    expect(await replayDeliveries(ctx, source.id, { to: target.id, since, until })).toMatchObject({ replayed: 10 });
    const refused = [
      { to: encodeId("webhook", newId()), since },
      { to: source.id, since },
      { to: target.id, since: until, until: since },
    ];
    for (const body of refused) {
      await expect(replayDeliveries(ctx, source.id, body)).rejects.toMatchObject({ code: "validation_failed" });
    }
    const stranger = await (await createTestOrganization()).context();
    await expect(replayDeliveries(stranger, source.id, { to: target.id, since })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("handles a bounded number of deliveries per request, and says where to continue", async () => {
    const { url } = await start();
    const [source, target] = [await add(url, { enabled: false }), await add(url, { enabled: false })];
    await insertDeliveries(source.id, MAX_RESENT_DELIVERIES + 500, "delivered");
    const since = new Date(Date.now() - 2 * DAY_MS).toISOString();
    const first = await replayDeliveries(ctx, source.id, { to: target.id, since });
    expect(first.replayed).toBe(MAX_RESENT_DELIVERIES);
    const second = await replayDeliveries(ctx, source.id, { to: target.id, since: first.continue_since ?? "" });
    expect(second).toMatchObject({ continue_since: null });
    const [row] = await database().sql`select count(*)::int as total from webhook_deliveries
      where organization_id = ${organization.id} and webhook_id = ${decodeId("webhook", target.id)}`;
    expect(row?.total).toBe(MAX_RESENT_DELIVERIES + 500);
  });
});

describe("a recovery", () => {
  it("handles failed deliveries since a time in bounded steps, and each only once", async () => {
    const { url } = await start();
    const { id } = await add(url, { enabled: false });
    await insertDeliveries(id, MAX_RESENT_DELIVERIES + 500, "failed", 1);
    await insertDeliveries(id, 20, "pending", 1);
    await insertDeliveries(id, 7, "failed", 4);
    await insertDeliveries(id, 30, "delivered", 1);
    const since = new Date(Date.now() - 2 * DAY_MS);
    const first = await recoverDeliveries(ctx, id, since);
    expect(first.recovered).toBe(MAX_RESENT_DELIVERIES);
    const second = await recoverDeliveries(ctx, id, new Date(first.continue_since ?? ""));
    expect(second).toEqual({ recovered: 520, continue_since: null });
    expect(await recoverDeliveries(ctx, id, since)).toEqual({ recovered: 0, continue_since: null });
  });

  it("runs while deliveries are sent, without a deadlock or a lost delivery", async () => {
    const receiver = await start();
    receiver.answer = () => 500;
    const { id } = await add(receiver.url);
    await writeAndSettle(60);
    const end = Date.now() + 15_000;
    const isEnough = () => receiver.received.length >= 30 || Date.now() > end;
    const recovering = async () => {
      for (; !isEnough(); await sleep(100)) await recoverDeliveries(ctx, id, new Date(hourAgo()));
    };
    const sending = async () => {
      while (!isEnough()) await run();
    };
    await Promise.all([recovering(), sending()]);
    receiver.answer = () => 200;
    await recoverDeliveries(ctx, id, new Date(hourAgo()));
    // The result of an attempt that runs during a recovery doesn't count, so the delivery is repeated after its lease.
    const left = async () => {
      await database()
        .sql`update webhook_deliveries set leased_until = null where organization_id = ${organization.id}`;
      await run();
      return (await readDeliveries(ctx, id, { limit: 10, state: ["pending", "failed"] })).data.length;
    };
    await expect.poll(left, { timeout: 30_000 }).toBe(0);
    expect(new Set(idsOf(receiver)).size).toBe(60);
  });
});

describe("a webhook's statistics", () => {
  it("count attempts per bucket, with the median and the 95th percentile of their durations", async () => {
    const receiver = await start();
    const { id } = await add(receiver.url);
    await writeAndSettle(3);
    await run();
    receiver.answer = () => 503;
    await writeAndSettle(1);
    await run();
    const uuid = decodeId("webhook", id) ?? "";
    for (const [ms, count] of [
      [100, 60],
      [400, 35],
      [9_000, 5],
    ] as const) {
      await database()
        .sql`insert into webhook_attempt_counts (organization_id, webhook_id, hour, succeeded, duration_class, count)
        values (${organization.id}, ${uuid}, date_trunc('hour', now() - interval '5 hours'), true, ${durationClass(ms)}, ${count})`;
    }
    const day = await readWebhookStatistics(ctx, id, "24h");
    expect(day).toMatchObject({ bucket_s: 3_600, succeeded: 103, failed: 1 });
    expect(day.buckets).toHaveLength(24);
    expect(day.buckets.at(-6)).toMatchObject({ succeeded: 100, failed: 0 });
    expect(day.buckets.at(-6)?.median_ms).toBeGreaterThanOrEqual(91);
    expect(day.buckets.at(-6)?.median_ms).toBeLessThanOrEqual(109);
    expect(day.buckets.at(-6)?.p95_ms).toBeGreaterThanOrEqual(364);
    expect(day.buckets.at(-6)?.p95_ms).toBeLessThanOrEqual(436);
    expect(day.buckets[0]).toMatchObject({ succeeded: 0, failed: 0, median_ms: null, p95_ms: null });
    const [week, month] = [await readWebhookStatistics(ctx, id, "7d"), await readWebhookStatistics(ctx, id, "30d")];
    expect([week.buckets.length, month.buckets.length, month.succeeded]).toEqual([28, 30, 103]);
  });

  it("don't measure how long an unreachable receiver takes", async () => {
    const receiver = await start();
    const { id } = await add(receiver.url);
    await receiver.stop();
    await writeAndSettle(2);
    await run();
    expect(await readWebhookStatistics(ctx, id, "24h")).toMatchObject({ failed: 2, median_ms: null, p95_ms: null });
  });

  it("show the backlog: what is pending, since when, and the events that aren't deliveries yet", async () => {
    const { url } = await start();
    const { id } = await add(url, { event_types: ["key.created"] });
    const now = async () => {
      const { pending, oldest_pending_s, feed_lag_s } = await readWebhookStatistics(ctx, id, "24h");
      return { pending, oldest_pending_s, feed_lag_s };
    };
    expect(await now()).toEqual({ pending: 0, oldest_pending_s: null, feed_lag_s: 0 });
    await insertDeliveries(id, 3, "pending", 2);
    expect(await now()).toMatchObject({ pending: 3, feed_lag_s: 0 });
    expect((await now()).oldest_pending_s).toBeGreaterThan(2 * 86_400 - 60);
    await changeWebhook(ctx, id, { enabled: false }, null);
    await organization.camera();
    await settleFeed();
    expect(await now()).toMatchObject({ feed_lag_s: 0 });
    await writeAndSettle(1);
    await expect.poll(async () => (await now()).feed_lag_s).toBeGreaterThan(0);
    await changeWebhook(ctx, id, { enabled: true }, null);
    await expandEvents(ctx.organizationId);
    expect(await now()).toMatchObject({ pending: 4, feed_lag_s: 0 });
  });

  it("represent each duration to within 10 %, and whole milliseconds", () => {
    for (let ms = 1; ms <= 15_000; ms = Math.ceil(ms * 1.03)) {
      const half = 0.5;
      expect(Math.abs(msOfDurationClass(durationClass(ms)) - ms)).toBeLessThanOrEqual(0.095 * ms + half);
    }
  });
});
