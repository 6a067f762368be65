import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startDiscord } from "@/e2e/fixtures/destinations/discord";
import { startPagerDuty } from "@/e2e/fixtures/destinations/pagerduty";
import { startSlack } from "@/e2e/fixtures/destinations/slack";
import { startTeams } from "@/e2e/fixtures/destinations/teams";
import { settleFeed } from "@/e2e/fixtures/events";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { changeAlert } from "@/lib/alerts/change";
import { addAlert } from "@/lib/alerts/create";
import type { AlertCreate } from "@/lib/alerts/schema";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { webhookDeliveries } from "@/lib/db/tables/webhooks";
import { addNote } from "@/lib/notes/writes";
import { deliverWebhooks } from "../deliver";
import { readDeliveries, readDelivery, readWebhook } from "../reads";
import { type WebhookCreate, webhookCreateSchema } from "../schema";
import { previewDelivery, sendTestDelivery } from "../send-test";
import { addWebhook, changeWebhook } from "../writes";

let organization: TestOrganization;
let ctx: Context;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  organization = await createTestOrganization();
  ctx = await organization.context();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function fakeOf<T extends { stop(): Promise<void> }>(start: () => Promise<T>): Promise<T> {
  const fake = await start();
  stops.push(fake.stop);
  return fake;
}

async function add(input: Partial<WebhookCreate> & { url: string }): Promise<string> {
  const { webhook } = await addWebhook(ctx, { ...webhookCreateSchema.parse({ url: input.url }), ...input });
  return webhook.id;
}

async function raise(input: Partial<AlertCreate> = {}): Promise<string> {
  const camera = await organization.camera();
  const fields = {
    status: "open",
    use_case: "intrusion",
    severity: "high",
    title: "Person at <dock> & gate 3",
    media: [],
    tags: [],
  };
  const { id } = await addAlert(ctx, { camera_id: camera.id, metadata: {}, ...fields, ...input } as AlertCreate);
  return id;
}

async function run(): Promise<void> {
  await settleFeed();
  await deliverWebhooks({ organizationIds: [organization.id] });
}

const makeDue = () =>
  database()
    .db.update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(webhookDeliveries.organizationId, organization.id));

const listDeliveries = async (id: string) => (await readDeliveries(ctx, id, { limit: 20 })).data;

describe("a webhook for Slack", () => {
  it("with a bot changes the alert's message, and posts a new one when the message was lost", async () => {
    const slack = await fakeOf(startSlack);
    const url = `${slack.apiUrl}/chat.postMessage`;
    const id = await add({ kind: "slack", url, channel: slack.channel.id, credential: slack.token });
    const alert = await raise();
    await run();
    const [posted] = slack.messages();
    expect(posted?.text).toBe("Person at &lt;dock&gt; &amp; gate 3: New alert");
    await changeAlert(ctx, alert, { status: "acknowledged" }, null);
    await addNote(ctx, alert, { body: "On my way" });
    await run();
    const messages = slack.messages();
    expect(messages).toHaveLength(1);
    expect(messages[0]?.revisions.map(({ text }) => text.slice(text.indexOf(": ") + 2))).toEqual([
      "New alert",
      `Acknowledged by ${ctx.actor.name}`,
      `${ctx.actor.name} added a note: On my way`,
    ]);
    await database()
      .db.update(webhookDeliveries)
      .set({ messageId: sql`case when message_id is not null then split_part(message_id, ' ', 1) || ' 1.000001' end` })
      .where(eq(webhookDeliveries.organizationId, organization.id));
    await changeAlert(ctx, alert, { status: "resolved" }, null);
    await run();
    expect((await listDeliveries(id))[0]).toMatchObject({ state: "pending", attempts: 1 });
    await makeDue();
    await run();
    expect(slack.messages().map(({ revisions }) => revisions.length)).toEqual([3, 1]);
    const shown = await Promise.all((await listDeliveries(id)).map((each) => readDelivery(ctx, id, each.id)));
    expect(JSON.stringify(shown)).not.toContain(slack.token);
  });

  it("treats an error in a 200 reply as a failure and honors its rate limit", async () => {
    const slack = await fakeOf(startSlack);
    const url = `${slack.apiUrl}/chat.postMessage`;
    const id = await add({ kind: "slack", url, channel: "C0UNKNOWN", credential: slack.token });
    await raise();
    await run();
    const [delivery] = await listDeliveries(id);
    expect(delivery).toMatchObject({ state: "pending" });
    const { log } = await readDelivery(ctx, id, delivery?.id ?? "");
    expect(log).toMatchObject([{ status: 200, reply: expect.stringContaining("channel_not_found") }]);
    expect((await readWebhook(ctx, id)).failing_since).not.toBeNull();
    slack.limit(1, 30);
    await changeWebhook(ctx, id, { channel: slack.channel.id }, null);
    await makeDue();
    await run();
    const [limited] = await listDeliveries(id);
    expect(Date.parse(limited?.next_attempt_at ?? "") - Date.now()).toBeGreaterThan(25_000);
    await makeDue();
    await run();
    expect(slack.messages()).toHaveLength(1);
  });

  it("with an incoming webhook posts every event, within Slack's limits", async () => {
    const slack = await fakeOf(startSlack);
    const id = await add({ kind: "slack", url: slack.webhookUrl });
    const alert = await raise({ title: "😀".repeat(100) });
    await addNote(ctx, alert, { body: "<&>".repeat(1_300) });
    await organization.camera();
    await run();
    const deliveries = await listDeliveries(id);
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(["delivered"]));
    expect(slack.messages()).toHaveLength(deliveries.length);
    expect(await sendTestDelivery(ctx, id)).toMatchObject({ delivered: true, status: 200, reply: "ok" });
  });
});

describe("a webhook for PagerDuty", () => {
  it("triggers, acknowledges and resolves the alert's incident, and delivers no other events", async () => {
    const pagerDuty = await fakeOf(startPagerDuty);
    const id = await add({ kind: "pagerduty", url: pagerDuty.enqueueUrl, credential: pagerDuty.routingKey });
    const alert = await raise();
    await run();
    expect(pagerDuty.incidents()).toMatchObject([
      { dedup_key: alert, state: "triggered", payload: { severity: "error", class: "intrusion" } },
    ]);
    await changeAlert(ctx, alert, { status: "acknowledged" }, null);
    await addNote(ctx, alert, { body: "Seen" });
    await run();
    expect(pagerDuty.incidents()).toMatchObject([{ state: "acknowledged" }]);
    await changeAlert(ctx, alert, { status: "dismissed" }, null);
    await run();
    expect(pagerDuty.incidents()).toMatchObject([{ state: "resolved" }]);
    const deliveries = await listDeliveries(id);
    expect(deliveries.map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
    const shown = await readDelivery(ctx, id, deliveries[0]?.id ?? "");
    expect(shown.payload).toContain("••••••••");
    expect(JSON.stringify([shown, await readWebhook(ctx, id)])).not.toContain(pagerDuty.routingKey);
  });
});

describe("webhooks for Teams and Discord", () => {
  it("send a card or an embed for every event, within their limits and without notifying everyone", async () => {
    const teams = await fakeOf(startTeams);
    const discord = await fakeOf(startDiscord);
    const ids = [
      await add({ kind: "teams", url: teams.workflowUrl }),
      await add({ kind: "discord", url: discord.webhookUrl }),
    ];
    const alert = await raise({ title: "*@everyone* [x](https://example.com)" });
    await addNote(ctx, alert, { body: "_".repeat(4_000) });
    await changeAlert(ctx, alert, { status: "acknowledged" }, null);
    await run();
    for (const id of ids) {
      expect(new Set((await listDeliveries(id)).map(({ state }) => state))).toEqual(new Set(["delivered"]));
      expect((await sendTestDelivery(ctx, id)).delivered).toBe(true);
    }
    expect(discord.requests().every(({ text }) => text.includes('"allowed_mentions":{"parse":[]}'))).toBe(true);
    expect(teams.failedRuns()).toEqual([]);
    discord.remove();
    expect(await sendTestDelivery(ctx, ids[1] ?? "")).toMatchObject({ delivered: false, status: 404 });
  });
});

describe("a webhook with a template", () => {
  const template = {
    text: "{{summary.title}} ({{alert.severity}})",
    version: "{{ alert.version }}",
    camera: { name: "{{camera.name}}", unknown: "{{camera.constructor}}" },
    list: ["{{event.type}}", "no {{placeholder"],
  };

  it("fills the placeholders and adds the headers, whose values are never returned", async () => {
    const discord = await fakeOf(startDiscord);
    const headers = { "x-tenant": "tenant-secret" };
    const id = await add({ kind: "template", url: discord.webhookUrl, template, headers });
    const alert = await raise();
    const camera = await organization.camera();
    await run();
    const [request] = discord.requests();
    expect(request?.headers["x-tenant"]).toBe("tenant-secret");
    const sent = discord.requests().map(({ text }) => JSON.parse(text));
    expect(sent).toContainEqual({
      text: "Person at <dock> & gate 3 (high)",
      version: 1,
      camera: { name: expect.any(String), unknown: null },
      list: ["alert.created", "no {{placeholder"],
    });
    const webhook = await readWebhook(ctx, id);
    expect(webhook).toMatchObject({ header_names: ["x-tenant"], template });
    expect(JSON.stringify(webhook)).not.toContain("tenant-secret");
    expect([alert, camera.id].every((each) => !JSON.stringify(sent).includes(each))).toBe(true);
  });

  it("can be previewed on a real event before it exists", async () => {
    const before = await previewDelivery(ctx, { kind: "pagerduty", body: "full", template: null });
    expect(before).toMatchObject({ event_id: null, event_type: "alert.created" });
    await raise();
    const preview = await previewDelivery(ctx, { kind: "template", body: "full", template });
    expect(JSON.parse(preview.payload)).toMatchObject({ text: "Person at <dock> & gate 3 (high)" });
    const slack = await previewDelivery(ctx, {
      kind: "slack",
      body: "full",
      template: null,
      event_id: preview.event_id,
    });
    expect(slack.payload).toContain("&lt;dock&gt;");
    const other = await (await createTestOrganization()).context();
    await expect(
      previewDelivery(other, { kind: "generic", body: "full", template: null, event_id: preview.event_id }),
    ).rejects.toMatchObject({ code: "validation_failed", errors: [{ pointer: "/event_id", code: "unknown_event" }] });
  });
});

describe("a webhook's filter", () => {
  it("has the grammar of the alert list, and compares the alert as it was at the event", async () => {
    const discord = await fakeOf(startDiscord);
    const near = await organization.camera();
    const far = await organization.camera();
    const event_types = ["alert.created"] as const;
    const filters = {
      open: { status: ["open"] },
      severity: { severity: ["critical", "high"] },
      camera: { camera_id: [near.id] },
      tag: { tag: ["night"] },
      text: { q: "forklift" },
      none: { use_case: ["fire"] },
    } satisfies Record<string, WebhookCreate["filter"]>;
    const ids = new Map<string, string>();
    for (const [name, filter] of Object.entries(filters)) {
      ids.set(name, await add({ kind: "discord", url: discord.webhookUrl, event_types: [...event_types], filter }));
    }
    const first = await raise({ camera_id: near.id, severity: "low", tags: ["night"], title: "Forklift" });
    await raise({ camera_id: far.id, severity: "critical" });
    // It is closed before its first event becomes a delivery.
    await changeAlert(ctx, first, { status: "resolved" }, null);
    await run();
    const counts = await Promise.all(
      [...ids].map(async ([name, id]) => [name, (await listDeliveries(id)).length] as const),
    );
    expect(Object.fromEntries(counts)).toEqual({ open: 2, severity: 1, camera: 1, tag: 1, text: 1, none: 0 });
  });
});

describe("settings that don't fit a webhook's kind", () => {
  it.each([
    [{ kind: "pagerduty" as const }, "/credential"],
    [{ kind: "generic" as const, credential: "x" }, "/credential"],
    [{ kind: "slack" as const, channel: "C1", credential: "x" }, "/url"],
    [{ kind: "template" as const }, "/template"],
    [{ kind: "discord" as const, body: "thin" as const }, "/body"],
    [{ kind: "teams" as const, channel: "C1" }, "/channel"],
    [
      { kind: "slack" as const, channel: "C1", credential: "x", headers: { Authorization: "x" } },
      "/headers/Authorization",
    ],
  ])("are rejected: %o", async (input, pointer) => {
    await expect(add({ url: "http://127.0.0.1:59999/", ...input })).rejects.toMatchObject({
      code: "validation_failed",
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
    });
  });

  it("are rejected in changes, too, and a change without a difference isn't one", async () => {
    const id = await add({ kind: "teams", url: "http://127.0.0.1:59999/" });
    await expect(changeWebhook(ctx, id, { template: {} }, null)).rejects.toMatchObject({ code: "validation_failed" });
    expect((await changeWebhook(ctx, id, { channel: null, filter: null }, null)).version).toBe(1);
    expect((await changeWebhook(ctx, id, { filter: { severity: ["high"] } }, null)).version).toBe(2);
  });

  it("are rejected in a preview", async () => {
    await expect(
      previewDelivery(ctx, { kind: "template", body: "full", template: null, event_id: null }),
    ).rejects.toMatchObject({ code: "validation_failed", errors: [{ pointer: "/template" }] });
  });
});

describe("a webhook's stored secrets", () => {
  it("must be sent again when its URL moves to another host, so that they can't be read there", async () => {
    const secrets = { credential: "R0UT1NGKEY", headers: { "X-Api-Key": "secret" } };
    const id = await add({ kind: "pagerduty", url: "http://127.0.0.1:59999/v2/enqueue", ...secrets });
    const url = "http://127.0.0.1:59998/v2/enqueue";
    await expect(changeWebhook(ctx, id, { url }, null)).rejects.toMatchObject({
      errors: [{ pointer: "/credential" }, { pointer: "/headers" }],
    });
    await expect(changeWebhook(ctx, id, { url, credential: "R0UT1NGKEY" }, null)).rejects.toMatchObject({
      errors: [{ pointer: "/headers" }],
    });
    expect((await changeWebhook(ctx, id, { url: "http://127.0.0.1:59999/other" }, null)).version).toBe(2);
    expect((await changeWebhook(ctx, id, { url, ...secrets, headers: {} }, null)).header_names).toEqual([]);
  });
});

describe("a webhook's headers", () => {
  it("are sent once each, in upper or lower case", () => {
    const { error } = webhookCreateSchema.safeParse({ url: "https://x.example", headers: { "X-A": "1", "x-a": "2" } });
    expect(error?.issues).toMatchObject([{ path: ["headers", "x-a"] }]);
  });
});
