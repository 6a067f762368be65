import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, portalUrl, test } from "../fixtures/browser";
import { portalPages, publicPages } from "../fixtures/pages";
import { trackRequests } from "../fixtures/request-tracker";

const MAX_SCRIPT_BYTES = 200 * 1024;
const MAX_HTML_BYTES = 40 * 1024;

/**
 * Loads a page, waits for `until` if given, and then until the page is idle. Returns the number of its scripts and
 * their gzipped size.
 */
async function weigh(page: Page, path: string, until?: Promise<unknown>): Promise<{ count: number; bytes: number }> {
  const scripts = new Map<string, Promise<number>>();
  page.on("response", (reply) => {
    if (reply.request().resourceType() !== "script") return;
    scripts.set(
      reply.url(),
      reply.body().then((body) => gzipSync(body).length),
    );
  });
  const quiet = trackRequests(page);
  await page.goto(path);
  await until;
  await quiet();
  const sizes = await Promise.all(scripts.values());
  return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

for (const path of [...publicPages, ...portalPages]) {
  test(`${path} loads at most 200 KB of script`, async ({ pageAs, browser }) => {
    const page = publicPages.includes(path) ? await browser.newPage({ baseURL: portalUrl() }) : await pageAs("admin");
    const { count, bytes } = await weigh(page, path);
    console.log(`${path}: ${count} scripts, ${(bytes / 1024).toFixed(1)} KB gzip`);
    expect(count).toBeGreaterThan(5);
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  });
}

test("the alerts page stays within the script limit with its live connection", async ({ pageAs }) => {
  const page = await pageAs("support");
  const stream = page.waitForResponse((reply) => reply.url().endsWith("/events/stream"));
  const { bytes } = await weigh(page, "/demo/alerts", stream);
  expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

test("the alerts page's HTML is compressed and at most 40 KB", async ({ pageAs }) => {
  const page = await pageAs("support");
  const reply = await page.request.get("/demo/alerts", { headers: { "Accept-Encoding": "gzip" } });
  expect(reply.headers()["content-encoding"]).toBe("gzip");
  const bytes = gzipSync(await reply.body()).length;
  console.log(`${(bytes / 1024).toFixed(1)} KB of HTML, gzip`);
  expect(bytes).toBeLessThanOrEqual(MAX_HTML_BYTES);
});
