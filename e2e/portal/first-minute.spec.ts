import { expect, openPage, test, waitForHydration } from "../fixtures/browser";

const MAX_CLICKS = 8;

test("a visitor reaches the first alert within eight clicks without leaking the key", async ({ visitor: page }) => {
  let clicks = 0;
  const click = async (name: string) => {
    clicks += 1;
    await page.getByRole("button", { name, exact: true }).click();
  };
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));

  await openPage(page, "/");
  clicks += 1;
  await page.getByRole("main").getByRole("link", { name: "Create an organization" }).click();
  await page.waitForURL("/sign-up");
  await waitForHydration(page);
  await page.getByLabel("Your name").fill("Nora Newcomer");
  await page.getByLabel("Work email").fill(`minute-${Date.now()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByLabel("Organization").fill(`Minute ${Date.now()}`);
  await click("Create account");
  await page.waitForURL(/\/minute-\d+/);
  const slug = new URL(page.url()).pathname.split("/")[1] ?? "";
  await click("Turn on API access");
  await click("Create a key");
  await page.getByRole("dialog", { name: "Create API key" }).getByLabel("Name").fill("Edge gateway");
  await click("Create key");
  const reveal = page.getByRole("dialog", { name: "Save your key" });
  await click("Send a test alert");
  await expect(reveal.getByRole("link", { name: "Open alert" })).toBeVisible();
  await expect(reveal.getByText("Test alert").last()).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);

  await reveal.getByRole("button", { name: "Show key" }).click();
  const secret = await reveal.getByLabel("API key").inputValue();
  expect(secret).toMatch(/^sl_key_[0-9A-Za-z]{36}$/);
  await reveal.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(reveal.getByRole("button", { name: "Copied" })).toBeVisible();
  await reveal.getByRole("button", { name: "Done" }).click();
  await expect(reveal).toBeHidden();

  await expect(page.getByText("Your first alert has arrived")).toBeVisible();
  const traces = await page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      location.href,
      performance.getEntriesByType("resource").map(({ name }) => name),
    ]),
  );
  expect(traces).not.toContain(secret);
  expect(await page.content()).not.toContain(secret);
  expect(addresses.join("\n")).not.toContain(secret);

  const headers = { "Sightline-Organization": slug };
  await expect
    .poll(async () => (await (await page.request.get("/api/v1/requests", { headers })).json()).data)
    .toContainEqual(
      expect.objectContaining({
        method: "POST",
        route: "/alerts",
        status: 201,
        credential: expect.objectContaining({ name: "Edge gateway" }),
      }),
    );
});

test("the empty alert list leads to a first alert while the key stays visible", async ({ ownOrganization }) => {
  const { slug, page } = await ownOrganization();
  await openPage(page, `/${slug}/alerts`);
  await expect(page.getByRole("heading", { name: "Three steps to your first alert" })).toBeVisible();
  const turnOn = page.getByRole("button", { name: "Turn on API access" });
  if (await turnOn.isVisible()) await turnOn.click();
  await page.getByRole("button", { name: "Create a key" }).click();
  await expect(page.getByRole("dialog", { name: "Create API key" }).getByLabel("Name")).toHaveValue("My first key");
  await page.getByRole("button", { name: "Create key", exact: true }).click();
  const reveal = page.getByRole("dialog", { name: "Save your key" });
  await reveal.getByRole("button", { name: "Send a test alert" }).click();
  await expect(reveal.getByRole("link", { name: "Open alert" })).toBeVisible();
  await expect(page.locator("table[aria-label=Alerts]").getByText("Test alert")).toBeVisible({ timeout: 15_000 });
  await reveal.getByRole("button", { name: "Dismiss as test" }).click();
  await expect(reveal.getByText("Dismissed", { exact: true })).toBeVisible();
  await expect(reveal.getByLabel("API key")).toBeVisible();
});

test("a key pasted into the request log sends a test alert without being leaked", async ({ ownOrganization }) => {
  const { slug, page, makeKey } = await ownOrganization();
  const { secret } = await makeKey("Edge gateway", ["alerts:write", "cameras:write"]);
  await openPage(page, "/docs");
  await expect(page.getByRole("heading", { name: "Three steps to your first alert" })).toBeVisible();
  await openPage(page, `/${slug}/settings/requests`);
  const send = page.getByRole("button", { name: "Send a test alert" });
  // Until the page's scripts have loaded, the button does nothing.
  await expect(async () => {
    await send.click();
    await expect(page.getByLabel("Your key")).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.getByLabel("Your key").fill(secret);
  await send.click();
  await expect(page.getByRole("heading", { name: "Your first alert has arrived" })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("link", { name: "Deduplicate alerts" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "/alerts" }).first()).toBeVisible({ timeout: 15_000 });
  const traces = await page.evaluate(() =>
    JSON.stringify([document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }, location.href]),
  );
  expect(traces).not.toContain(secret);
  await openPage(page, "/docs");
  await expect(page.getByRole("heading", { name: "Three steps to your first alert" })).toHaveCount(0);
});
