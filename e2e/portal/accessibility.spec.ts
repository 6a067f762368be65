import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { demoCredentials, expect, open, partner, portalUrl, test } from "../fixtures/browser";
import { followRequests } from "../fixtures/quiet";

const publicPages = [
  "/",
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password/unknown",
  "/verify-email/unknown",
  "/docs",
  "/docs/errors",
  "/docs/authentication",
  "/docs/oauth",
  "/docs/reference",
  "/oauth/authorize?client_id=sl_app_unknown",
  "/invite/nothing",
  "/nowhere",
];
const portalPages = [
  "/demo",
  "/demo/alerts",
  "/demo/cameras",
  "/demo/settings/general",
  "/demo/settings/members",
  "/demo/settings/api-keys",
  "/organizations/new",
  "/demo/settings/oauth-apps",
  "/demo/settings/requests",
  "/demo/settings/audit-log",
  "/demo/settings/email",
  "/account",
  "/account/password",
  "/account/two-factor",
  "/account/sessions",
];
const schemes = ["light", "dark"] as const;
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

async function expectAccessible(page: Page, path: string): Promise<void> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The browser complains of a page that itself answers 400 or 404, as some of these must.
    const isOfPage = message.location().url === new URL(path, portalUrl()).href;
    const isExpected = isOfPage && /status of 40[04]/.test(message.text());
    if (message.type() === "error" && !isExpected) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const quiet = followRequests(page);
  await open(page, path);
  await quiet();
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
}

for (const colorScheme of schemes) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const path of publicPages) {
      test(`${path} can be used by everybody (${colorScheme}, ${size})`, async ({ browser }) => {
        const context = await browser.newContext({ baseURL: process.env.PORTAL_URL, colorScheme, viewport });
        await expectAccessible(await context.newPage(), path);
        await context.close();
      });
    }
    for (const path of portalPages) {
      test(`${path} can be used by every admin (${colorScheme}, ${size})`, async ({ pageAs }) => {
        await expectAccessible(await pageAs("admin", { colorScheme, viewport }), path);
      });
    }
    test(`the page of a key can be used by every admin (${colorScheme}, ${size})`, async ({ pageAs }) => {
      const page = await pageAs("admin", { colorScheme, viewport });
      const keys = await page.request.get("/api/v1/keys", { headers: { "Sightline-Organization": "demo" } });
      await expectAccessible(page, `/demo/settings/api-keys/${(await keys.json()).data[0].id}`);
    });
    test(`the page of an alert and of a camera can be used by every agent (${colorScheme}, ${size})`, async ({
      pageAs,
      request,
    }) => {
      const key = demoCredentials().apiKey;
      const page = await pageAs("support", { colorScheme, viewport });
      const alerts = await partner(request, key, "GET", "/alerts?limit=1&status=acknowledged");
      await expectAccessible(page, `/demo/alerts/${alerts.json.data[0].id}`);
      const cameras = await partner(request, key, "GET", "/cameras?limit=1");
      await expectAccessible(page, `/demo/cameras/${cameras.json.data[0].id}`);
    });
  }
}
