import { expect, openPage, test } from "../fixtures/browser";

test("a link to a filtered list asks for that list alone, and Back leads to where it was", async ({
  ownOrganization,
}) => {
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

test("text that was typed before the page reacted is searched for", async ({ ownOrganization }) => {
  const { page, slug } = await ownOrganization({});
  // Scripts arrive only when the text has been typed.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/${slug}/settings/members`, { waitUntil: "commit" });
  await page.getByRole("searchbox", { name: "Search members" }).fill("nobody of this name");
  letGo();
  await expect(page.getByRole("heading", { name: "No member matches" })).toBeVisible();
  await expect(page).toHaveURL(`/${slug}/settings/members?q=nobody+of+this+name`);
});
