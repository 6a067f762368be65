import { messages } from "@/lib/messages";
import { expect, openPage, test } from "../fixtures/browser";

test("a mistyped URL shows a member a 404 page with a link back into the portal", async ({ pageAs }) => {
  const page = await pageAs("viewer");
  const reply = await openPage(page, "/demo/cameras/cam_00000000000000000000000000");
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Go to Cameras" }).click();
  await expect(page).toHaveURL(/\/demo\/cameras$/);
  await expect(page.getByRole("heading", { level: 1, name: "Cameras" })).toBeVisible();

  expect((await openPage(page, "/demo/setings/general"))?.status()).toBe(404);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Go to Home" }).click();
  await expect(page).toHaveURL(/\/demo$/);
});

test("visitors and non-members see the same 404 page for a URL below an organization", async ({
  visitor,
  ownOrganization,
}) => {
  const { page } = await ownOrganization();
  for (const reader of [visitor, page]) {
    expect((await openPage(reader, "/demo/setings/general"))?.status()).toBe(404);
    await expect(reader.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await expect(reader).toHaveTitle("Page not found · Sightline");
    await expect(reader.getByRole("navigation")).toHaveCount(0);
    await expect(reader.getByRole("link", { name: "Go to the home page" })).toBeVisible();
  }
});

test("a progress bar is shown while a page is loading", async ({ pageAs }) => {
  const page = await pageAs("viewer");
  await openPage(page, "/demo/settings/general");
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/demo\/cameras\?/, async (route) => {
    await arrival;
    await route.continue();
  });
  const line = page.getByRole("progressbar", { name: "Loading the page" });
  await expect(line).toHaveCount(0);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Cameras" }).click();
  await expect(line).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/general$/);
  arrive();
  await expect(page.getByRole("heading", { level: 1, name: "Cameras" })).toBeVisible();
  await expect(line).toHaveCount(0);
});

test("adding a camera shows API errors at their fields and keeps the input", async ({ ownOrganization }) => {
  const { page, slug } = await ownOrganization();
  await openPage(page, `/${slug}/cameras`);
  await page.getByRole("button", { name: "Add camera" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a camera" });
  await dialog.getByRole("button", { name: "Add camera" }).click();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expect(dialog.getByText(messages.noCameraName)).toBeVisible();

  await dialog.getByLabel("Name").fill("Dock 3 east");
  await dialog.getByLabel("Stream URL").fill("ftp://camera.example/stream");
  await dialog.getByLabel("Tags").fill("outdoor, gate");
  await dialog.getByRole("button", { name: "Add camera" }).click();
  await expect(dialog.getByLabel("Stream URL")).toBeFocused();
  await expect(dialog.getByLabel("Stream URL")).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Add camera" }).first().click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Dock 3 east");
  await expect(dialog.getByLabel("Stream URL")).not.toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Stream URL").fill("rtsp://camera.example/stream");
  await dialog.getByRole("button", { name: "Add camera" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "Dock 3 east" })).toBeVisible();
});

test("a long name without spaces fits its confirmation dialog on a phone", async ({ ownOrganization }) => {
  const { page, slug, makeKey } = await ownOrganization();
  const { id } = await makeKey("gateway".repeat(7), ["alerts:read"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, `/${slug}/settings/api-keys/${id}`);
  await page.getByRole("button", { name: "Revoke" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeVisible();
  const beyond = (part: Element) => part.scrollWidth - part.clientWidth;
  expect(await dialog.evaluate(beyond)).toBe(0);
});

test("the demo organization has its own app and an authorized app", async ({ pageAs }) => {
  const page = await pageAs("admin");
  await openPage(page, "/demo/settings/oauth-apps");
  await expect(page.getByRole("row", { name: /Incident reporting/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Control room wall/ }).first()).toBeVisible();
  await openPage(page, "/demo/settings/audit-log");
  await expect(page.getByRole("main")).toContainText("Control room wall");
});
