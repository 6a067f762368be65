import { asc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settleFeed, writeEvents } from "@/e2e/fixtures/events";
import { createTestOrganization, type TestOrganization, type TestPerson } from "@/e2e/fixtures/organization";
import { startWebhookReceiver, type WebhookReceiver } from "@/e2e/fixtures/webhook-receiver";
import type { Context } from "@/lib/auth/context";
import { actAsSystem } from "@/lib/auth/system";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { emails } from "@/lib/db/tables/emails";
import { webhookDeliveries, webhooks } from "@/lib/db/tables/webhooks";
import { openEmail } from "@/lib/emails/reads";
import { renderEmail } from "@/lib/emails/templates";
import { env } from "@/lib/env";
import { deliverWebhooks } from "./deliver";
import { noticeFailingWebhooks, noticeNextWebhook } from "./notices";
import { readWebhook } from "./reads";
import { webhookCreateSchema } from "./schema";
import { addWebhook, changeWebhook } from "./writes";

const { db } = database();

let organization: TestOrganization;
let ctx: Context;
let admin: TestPerson;
let id: string;
let receiver: WebhookReceiver;
/** What the receiver replies. */
let reply: { status: number; text: string };

beforeEach(async () => {
  organization = await createTestOrganization();
  ctx = await organization.context();
  admin = await organization.person("admin");
  reply = { status: 503, text: "" };
  receiver = await startWebhookReceiver(() => reply);
  const input = { description: "Night shift", url: `${receiver.url}?token=secret` };
  ({ id } = (await addWebhook(ctx, webhookCreateSchema.parse(input))).webhook);
});
afterEach(() => receiver.stop());

const ofWebhook = () => eq(webhooks.id, decodeId("webhook", id) ?? "");

/** Moves the webhook's times into the past, as if this time had passed. */
const pass = (minutes: number) =>
  db
    .update(webhooks)
    .set({
      failingSince: sql`${webhooks.failingSince} - make_interval(mins => ${minutes})`,
      noticedAt: sql`${webhooks.noticedAt} - make_interval(mins => ${minutes})`,
      disabledAt: sql`${webhooks.disabledAt} - make_interval(mins => ${minutes})`,
    })
    .where(ofWebhook());

/** Sends a new event and everything that waits. */
async function attempt(): Promise<void> {
  await writeEvents(ctx, 1);
  await settleFeed();
  await db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(webhookDeliveries.organizationId, organization.id));
  await deliverWebhooks({ organizationIds: [organization.id] });
}

async function sent() {
  const rows = await db.select().from(emails).where(eq(emails.organizationId, organization.id)).orderBy(asc(emails.id));
  return rows.map(openEmail);
}
const sentKinds = async () => (await sent()).map(({ kind }) => kind);
const noticeByThree = () => Promise.all([noticeFailingWebhooks(), noticeFailingWebhooks(), noticeFailingWebhooks()]);

describe("notices about failing webhooks", () => {
  it("are sent once each by several workers after an hour, half way and when the webhook is disabled", async () => {
    await attempt();
    const kinds: string[][] = [];
    for (const minutes of [59, 2, 58 * 60, 2 * 60, 57 * 60]) {
      await pass(minutes);
      await noticeByThree();
      kinds.push(await sentKinds());
    }
    const [first, second, last] = ["webhook_failing", "webhook_failing", "webhook_disabled"];
    expect(kinds).toEqual([[], [first], [first], [first, second], [first, second]]);
    await pass(4 * 60);
    await attempt();
    await noticeByThree();
    await pass(60);
    await noticeByThree();
    expect(await sentKinds()).toEqual([first, second, last]);
  });

  it("aren't sent after a success, and are sent again when deliveries fail again", async () => {
    await attempt();
    await pass(61);
    await noticeFailingWebhooks();
    reply.status = 204;
    await attempt();
    await noticeFailingWebhooks();
    reply.status = 503;
    await attempt();
    await noticeFailingWebhooks();
    expect(await sentKinds()).toEqual(["webhook_failing"]);
    await pass(61);
    await noticeByThree();
    expect(await sentKinds()).toEqual(["webhook_failing", "webhook_failing"]);
  });

  it("are only about the latest stage if no worker ran for days", async () => {
    await attempt();
    await pass(4 * 24 * 60);
    await noticeByThree();
    await pass(60);
    await noticeByThree();
    expect(await sentKinds()).toEqual(["webhook_failing"]);
  });

  it("are sent for each time that a webhook is disabled after a 410 reply, but not by a person", async () => {
    reply.status = 410;
    await attempt();
    await noticeByThree();
    await changeWebhook(ctx, id, { enabled: true }, null);
    await noticeByThree();
    expect(await sentKinds()).toEqual(["webhook_disabled"]);
    await attempt();
    await noticeByThree();
    expect(await sentKinds()).toEqual(["webhook_disabled", "webhook_disabled"]);
    await changeWebhook(ctx, id, { enabled: true }, null);
    await changeWebhook(ctx, id, { enabled: false }, null);
    await noticeByThree();
    expect(await sentKinds()).toHaveLength(2);
  });

  it("reach every admin with the last reply, without the URL's secrets and with the reply escaped", async () => {
    const second = await organization.person("admin");
    await organization.person("support");
    await organization.person("viewer");
    reply = { status: 502, text: "<b>Bad gateway</b>\nsee www.example.com" };
    await attempt();
    await attempt();
    await pass(65);
    await noticeFailingWebhooks();
    const list = await sent();
    expect(list.map(({ to }) => to).toSorted()).toEqual([admin.email, second.email].toSorted());
    const [mail] = list;
    if (!mail) throw new Error("no email");
    const { subject, text, html, url } = await renderEmail(mail);
    expect(subject).toBe(`Webhook deliveries to ${receiver.host} are failing`);
    expect(url).toBe(`${env().BASE_URL}/${organization.slug}/settings/webhooks/${id}`);
    const plain = text.replaceAll("\u2060", "");
    const day = new Date((await readWebhook(ctx, id)).failing_since ?? "").getUTCDate();
    expect(plain).toContain(
      `No delivery of ${ctx.organization.name} to Night shift (${receiver.host}) has succeeded since ${day} `,
    );
    expect(plain).toContain("2 deliveries are waiting.");
    expect(plain).toContain("The last reply had the status 502: “<b>Bad gateway</b> see www.example.com”");
    expect(text).not.toContain("www.example");
    expect(html).toContain("&lt;b&gt;Bad gateway&lt;/");
    expect(text + html).not.toContain("token=secret");
  });

  it("say why there was no reply", async () => {
    await receiver.stop();
    await attempt();
    await pass(61);
    await noticeFailingWebhooks();
    const [mail] = await sent();
    if (!mail) throw new Error("no email");
    expect((await renderEmail(mail)).text).toContain(
      "The last attempt got no reply. The server refused the connection.",
    );
  });

  it("are recorded in an organization without admins, so that a later admin gets only later notices", async () => {
    await organization.person("viewer");
    await db.execute(sql`delete from memberships where organization_id = ${organization.id} and role = 'admin'`);
    await attempt();
    await pass(61);
    await noticeFailingWebhooks();
    await organization.person("admin");
    await noticeFailingWebhooks();
    expect(await sent()).toEqual([]);
  });

  it("are repeated if their emails can't be written", async () => {
    await attempt();
    await pass(61);
    const system = await actAsSystem(ctx.organizationId);
    if (!system) throw new Error("the organization is gone");
    const broken = { ...system, organization: { ...system.organization, name: 1n as unknown as string } };
    await expect(noticeNextWebhook(broken)).rejects.toThrow();
    expect(await sent()).toEqual([]);
    expect([await noticeNextWebhook(system), await noticeNextWebhook(system)]).toEqual([true, false]);
    expect(await sentKinds()).toEqual(["webhook_failing"]);
  });
});
