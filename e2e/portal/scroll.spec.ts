import type { CDPSession, Page } from "@playwright/test";
import { numberedTitle, raiseNumberedAlerts } from "../fixtures/alert-camera";
import { expect, openPage, test } from "../fixtures/browser";
import { describeFrames } from "../fixtures/page-timing";

const ALERTS = process.env.SIGHTLINE_FULL === "1" ? 100_000 : 3_000;
const STEP_PX = 1_200;
/**
 * The highest number of bytes that a loaded row may use in memory. Compact rows use about 300 bytes, and complete
 * alerts would use four times as much.
 */
const MAX_BYTES_PER_ROW = 1_000;
/** The number of bytes that the page itself uses, including its lazily loaded parts. */
const PAGE_BYTES = 4_000_000;

test.describe.configure({ timeout: ALERTS > 10_000 ? 1_200_000 : 120_000 });

async function memoryOf(session: CDPSession): Promise<{ heap: number; nodes: number }> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { heap: metric("JSHeapUsedSize"), nodes: metric("Nodes") };
}

interface Seen {
  /** The alerts' titles by position in the list. `moved` lists the positions that showed two different alerts. */
  titles: string[];
  moved: number[];
  frames: number[];
  mostRows: number;
}

/** Scrolls to the end of the list and records the positions of all rendered rows in each frame. */
function scrollThrough(page: Page, alerts: number): Promise<Seen> {
  return page.evaluate(
    ({ alerts, step }) =>
      new Promise<Seen>((done) => {
        window.scrollTo(0, 0);
        const seen: Seen = { titles: [], moved: [], frames: [], mostRows: 0 };
        let before = performance.now();
        let still = 0;
        const look = (now: number) => {
          seen.frames.push(now - before);
          before = now;
          const rows = document.querySelectorAll<HTMLElement>("table[aria-label=Alerts] tbody tr[aria-rowindex]");
          seen.mostRows = Math.max(seen.mostRows, rows.length);
          for (const row of rows) {
            const place = Number(row.getAttribute("aria-rowindex")) - 2;
            const title = row.querySelector("a")?.textContent ?? "";
            if (seen.titles[place] !== undefined && seen.titles[place] !== title) seen.moved.push(place);
            seen.titles[place] = title;
          }
          const from = window.scrollY;
          window.scrollBy(0, step);
          still = window.scrollY === from ? still + 1 : 0;
          if ((seen.titles.length === alerts && still > 5) || still > 1_200) done(seen);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    { alerts, step: STEP_PX },
  );
}

test(`scrolling through ${ALERTS} alerts shows each once in its place, with bounded memory`, async ({
  ownOrganization,
}) => {
  const organization = await ownOrganization();
  const { slug, page } = organization;
  await raiseNumberedAlerts(organization, ALERTS);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await openPage(page, `/${slug}/alerts`);
  await expect(page.getByText(`${ALERTS.toLocaleString("en")} alerts`, { exact: true })).toBeVisible();
  const start = await memoryOf(session);

  const seen = await scrollThrough(page, ALERTS);
  const end = await memoryOf(session);
  const perRow = Math.round((end.heap - start.heap) / ALERTS);
  console.log(
    `${ALERTS} alerts, ${describeFrames(seen.frames)}; at most ${seen.mostRows} rows and ${end.nodes} nodes;`,
    `${(start.heap / 1e6).toFixed(1)} -> ${(end.heap / 1e6).toFixed(1)} MB, ${perRow} bytes a row`,
  );
  expect(seen.moved).toEqual([]);
  expect(seen.titles).toEqual(Array.from({ length: ALERTS }, (_, place) => numberedTitle(ALERTS - place)));
  expect(seen.mostRows).toBeLessThan(150);
  expect(end.nodes).toBeLessThan(12_000);
  expect(end.heap - start.heap).toBeLessThan(PAGE_BYTES + ALERTS * MAX_BYTES_PER_ROW);

  await page.keyboard.press("Home");
  await expect(page.getByRole("link", { name: numberedTitle(ALERTS), exact: true })).toBeInViewport();
});

test("the keyboard, panel, selection and new alerts keep rows in place deep in the list", async ({
  ownOrganization,
}) => {
  const organization = await ownOrganization();
  const { slug, page } = organization;
  const { raise } = await raiseNumberedAlerts(organization, 600);
  await openPage(page, `/${slug}/alerts`);
  /** Scrolls down until the alert with this title is visible, and returns its link. */
  const reach = async (title: string) => {
    const link = page.getByRole("link", { name: title, exact: true });
    await expect(async () => {
      await page.mouse.wheel(0, 600);
      await expect(link).toBeAttached({ timeout: 100 });
    }).toPass({ intervals: [50] });
    await link.scrollIntoViewIfNeeded();
    return link;
  };
  /** Returns the scroll position once it is stable. The page may still be scrolling when this function is called. */
  const place = async () => {
    let before: number | undefined;
    await expect
      .poll(async () => {
        const last = before;
        before = await page.evaluate(() => window.scrollY);
        return before === last;
      })
      .toBe(true);
    return before;
  };
  await page.mouse.move(700, 500);
  const link = await reach(numberedTitle(250));
  const at = await place();

  await link.click();
  const panel = page.getByRole("complementary", { name: "Alert details" });
  await expect(panel.getByRole("heading", { name: numberedTitle(250) })).toBeVisible();
  expect(await place()).toBe(at);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(link).toBeFocused();
  expect(await place()).toBe(at);

  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: numberedTitle(249), exact: true })).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();

  const before = await place();
  await raise({ title: "The newest" });
  const fresh = page.getByRole("button", { name: "1 new" });
  await expect(fresh).toBeVisible({ timeout: 15_000 });
  expect(await place()).toBe(before);
  await fresh.click();
  await expect(page.getByRole("link", { name: "The newest", exact: true })).toBeInViewport();
  await expect(page.getByText("601 alerts", { exact: true })).toBeVisible();
  await expect(page.getByText("1 selected")).toBeVisible();
  await reach(numberedTitle(1));
  await expect(page.getByText("End of list 601 alerts.")).toBeVisible();
});

test("a page of alerts that fails to load shows an error and can be retried", async ({ ownOrganization }) => {
  const organization = await ownOrganization();
  const { slug, page } = organization;
  await raiseNumberedAlerts(organization, 600);
  let isBroken = true;
  await page.route(
    (url) => url.pathname === "/api/v1/alerts" && url.searchParams.has("cursor"),
    (route) =>
      isBroken ? route.fulfill({ status: 503, json: { status: 503, code: "unavailable" } }) : route.fallback(),
  );
  await openPage(page, `/${slug}/alerts`);
  const failure = page.getByRole("alert").filter({ hasText: "The next alerts didn't load." });
  await expect(failure).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("link", { name: numberedTitle(600), exact: true })).toBeAttached();
  isBroken = false;
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toBeHidden();
  const seen = await scrollThrough(page, 600);
  expect(seen.titles).toEqual(Array.from({ length: 600 }, (_, row) => numberedTitle(600 - row)));
});

test("a filter that fails to load, even offline, shows an error and can be retried", async ({ pageAs }) => {
  const page = await pageAs("viewer");
  for (const isOffline of [false, true]) {
    await openPage(page, "/demo/alerts");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await page.route(
      (url) => url.searchParams.get("q") === "no such thing" || (isOffline && url.pathname.startsWith("/_next/")),
      (route) =>
        isOffline ? route.abort() : route.fulfill({ status: 503, json: { status: 503, code: "unavailable" } }),
    );
    await page.getByRole("searchbox", { name: "Search alerts" }).fill("no such thing");
    const failure = page.getByRole("alert").filter({ hasText: "The alerts didn't load" });
    await expect(failure).toBeVisible({ timeout: 20_000 });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(failure).toBeHidden();
    await expect(page.getByText("0 alerts match")).toBeVisible();
  }
});
