import type { Page } from "@playwright/test";
import postgres from "postgres";
import { addAlertCamera } from "../fixtures/alert-camera";
import { expect, openPage, test } from "../fixtures/browser";
import { startTestCluster, type TestCluster } from "../fixtures/databases";
import { startTestServer, type TestServer } from "../fixtures/servers";
import { startWebhookReceiver, type WebhookReceiver } from "../fixtures/webhook-receiver";

const { PORTAL_URL } = process.env;
let database: TestCluster;
let server: TestServer;
/** A receiver that replies with the status in the path, such as `/503`. */
let receiver: WebhookReceiver;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  receiver = await startWebhookReceiver(({ path }) => ({ status: Number(path.slice(1)), text: "Out of order" }));
  database = await startTestCluster("webhooks");
  server = await startTestServer("server", {
    DATABASE_URL: database.url,
    AUTH_SECRET: "a secret that only the tests know, 0123456789",
    OUTBOUND_ALLOW: "127.0.0.0/8",
    WORKER: "on",
  });
  process.env.PORTAL_URL = server.url;
});

test.afterAll(async () => {
  process.env.PORTAL_URL = PORTAL_URL;
  await server?.stop();
  await database?.stop();
  await receiver?.stop();
});

const notices = (page: Page) => page.getByRole("list", { name: "Failing webhooks" });

test("admins see failing and disabled webhooks on the home page and in emails, and viewers don't", async ({
  ownOrganization,
}) => {
  const admin = await ownOrganization();
  const { page, slug, call } = admin;
  const add = async (status: number, description: string) =>
    (await call("POST", "/webhooks", { url: `http://${receiver.host}/${status}`, description })).webhook.id as string;
  const failing = await add(503, "Night shift");
  const gone = await add(410, "Archive");
  const { raise } = await addAlertCamera(admin);
  await raise({ title: "First" });
  const since = async (id: string) => (await call("GET", `/webhooks/${id}`)).failing_since;
  await expect.poll(async () => [await since(failing), await since(gone)]).not.toContain(null);
  await openPage(page, `/${slug}`);
  await expect(notices(page).getByRole("listitem")).toHaveText([/Archive/]);

  const sql = postgres(database.url, { max: 1 });
  await sql`update webhooks set failing_since = failing_since - interval '3 hours' where description = 'Night shift'`;
  await sql.end();
  await openPage(page, `/${slug}`);
  await expect(notices(page).getByRole("listitem")).toHaveText([
    /^The webhook to Archive \(127\.0\.0\.1:\d+\) was disabled .+, because its server replied with 410 \(Gone\)\. Open/,
    /^Deliveries to Night shift \(127\.0\.0\.1:\d+\) started to fail 3 hr ago\. Open the webhook$/,
  ]);
  for (const [place, id] of [gone, failing].entries()) {
    await expect(notices(page).getByRole("link").nth(place)).toHaveAttribute(
      "href",
      `/${slug}/settings/webhooks/${id}`,
    );
  }
  const kinds = async () => (await call("GET", "/emails")).data.map(({ kind }: { kind: string }) => kind).toSorted();
  await expect.poll(kinds, { timeout: 60_000 }).toEqual(["webhook_disabled", "webhook_failing"]);

  const { page: viewed } = await admin.join("viewer", "Vera Viewer");
  await openPage(viewed, `/${slug}`);
  await expect(viewed.getByText("First").first()).toBeVisible();
  await expect(notices(viewed)).toHaveCount(0);
  await call("DELETE", `/webhooks/${gone}`);
  await call("DELETE", `/webhooks/${failing}`);
  await openPage(page, `/${slug}`);
  await expect(page.getByText("First").first()).toBeVisible();
  await expect(notices(page)).toHaveCount(0);
});
