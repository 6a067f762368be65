import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { callAsPartner, demoCredentials, expect, openPage, portalUrl, test } from "../fixtures/browser";
import { portalPages, publicPages, windowSizes } from "../fixtures/pages";
import { trackRequests } from "../fixtures/request-tracker";

/** The window sizes, each with the color scheme in which its pages load. Every page is checked in both schemes. */
const sizes = {
  desktop: { colorScheme: "dark", viewport: windowSizes.desktop },
  phone: { colorScheme: "light", viewport: windowSizes.phone },
} as const;
const other = { light: "dark", dark: "light" } as const;

/** Checks the accessibility of a page as loaded, and again in the other color scheme. */
async function expectAccessible(page: Page, path: string, colorScheme: "light" | "dark"): Promise<void> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Ignores the error that the browser logs for a document with status 400 or 404. Some of the checked pages
    // have these statuses.
    const isOfPage = message.location().url === new URL(path, portalUrl()).href;
    const isExpected = isOfPage && /status of 40[04]/.test(message.text());
    if (message.type() === "error" && !isExpected) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const quiet = trackRequests(page);
  await openPage(page, path);
  await quiet();
  await expectNoViolations(page, colorScheme);
  await page.emulateMedia({ colorScheme: other[colorScheme] });
  await expectNoViolations(page, other[colorScheme]);
  expect(complaints).toEqual([]);
}

async function expectNoViolations(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await expect(page.locator("html")).toContainClass(colorScheme);
  // Legacy mode doesn't open a second page. That page is only needed for cross-origin frames.
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`);
  expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

for (const [size, { colorScheme, viewport }] of Object.entries(sizes)) {
  for (const path of publicPages) {
    test(`${path} passes accessibility checks as a visitor (light and dark, ${size})`, async ({ newBrowser }) => {
      const context = await newBrowser({ colorScheme, viewport });
      await expectAccessible(await context.newPage(), path, colorScheme);
    });
  }
  for (const path of portalPages) {
    test(`${path} passes accessibility checks as an admin (light and dark, ${size})`, async ({ pageAs }) => {
      await expectAccessible(await pageAs("admin", { colorScheme, viewport }), path, colorScheme);
    });
  }
  test(`the key page passes accessibility checks as an admin (light and dark, ${size})`, async ({ pageAs }) => {
    const page = await pageAs("admin", { colorScheme, viewport });
    const keys = await page.request.get("/api/v1/keys", { headers: { "Sightline-Organization": "demo" } });
    await expectAccessible(page, `/demo/settings/api-keys/${(await keys.json()).data[0].id}`, colorScheme);
  });
  test(`the alert and camera pages pass accessibility checks as an agent (light and dark, ${size})`, async ({
    pageAs,
    request,
  }) => {
    const key = demoCredentials().apiKey;
    const page = await pageAs("support", { colorScheme, viewport });
    const alerts = await callAsPartner(request, key, "GET", "/alerts?limit=1&status=acknowledged");
    await expectAccessible(page, `/demo/alerts/${alerts.json.data[0].id}`, colorScheme);
    const cameras = await callAsPartner(request, key, "GET", "/cameras?limit=1");
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `/demo/cameras/${cameras.json.data[0].id}`, colorScheme);
  });
}
