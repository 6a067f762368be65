import type { Page } from "@playwright/test";
import { addAlertCamera } from "../fixtures/alert-camera";
import { expect, openPage, test } from "../fixtures/browser";

/**
 * A duration that is longer than the polling interval without an event stream, but shorter than the one with a
 * stream.
 */
const QUIET_MS = 12_000;

const opened = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith("/events/stream") && reply.ok());

test("the alerts page shows a new alert live and does not poll while idle", async ({ ownOrganization }) => {
  const admin = await ownOrganization();
  const { page, slug } = admin;
  const { raise } = await addAlertCamera(admin);
  await raise({ title: "Earlier" });
  let askedAt = Date.now();
  page.on("request", (call) => {
    if (new URL(call.url()).pathname === "/api/v1/alerts") askedAt = Date.now();
  });
  const stream = opened(page);
  await openPage(page, `/${slug}/alerts`);
  await stream;
  await expect
    .poll(() => Date.now() - askedAt, { timeout: 60_000, intervals: [1_000] })
    .toBeGreaterThanOrEqual(QUIET_MS);
  await raise({ title: "Heard" });
  await expect(page.getByRole("row").filter({ hasText: "Heard" })).toBeVisible({ timeout: QUIET_MS });
});

test("the alerts page catches up with missed alerts after a lost connection", async ({ ownOrganization }) => {
  const admin = await ownOrganization();
  const { slug } = admin;
  const { raise } = await addAlertCamera(admin);
  await raise({ title: "Earlier" });
  const { page, context } = await admin.join("support", "Sam Support");
  const stream = opened(page);
  await openPage(page, `/${slug}/alerts`);
  await stream;
  await context.setOffline(true);
  await expect(page.getByText("Connection lost, retrying")).toBeVisible({ timeout: 30_000 });
  await raise({ title: "Missed" });
  await context.setOffline(false);
  await expect(page.getByRole("row").filter({ hasText: "Missed" })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Connection lost, retrying")).toHaveCount(0);
});

test("the home page shows an alert as soon as it is raised", async ({ ownOrganization }) => {
  const admin = await ownOrganization();
  const { page, slug } = admin;
  const { raise } = await addAlertCamera(admin);
  await raise({ title: "Earlier", severity: "critical" });
  const stream = opened(page);
  await openPage(page, `/${slug}`);
  await stream;
  await raise({ title: "Counted", severity: "critical" });
  await expect(page.getByText("Counted").first()).toBeVisible({ timeout: 30_000 });
});
