import type { Locator, Page } from "@playwright/test";
import { raiseNumberedAlerts } from "../fixtures/alert-camera";
import { expect, openPage, test } from "../fixtures/browser";
import { describeFrames, readPageTiming } from "../fixtures/page-timing";
import { portalPages, publicPages, windowSizes } from "../fixtures/pages";
import { trackRequests } from "../fixtures/request-tracker";

const FULL = process.env.SIGHTLINE_FULL === "1";
const ALERTS = FULL ? 100_000 : 600;
const LOADED = FULL ? 20_000 : 600;
const VISITS = FULL ? 10 : 1;
const LOADS = FULL ? 5 : 1;
const FRAMES = FULL ? 600 : 60;
const ROW_PX = 40;
/** Rows rendered above and below the window so that scrolling finds them there. */
const MAX_ROWS_BEYOND = 32;
const MAX_LAYOUT_SHIFT = 0.02;
/** Time for the page's last steps: the clock, the stream's first events, rows that are read ahead. */
const SETTLE_MS = 2_500;
/** How long a mouse rests on a link before it is pressed, at least. */
const HOVER_MS = 150;
const PAUSE_MS = 500;

test.describe.configure({ timeout: FULL ? 1_200_000 : 240_000 });

const rowsOf = (page: Page) => page.locator("table[aria-label=Alerts] tbody tr[aria-rowindex]");
const maxRows = (page: Page) => Math.ceil((page.viewportSize()?.height ?? 0) / ROW_PX) + MAX_ROWS_BEYOND;

/** Opens a page and waits until it has come to rest. */
async function openAndSettle(page: Page, path: string) {
  const quiet = trackRequests(page);
  await openPage(page, path);
  await quiet();
  await page.waitForTimeout(SETTLE_MS);
  return readPageTiming(page);
}

const describeTasks = (tasks: readonly number[]) =>
  tasks.length === 0 ? "none over 50 ms" : `${tasks.length} over 50 ms: ${tasks.join(", ")}`;

for (const [size, viewport] of Object.entries(windowSizes)) {
  test(`nothing moves while a page loads (${size})`, async ({ pageAs, newBrowser }) => {
    const visitor = await (await newBrowser({ viewport })).newPage();
    const admin = await pageAs("admin", { viewport });
    const shifts: Record<string, number> = {};
    for (const [page, paths] of [
      [visitor, publicPages],
      [admin, portalPages],
    ] as const) {
      for (const path of paths) {
        const { longTasks, layoutShift } = await openAndSettle(page, path);
        shifts[path] = layoutShift;
        console.log(`${path} (${size}): layout shift ${layoutShift.toFixed(4)}, tasks ${describeTasks(longTasks)}`);
      }
    }
    expect(Object.entries(shifts).filter(([, shift]) => shift >= MAX_LAYOUT_SHIFT)).toEqual([]);
  });
}

/** Scrolls by so much in each frame and notes the time between frames, and the most rows that there were in one. */
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

/** Scrolls down until so many rows are loaded, or all. */
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

/** Follows a link. @returns milliseconds from the click to the frame in which what was wanted is there. */
function follow(link: Locator, wanted: string): Promise<number> {
  return link.evaluate(
    (element: HTMLElement, wanted) =>
      new Promise<number>((done) => {
        const start = performance.now();
        element.click();
        requestAnimationFrame(function look() {
          if (!document.querySelector(wanted)) return requestAnimationFrame(look);
          // The next frame begins when this one has been painted.
          return requestAnimationFrame(() => done(performance.now() - start));
        });
      }),
    wanted,
  );
}

/** Goes to the home page and back to the alerts, so often. @returns the milliseconds of each way back. */
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

test(`${ALERTS} alerts: only the rows near the window exist, and the page says how fast it is`, async ({
  ownOrganization,
}) => {
  const organization = await ownOrganization();
  const { slug, page } = organization;
  await raiseNumberedAlerts(organization, ALERTS);

  for (let loads = 0; loads < LOADS; loads += 1) {
    const { longTasks, layoutShift } = await openAndSettle(page, `/${slug}/alerts`);
    console.log(`load: tasks ${describeTasks(longTasks)}; layout shift ${layoutShift.toFixed(4)}`);
    expect(layoutShift).toBeLessThan(MAX_LAYOUT_SHIFT);
  }
  expect(await rowsOf(page).count()).toBeLessThanOrEqual(maxRows(page));

  await visitAlerts(page, 1, false);
  console.log(`navigation: ${describeTimes(await visitAlerts(page, VISITS, false))}`);
  console.log(
    `navigation from a link that the mouse rested on: ${describeTimes(await visitAlerts(page, VISITS, true))}`,
  );

  await load(page, LOADED);
  for (const stepPx of [120, 1_200]) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForTimeout(SETTLE_MS);
    const { frames, mostRows } = await scroll(page, stepPx, FRAMES);
    console.log(`scrolling ${stepPx} px a frame with ${LOADED} loaded: ${describeFrames(frames)}; ${mostRows} rows`);
    expect(mostRows).toBeLessThanOrEqual(maxRows(page));
  }
  console.log(`navigation with ${LOADED} loaded: ${describeTimes(await visitAlerts(page, 1, true))}`);
});
