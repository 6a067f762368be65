import { beforeEach, describe, expect, it } from "vitest";
import { settleFeed } from "@/e2e/fixtures/events";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { addAlerts } from "@/lib/alerts/create";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { addNote } from "@/lib/notes/writes";
import { expandEvents } from "./expand";
import { webhookCreateSchema } from "./schema";
import { addWebhook, changeWebhook } from "./writes";

let organization: TestOrganization;
let ctx: Context;

beforeEach(async () => {
  organization = await createTestOrganization();
  ctx = await organization.context();
});

async function addSilentWebhook(event_types = ["alert.created"]): Promise<string> {
  const input = { url: "http://127.0.0.1:1024/", event_types };
  return (await addWebhook(ctx, webhookCreateSchema.parse(input))).webhook.id;
}

async function raise(count: number): Promise<string[]> {
  const { id } = await organization.camera();
  const { results } = await addAlerts(
    ctx,
    Array.from({ length: count }, () => ({ camera_id: id, use_case: "intrusion" })),
  );
  await settleFeed();
  return results.flatMap(({ alert }) => alert?.id ?? []);
}

/** Marks all deliveries as sent, so that their webhooks need more. */
const deliverAll = () =>
  database().sql`update webhook_deliveries set state = 'delivered' where organization_id = ${organization.id}`;

async function expandAll(): Promise<void> {
  await deliverAll();
  while (await expandEvents(ctx.organizationId)) await deliverAll();
}

async function countDeliveries(id: string): Promise<number> {
  const [row] = await database().sql<{ count: number }[]>`
    select count(*)::int from webhook_deliveries where webhook_id = ${decodeId("webhook", id) ?? ""}`;
  return row?.count ?? 0;
}

describe("events", () => {
  it("become deliveries of webhooks that are up to date before one that is far behind has caught up", async () => {
    const current = await addSilentWebhook();
    const late = await addSilentWebhook();
    await changeWebhook(ctx, late, { enabled: false }, null);
    await raise(1_000);
    await raise(1_000);
    await expandAll();
    await changeWebhook(ctx, late, { enabled: true }, null);
    await raise(1);
    await expandEvents(ctx.organizationId);
    expect(await countDeliveries(current)).toBe(2_001);
    expect(await countDeliveries(late)).toBe(500);
    await expandAll();
    expect(await countDeliveries(late)).toBe(2_001);
    // The positions are equal again, so that the feed is read once for both.
    const positions = await database().sql`select distinct position_transaction_id, position_event_id from webhooks
      where organization_id = ${organization.id}`;
    expect(positions).toHaveLength(1);
  });

  it("become deliveries in transactions of at most 2,000 rows", async () => {
    for (let n = 0; n < 10; n += 1) await addSilentWebhook();
    await raise(1_000);
    await expandAll();
    const steps = await database().sql<{ rows: number }[]>`select count(*)::int as rows from webhook_deliveries
      where organization_id = ${organization.id} group by created_at`;
    expect(steps.reduce((sum, { rows }) => sum + rows, 0)).toBe(10_000);
    expect(Math.max(...steps.map(({ rows }) => rows))).toBeLessThanOrEqual(2_000);
  });

  it("stay in the feed while a webhook has enough due deliveries, but not while these wait for a retry", async () => {
    const id = await addSilentWebhook();
    await raise(100);
    await expandEvents(ctx.organizationId);
    await raise(100);
    await expandEvents(ctx.organizationId);
    expect(await countDeliveries(id)).toBe(100);
    await database().sql`update webhook_deliveries set next_attempt_at = now() + interval '1 hour'
      where organization_id = ${organization.id}`;
    await expandEvents(ctx.organizationId);
    expect(await countDeliveries(id)).toBe(200);
  });

  it("that follow a failed one of the same alert wait for its next attempt", async () => {
    const id = await addSilentWebhook(["alert.created", "alert.note_added"]);
    const [alert = ""] = await raise(1);
    await expandEvents(ctx.organizationId);
    const { sql: query } = database();
    await query`update webhook_deliveries set next_attempt_at = now() + interval '1 hour'
      where organization_id = ${organization.id}`;
    await addNote(ctx, alert, { body: "Seen" });
    await raise(1);
    await expandEvents(ctx.organizationId);
    const due = await query`select event_type, next_attempt_at <= now() as due from webhook_deliveries
      where webhook_id = ${decodeId("webhook", id) ?? ""} order by id`;
    expect(due.map(({ event_type, due }) => [event_type, due])).toEqual([
      ["alert.created", false],
      ["alert.note_added", false],
      ["alert.created", true],
    ]);
  });
});
