import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settleFeed } from "@/e2e/fixtures/events";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { startWebhookReceiver, type WebhookReceiver } from "@/e2e/fixtures/webhook-receiver";
import { addAlert } from "@/lib/alerts/create";
import { alertCreateSchema } from "@/lib/alerts/schema";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { addNote } from "@/lib/notes/writes";
import { deliverWebhooks } from "./deliver";
import { readDeliveries } from "./reads";
import { repeatDelivery } from "./resend";
import { type WebhookCreate, webhookCreateSchema } from "./schema";
import { addWebhook } from "./writes";

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

async function start(answer?: WebhookReceiver["answer"]): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const add = async (url: string, input: Partial<WebhookCreate> = {}) =>
  (await addWebhook(ctx, webhookCreateSchema.parse({ url, event_types: ["alert.created"], ...input }))).webhook.id;

async function raise(count: number): Promise<string[]> {
  const { id: camera_id } = await organization.camera();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push((await addAlert(ctx, alertCreateSchema.parse({ camera_id, use_case: "intrusion" }))).id);
  }
  await settleFeed();
  return ids;
}

const run = () => deliverWebhooks({ organizationIds: [organization.id] });
const listDeliveries = async (id: string) => (await readDeliveries(ctx, id, { limit: 100 })).data;

/** Locks a webhook's row for a time. Storing an attempt gives up after the lock timeout, which is 2 s. */
function holdWebhook(id: string, ms: number) {
  let begin = () => {};
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  const over = database().db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from webhooks where id = ${decodeId("webhook", id)} for update`);
    begin();
    // PostgreSQL ends idle transactions after 5 s.
    for (const end = Date.now() + ms; Date.now() < end; ) await tx.execute(sql`select pg_sleep(0.5)`);
  });
  return { begun, over };
}

const hostileReplies = [
  '{"ok":false,"error":{"toString":1}}',
  '{"ok":true,"channel":{"toString":1},"ts":"1.1"}',
  '{"ok":true,"channel":"C\\u0000","ts":"1.1"}',
  '{"ok":true,"channel":"\\ud800","ts":"1.1"}',
  '{"ok":true,"channel":"C1","ts":{"toString":1}}',
  '{"ok":true}',
  '{"ok":"\\u0000","error":"message_not_found"}',
  "[[1]]",
  "null",
  "\u0000\ud800",
];

describe("the results of attempts", () => {
  it("are stored for any reply of a receiver, and those of other webhooks with them", async () => {
    const slack = await start((_, count) => ({ status: 200, text: hostileReplies[count - 1] ?? "" }));
    const healthy = await start();
    const channel = { channel: "C0ALERTS01", credential: "xoxb-test" };
    const hostile = await add(`${slack.url}/chat.postMessage`, { kind: "slack", ...channel });
    const other = await add(healthy.url);
    await raise(hostileReplies.length);
    await run();
    expect(slack.received).toHaveLength(hostileReplies.length);
    expect(healthy.received).toHaveLength(hostileReplies.length);
    const states = (await listDeliveries(hostile)).map(({ state, attempts }) => `${state} ${attempts}`);
    const accepted = hostileReplies.filter((text) => text.startsWith('{"ok":true')).length;
    expect(states.filter((state) => state === "delivered 1")).toHaveLength(accepted);
    expect(states.filter((state) => state === "pending 1")).toHaveLength(hostileReplies.length - accepted);
    expect((await listDeliveries(other)).every(({ state, attempts }) => state === "delivered" && attempts === 1)).toBe(
      true,
    );
    const { sql: query } = database();
    const [stored] = await query`select count(*)::int as rows, count(message_id)::int as messages,
        count(leased_until)::int as leased
      from webhook_deliveries where webhook_id = ${decodeId("webhook", hostile) ?? ""}`;
    expect(stored).toEqual({ rows: hostileReplies.length, messages: 0, leased: 0 });
  });

  it("are kept while the database can't store them, so that nothing is sent twice", { timeout: 30_000 }, async () => {
    let id = "";
    let held: ReturnType<typeof holdWebhook> | undefined;
    const receiver = await start(async (_, count) => {
      held ??= holdWebhook(id, 7_000);
      await held.begun;
      // Replies come while others can't be stored.
      await sleep((count - 1) * 700);
      return 204;
    });
    id = await add(receiver.url);
    await raise(3);
    await run();
    await held?.over;
    const delivered = ["delivered", 1];
    const states = (await listDeliveries(id)).map(({ state, attempts }) => [state, attempts]);
    expect(states).toEqual([delivered, delivered, delivered]);
    expect(receiver.received).toHaveLength(3);
  });

  it("of a subject come one after the other, also if an earlier event is sent again", async () => {
    let current = 0;
    let most = 0;
    let finish = () => {};
    const finished = new Promise<void>((done) => {
      finish = done;
    });
    const receiver = await start(async (_, count) => {
      current += 1;
      most = Math.max(most, current);
      if (count === 2) await finished;
      current -= 1;
      return 204;
    });
    const id = await add(receiver.url, { event_types: ["alert.created", "alert.note_added"] });
    const [alert = ""] = await raise(1);
    await run();
    const [created] = await listDeliveries(id);
    await addNote(ctx, alert, { body: "Seen" });
    await settleFeed();
    const running = run();
    await expect.poll(() => receiver.received.length).toBe(2);
    await repeatDelivery(ctx, id, created?.id ?? "");
    // Several rounds of the run pass, and none of them sends the earlier event.
    await sleep(700);
    expect(receiver.received).toHaveLength(2);
    finish();
    await running;
    await run();
    const types = receiver.received.map(({ text }) => (JSON.parse(text) as { type: string }).type);
    expect(types).toEqual(["alert.created", "alert.note_added", "alert.created"]);
    expect(most).toBe(1);
  });
});
