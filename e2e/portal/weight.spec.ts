import { gzipSync } from "node:zlib";
import { expect, test } from "../fixtures/browser";
import { trackRequests } from "../fixtures/request-tracker";

const MAX_SCRIPT_BYTES = 200 * 1024;
const MAX_HTML_BYTES = 40 * 1024;

test("the alerts page costs at most 200 KB of script, whatever it fetches before it is used", async ({ pageAs }) => {
  const page = await pageAs("support");
  const scripts = new Map<string, Promise<number>>();
  page.on("response", (reply) => {
    if (reply.request().resourceType() !== "script") return;
    scripts.set(
      reply.url(),
      reply.body().then((body) => gzipSync(body).length),
    );
  });
  const quiet = trackRequests(page);
  const stream = page.waitForResponse((reply) => reply.url().endsWith("/events/stream"));
  await page.goto("/demo/alerts");
  // The code of its live connection comes last.
  await stream;
  await quiet();
  const bytes = (await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0);
  console.log(`${scripts.size} scripts, ${(bytes / 1024).toFixed(1)} KB gzip`);
  expect(scripts.size).toBeGreaterThan(5);
  expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

test("the HTML of the alerts page comes compressed and small", async ({ pageAs }) => {
  const page = await pageAs("support");
  const reply = await page.request.get("/demo/alerts", { headers: { "Accept-Encoding": "gzip" } });
  expect(reply.headers()["content-encoding"]).toBe("gzip");
  const bytes = gzipSync(await reply.body()).length;
  console.log(`${(bytes / 1024).toFixed(1)} KB of HTML, gzip`);
  expect(bytes).toBeLessThanOrEqual(MAX_HTML_BYTES);
});
