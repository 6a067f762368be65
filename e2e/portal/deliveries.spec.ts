import type { Page } from "@playwright/test";
import { expect, type OwnOrganization, openPage, portalUrl, test } from "../fixtures/browser";
import { startTestCluster, type TestCluster } from "../fixtures/databases";
import { startSlack } from "../fixtures/destinations/slack";
import { startTestServer, type TestServer } from "../fixtures/servers";
import { startWebhookReceiver, type WebhookReceiver } from "../fixtures/webhook-receiver";

let server: TestServer;
let database: TestCluster;
let portal: string;
const receivers: WebhookReceiver[] = [];

// The shared server runs no recurring jobs, so it sends nothing to webhooks.
test.beforeAll(async () => {
  test.setTimeout(300_000);
  database = await startTestCluster("deliveries");
  server = await startTestServer("server", {
    DATABASE_URL: database.url,
    AUTH_SECRET: "a secret that only the tests know, 0123456789",
    OUTBOUND_ALLOW: "127.0.0.0/8",
    WORKER: "on",
  });
  portal = portalUrl();
  process.env.PORTAL_URL = server.url;
});

test.afterAll(async () => {
  process.env.PORTAL_URL = portal;
  for (const receiver of receivers) await receiver.stop();
  await server?.stop();
  await database?.stop();
});

/** Starts a receiver and creates a webhook for it. */
async function receive({ call }: OwnOrganization, description: string) {
  const receiver = await startWebhookReceiver();
  receivers.push(receiver);
  const { webhook } = await call("POST", "/webhooks", { url: receiver.url, description });
  return { receiver, id: webhook.id as string };
}

async function raiseAlerts({ call }: OwnOrganization, count: number) {
  const camera = await call("POST", "/cameras", { name: "Gate 4" });
  for (let n = 0; n < count; n += 1) {
    const alert = { camera_id: camera.id, use_case: "intrusion", severity: "high", title: `Person at gate ${n}` };
    const { id } = await call("POST", "/alerts", alert);
    await call("POST", `/alerts/${id}/notes`, { body: "Guard is on the way" });
  }
}

const stateCells = (page: Page, state: string) =>
  page.getByRole("table", { name: "Deliveries, newest first" }).getByText(state, { exact: true });
const idsOf = ({ received }: WebhookReceiver) => new Set(received.map(({ headers }) => headers["webhook-id"]));

test("a failing webhook's page shows each attempt with the server's reply, and recovers everything missed", async ({
  ownOrganization,
}) => {
  const organization = await ownOrganization();
  const { page, slug } = organization;
  const { receiver, id } = await receive(organization, "Control room");
  receiver.answer = () => ({ status: 503, text: "the database is down" });
  await openPage(page, `/${slug}/settings/webhooks/${id}`);
  await expect(page.getByText("No deliveries yet")).toBeVisible();
  await raiseAlerts(organization, 3);

  await expect(page.getByText("Failing", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/503, [\d,]+ ms\. The server replied with an error\./)).toBeVisible();
  // After the second attempt, no retry follows for minutes.
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(8);
  await expect(stateCells(page, "Retrying")).toHaveCount(4);
  await expect(stateCells(page, "Waiting")).toHaveCount(3);

  await page.getByRole("link", { name: "alert.created" }).first().click();
  const panel = page.getByRole("complementary", { name: "Delivery details" });
  await expect(panel.getByRole("list", { name: "Attempts, newest first" }).getByRole("listitem")).toHaveCount(2);
  await expect(panel.getByText("the database is down").first()).toBeVisible();
  await expect(panel.getByText(/^Attempt 3 is due in/)).toBeVisible();
  const shown = (await panel.getByRole("figure", { name: "Headers code" }).textContent()) ?? "";
  const names = shown.split("\n").map((line) => line.split(":")[0] ?? "");
  const [first] = receiver.received;
  for (const name of names) expect(Object.keys(first?.headers ?? {})).toContain(name);
  expect(idsOf(receiver)).toContain(/event_\w+/.exec(shown)?.[0]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await panel.getByRole("button", { name: "Copy Payload" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(receiver.received.map(({ text }) => text)).toContain(copied);
  await page.reload();
  await expect(panel.getByText("the database is down").first()).toBeVisible();
  await panel.getByRole("button", { name: "Close the delivery" }).click();

  receiver.answer = () => 200;
  await page.getByRole("button", { name: "Resend failed deliveries" }).click();
  const dialog = page.getByRole("dialog", { name: "Resend failed deliveries" });
  await expect(dialog.getByLabel("Since it started to fail")).toBeChecked();
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("4 deliveries are sent again")).toBeVisible();
  await expect(stateCells(page, "Delivered")).toHaveCount(7, { timeout: 60_000 });
  await expect(page.getByText("Delivering", { exact: true })).toBeVisible();
  await expect(page.getByText("No delivery is waiting")).toBeVisible();
  expect(idsOf(receiver).size).toBe(7);
});

test("the events of a webhook are copied to another one, and one delivery is sent again", async ({
  ownOrganization,
}) => {
  const organization = await ownOrganization();
  const { page, slug } = organization;
  const { receiver: old, id } = await receive(organization, "Old server");
  await raiseAlerts(organization, 2);
  await expect.poll(() => old.received.length, { timeout: 60_000 }).toBe(5);
  const { receiver: fresh } = await receive(organization, "New server");

  await openPage(page, `/${slug}/settings/webhooks/${id}`);
  await page.getByRole("button", { name: "Send events to another webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Send events to another webhook" });
  await expect(dialog.getByLabel("Send to")).toContainText("New server");
  await dialog.getByRole("button", { name: "Send events" }).click();
  await expect(page.getByText("5 events are sent to the other webhook")).toBeVisible();
  await expect.poll(() => idsOf(fresh).size, { timeout: 60_000 }).toBe(5);
  expect(idsOf(fresh)).toEqual(idsOf(old));

  await page.getByRole("link", { name: "camera.created" }).click();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("The delivery is sent again")).toBeVisible();
  await expect.poll(() => old.received.length, { timeout: 60_000 }).toBe(6);
  const panel = page.getByRole("complementary", { name: "Delivery details" });
  await expect(panel.getByRole("listitem")).toHaveCount(2);
});

test("an alert's message in Slack changes when the alert is acknowledged in the portal", async ({
  ownOrganization,
}) => {
  const organization = await ownOrganization();
  const { page, slug, call } = organization;
  const slack = await startSlack();
  try {
    const bot = { channel: slack.channel.id, credential: slack.token };
    await call("POST", "/webhooks", {
      ...{ kind: "slack", url: `${slack.apiUrl}/chat.postMessage`, description: "Night shift", ...bot },
      event_types: ["alert.created", "alert.status_changed"],
    });
    await raiseAlerts(organization, 1);
    await expect.poll(() => slack.messages().map(({ text }) => text)).toEqual(["Person at gate 0: New alert"]);
    await openPage(page, `/${slug}/alerts`);
    await page.getByRole("link", { name: "Person at gate 0" }).click();
    const panel = page.getByRole("complementary", { name: "Alert details" });
    await panel.getByRole("button", { name: "Acknowledge" }).click();
    await expect
      .poll(() => slack.messages().map(({ text }) => text), { timeout: 30_000 })
      .toEqual([expect.stringMatching(/^Person at gate 0: Acknowledged by /)]);
    expect(slack.messages()[0]?.revisions).toHaveLength(2);
  } finally {
    await slack.stop();
  }
});

test("deliveries are filtered by state and event type, in the URL", async ({ ownOrganization }) => {
  const organization = await ownOrganization();
  const { page, slug } = organization;
  const { receiver, id } = await receive(organization, "");
  await raiseAlerts(organization, 1);
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(3);
  await openPage(page, `/${slug}/settings/webhooks/${id}?event_type=alert.created`);
  const rows = page.getByRole("table", { name: "Deliveries, newest first" }).getByRole("link");
  await expect(rows).toHaveText(["alert.created"]);
  await page.getByRole("button", { name: "State", exact: true }).click();
  await page.getByLabel("Failed", { exact: true }).check();
  await expect(page).toHaveURL(/state=failed/);
  await expect(page.getByText("No deliveries match", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(rows).toHaveCount(3);
});
