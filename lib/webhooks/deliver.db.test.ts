import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settleFeed } from "@/e2e/fixtures/events";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { type ReceivedDelivery, startWebhookReceiver, type WebhookReceiver } from "@/e2e/fixtures/webhook-receiver";
import { addAlert } from "@/lib/alerts/create";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { webhookDeliveries, webhooks } from "@/lib/db/tables/webhooks";
import { addNote } from "@/lib/notes/writes";
import { deliverWebhooks } from "./deliver";
import { expandEvents } from "./expand";
import { readDeliveries, readDelivery, readWebhook } from "./reads";
import { recoverDeliveries, repeatDelivery } from "./resend";
import { type WebhookCreate, webhookCreateSchema } from "./schema";
import { retryDelayS } from "./store-attempts";
import { addWebhook, changeWebhook, removeWebhook, rotateSigningSecret } from "./writes";

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

async function startReceiver(answer?: WebhookReceiver["answer"]): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const defaults = webhookCreateSchema.parse({ url: "" });
const add = (url: string, input: Partial<WebhookCreate> = {}) => addWebhook(ctx, { ...defaults, url, ...input });

async function raise(count: number): Promise<string[]> {
  const camera = await organization.camera();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const alert = await addAlert(ctx, {
      camera_id: camera.id,
      use_case: "intrusion",
      status: "open",
      severity: "high",
      title: `Alert ${n}`,
      media: [],
      tags: [],
      metadata: {},
    });
    ids.push(alert.id);
  }
  await settleFeed();
  return ids;
}

const run = () => deliverWebhooks({ organizationIds: [organization.id] });
const typesOf = (received: readonly ReceivedDelivery[]) =>
  received.map(({ text }) => (JSON.parse(text) as { type: string }).type);
const makeDue = () =>
  database()
    .db.update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(webhookDeliveries.organizationId, organization.id));

describe("webhook deliveries", () => {
  it("reach every webhook once with a signature that Standard Webhooks' library verifies", async () => {
    const receivers = [await startReceiver(), await startReceiver()];
    const secrets = await Promise.all(receivers.map(async ({ url }) => (await add(url)).secret));
    const ids = await raise(25);
    await run();
    for (const [index, { received }] of receivers.entries()) {
      const verifier = new Verifier(secrets[index] ?? "");
      const alerts = received.map(({ headers, text }) => {
        const verified = verifier.verify(text, headers as Record<string, string>);
        return (verified as { data: { alert: { id: string } } }).data.alert.id;
      });
      expect(alerts.toSorted()).toEqual(ids.toSorted());
      expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(ids.length);
      expect(() => verifier.verify(`${received[0]?.text} `, received[0]?.headers as Record<string, string>)).toThrow();
    }
  });

  it("contain only the chosen event types, and only IDs and the version in thin bodies", async () => {
    const { received, url } = await startReceiver();
    await add(url, { event_types: ["alert.created"], body: "thin" });
    const [id] = await raise(1);
    await organization.camera();
    await run();
    expect(received.map(({ text }) => JSON.parse(text))).toEqual([
      { type: "alert.created", timestamp: expect.any(String), data: { alert: { id, version: 1 } } },
    ]);
  });

  it("repeat a failed attempt under the same webhook-id, and show every attempt", async () => {
    const { received, url } = await startReceiver(
      (_, count) => [500, { status: 429, headers: { "Retry-After": "1200" } }, 204][count - 1] ?? 204,
    );
    const { webhook } = await add(url, { event_types: ["alert.created"] });
    await raise(1);
    await run();
    expect(await readWebhook(ctx, webhook.id)).toMatchObject({ failing_since: expect.any(String), pending: 1 });
    for (let n = 0; n < 2; n += 1) {
      await makeDue();
      await run();
    }
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const [delivery] = (await readDeliveries(ctx, webhook.id, { limit: 10 })).data;
    expect(delivery).toMatchObject({ state: "delivered", attempts: 3 });
    const detail = await readDelivery(ctx, webhook.id, delivery?.id ?? "");
    expect(detail.log.map(({ number, status, reply }) => [number, status, reply])).toEqual([
      [1, 500, "ok"],
      [2, 429, "ok"],
      [3, 204, ""],
    ]);
    expect(detail.payload).toBe(received[0]?.text);
    expect(await readWebhook(ctx, webhook.id)).toMatchObject({ failing_since: null, pending: 0 });
  });

  it("keep the order of each alert's events, while other alerts aren't delayed", async () => {
    let failing = "";
    const { received, url } = await startReceiver(({ text }) => (failing !== "" && text.includes(failing) ? 500 : 204));
    await add(url, { event_types: ["alert.created", "alert.note_added"] });
    const [first = "", second = ""] = await raise(2);
    failing = first;
    for (const id of [first, second]) await addNote(ctx, id, { body: "Seen" });
    await settleFeed();
    await run();
    expect(typesOf(received.filter(({ text }) => text.includes(second)))).toEqual([
      "alert.created",
      "alert.note_added",
    ]);
    expect(typesOf(received.filter(({ text }) => text.includes(first)))).toEqual(["alert.created"]);
    failing = "";
    await makeDue();
    await run();
    expect(typesOf(received.filter(({ text }) => text.includes(first)))).toEqual([
      "alert.created",
      "alert.created",
      "alert.note_added",
    ]);
  });

  it("are signed with both secrets after a rotation", async () => {
    const { received, url } = await startReceiver();
    const { webhook, secret } = await add(url, { event_types: ["alert.created"] });
    const rotated = await rotateSigningSecret(ctx, webhook.id);
    expect(rotated.secret).not.toBe(secret);
    await raise(1);
    await run();
    const [{ text, headers }] = received as [ReceivedDelivery];
    for (const each of [secret, rotated.secret]) {
      expect(new Verifier(each).verify(text, headers as Record<string, string>)).toMatchObject({
        type: "alert.created",
      });
    }
  });

  it("stop when a webhook is disabled, and continue with everything since when it is enabled", async () => {
    const { received, url } = await startReceiver();
    const { webhook } = await add(url, { event_types: ["alert.created"] });
    await changeWebhook(ctx, webhook.id, { enabled: false }, null);
    await raise(3);
    await run();
    expect(received).toEqual([]);
    await changeWebhook(ctx, webhook.id, { enabled: true }, null);
    await run();
    expect(received).toHaveLength(3);
  });

  it("continue at once after a killed process, whose attempts are repeated after their lease and don't count", async () => {
    const { received, url } = await startReceiver((_, count) => (count <= 2 ? 204 : 500));
    const { webhook } = await add(url, { event_types: ["alert.created"] });
    await raise(6);
    await expandEvents(ctx.organizationId);
    const { sql: query } = database();
    await query`update webhook_deliveries set attempts = 1, leased_until = now() + interval '30 seconds' where id in (
      select id from webhook_deliveries where organization_id = ${organization.id} order by transaction_id limit 4)`;
    await run();
    expect(received).toHaveLength(2);
    await query`update webhook_deliveries set leased_until = now()
      where organization_id = ${organization.id} and leased_until is not null`;
    await run();
    expect(received).toHaveLength(6);
    const repeated = (await readDeliveries(ctx, webhook.id, { limit: 10 })).data.filter(
      ({ attempts }) => attempts === 2,
    );
    const waits = repeated.map(({ next_attempt_at }) => Date.parse(next_attempt_at ?? "") - Date.now());
    expect(waits).toHaveLength(4);
    expect(Math.max(...waits)).toBeLessThan(6_500);
  });

  it("don't disable a webhook by the 410 reply of a URL that was corrected during the request", async () => {
    let answer = () => {};
    const asked = new Promise<void>((done) => {
      answer = done;
    });
    const old = await startReceiver(() => asked.then(() => 410));
    const { url, received } = await startReceiver();
    const { webhook } = await add(old.url, { event_types: ["alert.created"] });
    await raise(1);
    const running = run();
    const attempts = async () => (await readDeliveries(ctx, webhook.id, { limit: 10 })).data[0]?.attempts;
    await expect.poll(attempts).toBe(1);
    await changeWebhook(ctx, webhook.id, { url }, null);
    answer();
    await running;
    expect(await readWebhook(ctx, webhook.id)).toMatchObject({ enabled: true, disabled_reason: null });
    await makeDue();
    await run();
    expect(received).toHaveLength(1);
  });

  it("can't be repeated while their webhook is disabled", async () => {
    const { url } = await startReceiver();
    const { webhook } = await add(url, { event_types: ["alert.created"] });
    await raise(1);
    await run();
    const [delivery] = (await readDeliveries(ctx, webhook.id, { limit: 10 })).data;
    await changeWebhook(ctx, webhook.id, { enabled: false }, null);
    await expect(repeatDelivery(ctx, webhook.id, delivery?.id ?? "")).rejects.toMatchObject({ code: "conflict" });
    expect((await readDelivery(ctx, webhook.id, delivery?.id ?? "")).state).toBe("delivered");
  });

  it("end after a 410 reply or days of failures, which disable the webhook with an event", async () => {
    const gone = await startReceiver(() => 410);
    const failing = await startReceiver(() => 500);
    const ids = [await add(gone.url), await add(failing.url)].map(({ webhook }) => webhook.id);
    await database()
      .db.update(webhooks)
      .set({ failingSince: sql`now() - interval '6 days'` })
      .where(eq(webhooks.id, decodeId("webhook", ids[1] ?? "") ?? ""));
    await raise(1);
    await run();
    const states = await Promise.all(ids.map((id) => readWebhook(ctx, id)));
    expect(states.map(({ enabled, disabled_reason }) => [enabled, disabled_reason])).toEqual([
      [false, "gone"],
      [false, "failing"],
    ]);
    const events = await database().sql`select data from events
      where organization_id = ${organization.id} and type = 'webhook.disabled'`;
    expect(events.map(({ data }) => data.webhook.id).toSorted()).toEqual(ids.toSorted());
  });

  it("are given up after ten attempts, and can be recovered and repeated", async () => {
    let status = 500;
    const { received, url } = await startReceiver(() => status);
    const { webhook } = await add(url, { event_types: ["alert.created"] });
    await raise(1);
    for (let n = 0; n < 12; n += 1) {
      await run();
      await makeDue();
    }
    expect(received).toHaveLength(10);
    const list = async () => (await readDeliveries(ctx, webhook.id, { limit: 10 })).data;
    expect(await list()).toMatchObject([{ state: "failed", attempts: 10 }]);
    status = 204;
    expect(await recoverDeliveries(ctx, webhook.id, new Date(Date.now() - 3_600_000))).toEqual({
      recovered: 1,
      continue_since: null,
    });
    await run();
    const [delivery] = await list();
    expect(delivery).toMatchObject({ state: "delivered", attempts: 11 });
    await repeatDelivery(ctx, webhook.id, delivery?.id ?? "");
    await run();
    expect(received).toHaveLength(12);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("are sent by two concurrent processes without duplicates, at most four at a time per webhook", async () => {
    let current = 0;
    let most = 0;
    const { received, url } = await startReceiver();
    const slow = await startReceiver(async () => {
      current += 1;
      most = Math.max(most, current);
      await sleep(20);
      current -= 1;
      return 204;
    });
    await add(url, { event_types: ["alert.created"] });
    await add(slow.url, { event_types: ["alert.created"] });
    await raise(60);
    await Promise.all([run(), run(), run()]);
    await run();
    const ids = received.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
    expect(most).toBe(4);
  });

  it("to a hanging webhook don't delay the others, and a deleted webhook gets nothing more", async () => {
    const hanging = await startReceiver(() => null);
    const healthy = await startReceiver();
    const { webhook } = await add(hanging.url, { event_types: ["alert.created"] });
    await add(healthy.url, { event_types: ["alert.created"] });
    await raise(30);
    const running = run();
    await expect.poll(() => healthy.received.length, { timeout: 8_000 }).toBe(30);
    expect(hanging.received.length).toBeLessThanOrEqual(4);
    await removeWebhook(ctx, webhook.id, null);
    const before = hanging.received.length;
    await hanging.stop();
    await running;
    await run();
    expect(hanging.received.length).toBe(before);
  });
});

describe("the schedule of attempts", () => {
  it("has ten attempts within about a day each, and honors Retry-After up to an hour", () => {
    const waits = Array.from({ length: 10 }, (_, n) => retryDelayS(n + 1, null, 0.5));
    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
    expect([retryDelayS(1, "120", 0.5), retryDelayS(1, "99999", 0.5), retryDelayS(3, "1", 0)]).toEqual([
      120, 3_600, 1_440,
    ]);
  });
});
