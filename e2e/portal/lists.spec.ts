import { messages } from "@/lib/messages";
import { expect, openPage, test } from "../fixtures/browser";

test("a link to a filtered list loads only that list, and Back returns", async ({ ownOrganization }) => {
  const { page, slug } = await ownOrganization({});
  await openPage(page, `/${slug}`);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isPage =
      pathname === "/api/v1/alerts" && searchParams.get("expand") === "camera" && searchParams.has("limit");
    if (isPage && !searchParams.has("updated_after")) asked.push(searchParams.get("status") ?? "any");
  });
  await page.getByRole("link", { name: /Open alerts/ }).click();
  await expect(page).toHaveURL(`/${slug}/alerts?status=open`);
  await expect(page.getByRole("button", { name: "Status: Open" })).toBeVisible();
  expect(asked.filter((status) => status !== "open")).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(`/${slug}`);
});

test("a search typed before hydration runs afterwards", async ({ ownOrganization }) => {
  const { page, slug } = await ownOrganization({});
  // Delays the page's scripts until the text has been typed.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/${slug}/settings/members`, { waitUntil: "commit" });
  await page.getByRole("searchbox", { name: "Search members" }).fill("stranger of this name");
  letGo();
  await expect(page.getByRole("heading", { name: "No member matches" })).toBeVisible();
  await expect(page).toHaveURL(`/${slug}/settings/members?q=stranger+of+this+name`);
});

test("camera filters are in the URL, are sent to the API and keep the view", async ({ ownOrganization }) => {
  const { page, slug, call } = await ownOrganization();
  const site = await call("POST", "/sites", { name: "Harbour" });
  await call("POST", "/cameras", { name: "Gate", site_id: site.id, tags: ["outdoor"] });
  await call("POST", "/cameras", { name: "Lobby", enabled: false });
  await openPage(page, `/${slug}/cameras?view=cards&status=pending,broken&site_id=${site.id}&tag=outdoor`);
  await expect(page.getByRole("button", { name: "Status: Pending" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Site: Harbour" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Tag: outdoor" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Gate" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Lobby" })).toHaveCount(0);

  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(`/${slug}/cameras?view=cards`);
  await expect(page.getByRole("link", { name: "Lobby" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Tag" })).toHaveCount(0);

  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get("status") === "disabled");
  await page.getByRole("button", { name: "Status", exact: true }).click();
  const choices = page.getByRole("dialog", { name: "Filter by status" });
  await expect(choices.getByRole("checkbox", { name: "Pending 1" })).not.toBeChecked();
  await choices.getByRole("checkbox", { name: "Disabled 1" }).check();
  await asked;
  await expect(page).toHaveURL(`/${slug}/cameras?status=disabled&view=cards`);
  await page.keyboard.press("Escape");
  await page.getByRole("group", { name: "View" }).getByRole("radio", { name: "Table" }).check({ force: true });
  await expect(page).toHaveURL(`/${slug}/cameras?status=disabled`);
  await expect(page.getByRole("table", { name: "Cameras" }).getByRole("rowheader")).toHaveText(["Lobby"]);
});

test("the clear button of a search empties it and keeps the focus there", async ({ ownOrganization }) => {
  const { page, slug } = await ownOrganization({});
  await openPage(page, `/${slug}/settings/members`);
  const field = page.getByRole("searchbox", { name: "Search members" });
  const clear = page.getByRole("button", { name: "Clear search" });
  await expect(clear).toHaveCount(0);
  await field.fill("stranger of this name");
  await expect(page.getByRole("heading", { name: "No member matches" })).toBeVisible();
  await clear.click();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await expect(clear).toHaveCount(0);
  await expect(page).toHaveURL(`/${slug}/settings/members`);
});

test("a camera's site and time zone are found by typing and survive a form error", async ({ ownOrganization }) => {
  const { page, slug, call } = await ownOrganization();
  const site = await call("POST", "/sites", { name: "Harbour" });
  await call("POST", "/sites", { name: "Quarry" });
  await openPage(page, `/${slug}/cameras`);
  await page.getByRole("button", { name: "Add camera" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a camera" });
  await dialog.getByRole("combobox", { name: /Site/ }).fill("harb");
  await page.getByRole("option", { name: "Harbour" }).click();
  const zone = dialog.getByRole("combobox", { name: /Time zone/ });
  await zone.fill("amsterdam");
  await page.keyboard.press("Enter");
  await expect(zone).toHaveValue("Europe/Amsterdam");
  await dialog.getByRole("button", { name: "Add camera" }).click();
  await expect(dialog.getByText(messages.noCameraName)).toBeVisible();
  await dialog.getByLabel("Name").fill("Gate");
  await dialog.getByRole("button", { name: "Add camera" }).click();
  await expect(dialog).toBeHidden();
  const { data } = await call("GET", "/cameras");
  expect(data).toEqual([expect.objectContaining({ name: "Gate", site_id: site.id, timezone: "Europe/Amsterdam" })]);

  await page.getByRole("button", { name: "Add camera" }).first().click();
  await expect(zone).toHaveValue("");
});
