import type { APIRequestContext, Page } from "@playwright/test";
import { demoCredentials, expect, partner, test } from "../fixtures/browser";

const camera = "rtm-dock-3-east";
/** Longer than the pages' own polls without a stream. */
const QUIET_MS = 12_000;

const opened = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith("/events/stream") && reply.ok());
const raise = (request: APIRequestContext, title: string) =>
  partner(request, demoCredentials().apiKey, "POST", "/alerts", {
    camera_id: camera,
    use_case: "intrusion",
    status: "open",
    severity: "critical",
    title,
  });

test("the alerts page hears of an alert, and asks for nothing while it hears of none", async ({ pageAs, request }) => {
  const page = await pageAs("viewer");
  const stream = opened(page);
  await page.goto("/demo/alerts?severity=info&status=dismissed&q=nothing-has-this-name");
  await stream;
  await page.waitForTimeout(3_000);
  let asked = 0;
  page.on("request", (call) => {
    if (call.url().includes("/api/v1/alerts")) asked += 1;
  });
  await page.waitForTimeout(QUIET_MS);
  const before = asked;
  await raise(request, `Heard ${Date.now()}`);
  await expect.poll(() => asked).toBeGreaterThan(before);
  // Other tests raise alerts too, and each is heard of; polling would ask twice every three seconds.
  expect(before).toBeLessThan(8);
});

test("the pages go on from where they were after the connection was lost", async ({ pageAs, request }) => {
  const page = await pageAs("support");
  const stream = opened(page);
  await page.goto("/demo/alerts");
  await stream;
  await page.context().setOffline(true);
  await expect(page.getByText("Connection lost, retrying")).toBeVisible({ timeout: 15_000 });
  const title = `Missed ${Date.now()}`;
  await raise(request, title);
  await page.context().setOffline(false);
  await expect(page.getByRole("row").filter({ hasText: title })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("Connection lost, retrying")).toHaveCount(0);
});

test("the home page counts an alert as soon as it is raised", async ({ pageAs, request }) => {
  const page = await pageAs("viewer");
  const stream = opened(page);
  await page.goto("/demo");
  await stream;
  const title = `Counted ${Date.now()}`;
  await raise(request, title);
  await expect(page.getByText(title).first()).toBeVisible({ timeout: 8_000 });
});
