import type { Locator, Page } from "@playwright/test";
import { ZONE_COOKIE } from "@/components/ui/zone";
import { demoPeople } from "@/lib/demo/people";
import { raiseNumberedAlerts } from "../fixtures/alert-camera";
import { demoCredentials, expect, openPage, reloadPage, signInContext, test } from "../fixtures/browser";
import { describeFrames, readPageTiming } from "../fixtures/page-timing";
import { portalPages, publicPages, windowSizes } from "../fixtures/pages";
import { trackRequests } from "../fixtures/request-tracker";

const FULL = process.env.SIGHTLINE_FULL === "1";
const ALERTS = FULL ? 100_000 : 600;
const LOADED = FULL ? 20_000 : 600;
const VISITS = FULL ? 6 : 1;
const LOADS = FULL ? 3 : 1;
const FRAMES = FULL ? 300 : 60;
/** The factors by which the CPU is slowed down, because users' machines are slower than test machines. */
const SLOWDOWNS = FULL ? [1, 4] : [1];
const ROW_PX = 40;
/** The number of rows that may be rendered outside the viewport, so that scrolling shows no gaps. */
const MAX_ROWS_BEYOND = 52;
const MAX_LAYOUT_SHIFT = 0.02;
/** Extra time for a page's last steps, such as the stream's first events and prefetched rows. */
const SETTLE_MS = FULL ? 2_500 : 250;
/** The minimum time in milliseconds for which the mouse hovers over a link before a click. */
const HOVER_MS = 150;
const PAUSE_MS = 500;

test.describe.configure({ timeout: FULL ? 1_800_000 : 180_000 });

const rowsOf = (page: Page) => page.locator("table[aria-label=Alerts] tbody tr[aria-rowindex]");
const maxRows = (page: Page) => Math.ceil((page.viewportSize()?.height ?? 0) / ROW_PX) + MAX_ROWS_BEYOND;

/**
 * Opens a page and waits until it is idle. It doesn't use `openPage`, whose pending assertion repeatedly searches
 * the whole document. On a page with a thousand elements, that would cause most of the long tasks.
 */
async function openAndSettle(page: Page, path: string) {
  const quiet = trackRequests(page);
  await page.goto(path);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  await quiet();
  await page.waitForTimeout(SETTLE_MS);
  return readPageTiming(page);
}

async function slowDown(page: Page, slowdown: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

const describeTasks = (tasks: readonly number[]) => tasks.join(", ") || "none over 50 ms";

for (const [size, viewport] of Object.entries(windowSizes)) {
  test(`pages load without layout shift (${size})`, async ({ pageAs, newBrowser }) => {
    const visitor = await (await newBrowser({ viewport })).newPage();
    const admin = await pageAs("admin", { viewport });
    const found: Record<string, string>[] = [];
    const moved: [string, number][] = [];
    for (const [page, paths] of [
      [visitor, publicPages],
      [admin, portalPages],
    ] as const) {
      for (const path of paths) {
        const row: Record<string, string> = { path };
        for (const slowdown of SLOWDOWNS) {
          await slowDown(page, slowdown);
          const { longTasks, layoutShift } = await openAndSettle(page, path);
          row[`shift, ${slowdown}×`] = layoutShift.toFixed(4);
          row[`tasks, ${slowdown}×`] = describeTasks(longTasks);
          if (layoutShift >= MAX_LAYOUT_SHIFT) moved.push([path, layoutShift]);
        }
        found.push(row);
      }
    }
    if (FULL) console.table(found);
    expect(moved).toEqual([]);
  });
}

/**
 * Scrolls by `stepPx` in each of this many frames. Returns the time between frames and the highest number of
 * rendered rows.
 */
function scroll(page: Page, stepPx: number, frames: number): Promise<{ frames: number[]; mostRows: number }> {
  return page.evaluate(
    ({ stepPx, frames }) =>
      new Promise((done) => {
        const seen = { frames: [] as number[], mostRows: 0 };
        const rows = document.querySelector("table[aria-label=Alerts] tbody")?.children;
        let before = performance.now();
        requestAnimationFrame(function look(now) {
          seen.frames.push(now - before);
          before = now;
          seen.mostRows = Math.max(seen.mostRows, rows?.length ?? 0);
          window.scrollBy(0, stepPx);
          if (seen.frames.length < frames) requestAnimationFrame(look);
          else done(seen);
        });
      }),
    { stepPx, frames },
  );
}

/** Scrolls down until this many rows are loaded, or all rows if there are fewer. */
async function load(page: Page, rows: number): Promise<void> {
  await page.evaluate(
    ({ rows, height }) =>
      new Promise<void>((done) => {
        requestAnimationFrame(function look() {
          const body = document.querySelector("table[aria-label=Alerts] tbody");
          if ((body?.clientHeight ?? 0) >= rows * height) return done();
          window.scrollTo(0, document.documentElement.scrollHeight);
          requestAnimationFrame(look);
        });
      }),
    { rows, height: ROW_PX },
  );
}

/**
 * Clicks a link.
 * @returns milliseconds from the click to the frame that shows the expected content.
 */
function follow(link: Locator, wanted: string): Promise<number> {
  return link.evaluate(
    (element: HTMLElement, wanted) =>
      new Promise<number>((done) => {
        const start = performance.now();
        element.click();
        requestAnimationFrame(function look() {
          if (!document.querySelector(wanted)) return requestAnimationFrame(look);
          // The next frame starts after the current one has been painted.
          return requestAnimationFrame(() => done(performance.now() - start));
        });
      }),
    wanted,
  );
}

/**
 * Switches between the home page and the alerts this many times.
 * @returns how many milliseconds each return to the alerts took.
 */
async function visitAlerts(page: Page, visits: number, rests: boolean): Promise<number[]> {
  const sidebar = page.getByRole("navigation", { name: "Main" });
  const goTo = async (name: string, wanted: string) => {
    const link = sidebar.getByRole("link", { name, exact: true });
    if (rests) await link.hover();
    else await page.mouse.move(700, 500);
    await page.waitForTimeout(HOVER_MS);
    const time = await follow(link, wanted);
    await page.waitForTimeout(PAUSE_MS);
    return Math.round(time);
  };
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    await goTo("Home", "main section[aria-label=Cameras]");
    times.push(await goTo("Alerts", "table[aria-label=Alerts] tr[aria-rowindex='2']"));
  }
  return times;
}

function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms of ${times.length} visits`;
}

test(`with ${ALERTS} alerts, only rows near the window are rendered and the layout doesn't shift`, async ({
  ownOrganization,
}) => {
  const organization = await ownOrganization();
  const { slug, page } = organization;
  await raiseNumberedAlerts(organization, ALERTS);

  for (const slowdown of SLOWDOWNS) {
    await slowDown(page, slowdown);
    const say = (what: string) => console.log(`processor ${slowdown}× slower, ${what}`);
    for (let loads = 0; loads < LOADS; loads += 1) {
      const { longTasks, layoutShift } = await openAndSettle(page, `/${slug}/alerts`);
      say(`load: tasks ${describeTasks(longTasks)}; layout shift ${layoutShift.toFixed(4)}`);
      expect(layoutShift).toBeLessThan(MAX_LAYOUT_SHIFT);
    }
    expect(await rowsOf(page).count()).toBeLessThanOrEqual(maxRows(page));

    await visitAlerts(page, 1, false);
    say(`navigation: ${describeTimes(await visitAlerts(page, VISITS, false))}`);
    say(`navigation from a link that the mouse rested on: ${describeTimes(await visitAlerts(page, VISITS, true))}`);

    await load(page, LOADED);
    for (const stepPx of [120, 1_200]) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(SETTLE_MS);
      const { frames, mostRows } = await scroll(page, stepPx, FRAMES);
      say(`${LOADED} loaded, scrolling ${stepPx} px a frame: ${describeFrames(frames)}; ${mostRows} rows`);
      expect(mostRows).toBeLessThanOrEqual(maxRows(page));
    }
    say(`${LOADED} loaded, navigation: ${describeTimes(await visitAlerts(page, 1, true))}`);
  }
});

test("from the second request on, the server renders times in the reader's time zone", async ({ newBrowser }) => {
  const path = "/demo/settings/requests";
  const context = await newBrowser({ timezoneId: "Asia/Kolkata" });
  await signInContext(context.request, demoPeople.admin.email, demoCredentials().adminPassword);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await openPage(page, path);
  await expect(page.getByText("Time (GMT+5:30)")).toBeAttached();
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === ZONE_COOKIE)).toBe(true);
  expect(await (await context.request.get(path)).text()).toContain("GMT+5:30");
  await reloadPage(page);
  await expect(page.getByText("Time (GMT+5:30)")).toBeAttached();
  expect(complaints).toEqual([]);
});
