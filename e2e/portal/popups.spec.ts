import type { Page } from "@playwright/test";
import { expect, openPage, test } from "../fixtures/browser";
import { windowSizes } from "../fixtures/pages";

const statusChip = (page: Page) => page.getByRole("search").getByRole("button", { name: "Status", exact: true });
const personMenu = (page: Page) => page.getByRole("button", { name: /Ingrid Vermeer/ });

test("the first click opens a menu whose code is still loading", async ({ pageAs }) => {
  const page = await pageAs("admin");
  await openPage(page, "/demo/settings/general");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await personMenu(page).click();
  await expect(page.getByRole("menu")).toBeHidden();
  release();
  await expect(page.getByRole("menu")).toBeVisible();
});

test("a menu can be opened, navigated and closed by keyboard", async ({ pageAs }) => {
  const page = await pageAs("admin");
  await openPage(page, "/demo/alerts");
  const button = personMenu(page);
  await button.focus();
  await page.keyboard.press("ArrowDown");
  const items = page.getByRole("menu").locator("[role^=menuitem]");
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(items.last()).toBeFocused();
  await page.keyboard.press("Home");
  await expect(items.first()).toBeFocused();
  await page.keyboard.type("si");
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press("ArrowUp");
  await expect(items.last()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("menu")).toBeHidden();
});

test("a popover closes with Escape, an outside click or its button, without affecting the page behind", async ({
  pageAs,
}) => {
  const page = await pageAs("admin");
  await openPage(page, "/demo/alerts");
  const chip = statusChip(page);
  const panel = page.getByRole("dialog", { name: "Filter by status" });
  await chip.click();
  await expect(panel.getByRole("checkbox").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(chip).toBeFocused();

  await chip.click();
  await expect(panel).toBeVisible();
  await chip.click();
  await expect(panel).toBeHidden();

  await chip.click();
  // While the panel is open, shortcuts that change an alert are ignored.
  await panel.getByRole("checkbox").first().focus();
  await page.keyboard.press("r");
  await panel.getByText("Open", { exact: true }).click();
  await expect(page).toHaveURL(/status=open/);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("complementary", { name: "Alert details" })).toBeHidden();
});

test("a popup stays within the window on a phone", async ({ pageAs }) => {
  const { phone } = windowSizes;
  const page = await pageAs("admin", { viewport: phone });
  await openPage(page, "/demo/settings/api-keys");
  await page
    .getByRole("button", { name: /^Actions/ })
    .first()
    .click();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  const box = await menu.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
});
