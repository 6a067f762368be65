import type { Page } from "@playwright/test";
import { callAsPartner, demoCredentials, expect, openPage, test } from "../fixtures/browser";

const portal = [
  "/demo",
  "/demo/alerts",
  "/demo/cameras",
  "/demo/settings/general",
  "/demo/settings/members",
  "/demo/settings/api-keys",
  "/demo/settings/oauth-apps",
  "/demo/settings/requests",
  "/demo/settings/audit-log",
  "/demo/settings/email",
  "/account",
  "/account/password",
  "/account/two-factor",
  "/account/sessions",
];
const docs = ["/docs", "/docs/alerts", "/docs/reference", "/docs/reference/createAlert"];
/** Paths of lists whose search box is directly below the title. */
const searched = ["/demo/alerts", "/demo/cameras", "/demo/settings/requests", "/demo/settings/audit-log"];

/**
 * The window sizes, each with the expected position of a page's title. The title is right of the sidebar and below
 * the top bar, if there is one.
 */
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 }, title: { x: 272, y: 24 }, barOfDocs: 56 },
  phone: { viewport: { width: 390, height: 844 }, title: { x: 16, y: 68 }, barOfDocs: 56 - 52 },
};
const TOLERANCE_PX = 1;

/** Returns the top left corner of the title's row. The row also contains the link to the parent page. */
async function titleOf(page: Page): Promise<{ x: number; y: number }> {
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveCount(1);
  return title.evaluate((heading) => {
    const { x, y } = (heading.closest("header") ?? heading).getBoundingClientRect();
    return { x, y };
  });
}

function isAt(found: { x: number; y: number }, wanted: { x: number; y: number }): boolean {
  return Math.abs(found.x - wanted.x) <= TOLERANCE_PX && Math.abs(found.y - wanted.y) <= TOLERANCE_PX;
}

for (const [size, { viewport, title, barOfDocs }] of Object.entries(sizes)) {
  test(`every page has its title in the same position (${size})`, async ({ pageAs, request }) => {
    const page = await pageAs("admin", { viewport });
    const key = demoCredentials().apiKey;
    const alerts = await callAsPartner(request, key, "GET", "/alerts?limit=1");
    const cameras = await callAsPartner(request, key, "GET", "/cameras?limit=1");
    const keys = await page.request.get("/api/v1/keys", { headers: { "Sightline-Organization": "demo" } });
    const single = [
      `/demo/alerts/${alerts.json.data[0].id}`,
      `/demo/cameras/${cameras.json.data[0].id}`,
      `/demo/settings/api-keys/${(await keys.json()).data[0].id}`,
    ];
    const misplaced: string[] = [];
    for (const path of [...portal, ...single, ...docs]) {
      await openPage(page, path);
      const wanted = docs.includes(path) ? { x: title.x, y: title.y + barOfDocs } : title;
      const found = await titleOf(page);
      if (!isAt(found, wanted)) misplaced.push(`${path}: ${found.x}, ${found.y} instead of ${wanted.x}, ${wanted.y}`);
    }
    expect(misplaced).toEqual([]);
  });
}

test("every list has its search box in the same position", async ({ pageAs }) => {
  const page = await pageAs("admin", { viewport: sizes.desktop.viewport });
  for (const path of searched) {
    await openPage(page, path);
    const box = await page.getByRole("main").getByRole("searchbox").boundingBox();
    expect({ path, x: box?.x, y: box?.y }).toEqual({ path, x: 272, y: 68 });
  }
});
