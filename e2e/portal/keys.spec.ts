import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { expect, partner, portalUrl, signIn, test } from "../fixtures/browser";

const PASSWORD = "correct horse battery";
let serial = 0;

interface Story {
  context: BrowserContext;
  page: Page;
  slug: string;
}

/** An admin of an organization of the story's own, with API access on, on its page of keys. */
async function newAdmin(browser: Browser): Promise<Story> {
  const context = await browser.newContext({ baseURL: portalUrl() });
  serial += 1;
  const stamp = `${Date.now()}-${serial}`;
  const email = `keys-${stamp}@example.test`;
  const reply = await context.request.post("/api/v1/sign-up", {
    headers: { Origin: portalUrl() },
    data: { name: "Kay Keeper", email, password: PASSWORD, organization_name: `Keys ${stamp}` },
  });
  expect(reply.status()).toBe(201);
  const slug = (await reply.json()).organization.slug as string;
  await signIn(context.request, email, PASSWORD);
  const page = await context.newPage();
  await page.goto(`/${slug}/settings/api-keys`);
  await page.getByRole("switch", { name: "API access" }).click();
  await expect(page.getByRole("button", { name: "Create key" }).first()).toBeEnabled();
  return { context, page, slug };
}

const reveal = (page: Page) => page.getByRole("dialog", { name: "Save your key" });

/** Copies the key that is shown once and closes its dialog. */
async function keepKey(page: Page): Promise<string> {
  const dialog = reveal(page);
  await dialog.getByRole("button", { name: "Show key" }).click();
  const key = await dialog.getByLabel("API key").inputValue();
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return key;
}

async function choose(dialog: Locator, resource: string, level: string): Promise<void> {
  await dialog
    .getByRole("group", { name: `Access to ${resource}` })
    .getByText(level, { exact: true })
    .click();
}

async function createKey(page: Page, name: string, choices: Record<string, string> = {}): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  await dialog.getByLabel("Name").fill(name);
  if (Object.keys(choices).length > 0) await dialog.getByText("Custom", { exact: true }).click();
  for (const [resource, level] of Object.entries(choices)) await choose(dialog, resource, level);
  await dialog.getByRole("button", { name: "Create key" }).click();
  return keepKey(page);
}

test("a key is shown once, and every way out asks until it was copied", async ({ browser, request }) => {
  const { context, page } = await newAdmin(browser);
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create API key" });
  await form.getByLabel("Name").fill("Dock gateway");
  await form.getByText("Custom", { exact: true }).click();
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByText("Choose at least one permission.")).toBeVisible();
  await expect(form.getByLabel("Name")).toHaveValue("Dock gateway");
  await choose(form, "alerts", "Read & write");
  await choose(form, "cameras", "Read");
  await form.getByLabel("Expires").selectOption("30");
  await form.getByRole("button", { name: "Create key" }).click();

  const dialog = reveal(page);
  const copy = dialog.getByRole("button", { name: "Copy", exact: true });
  await expect(copy).toBeFocused();
  const gate = page.getByRole("alertdialog", { name: "You won't see this key again" });
  const waysOut = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(4, 4),
    () => dialog.getByRole("button", { name: "Close" }).click(),
    () => dialog.getByRole("button", { name: "Done" }).click(),
  ];
  for (const leave of waysOut) {
    await leave();
    await gate.getByRole("button", { name: "Back to the key" }).click();
    await expect(gate).toBeHidden();
    await expect(dialog).toBeVisible();
  }
  await expect(dialog.getByLabel("API key")).not.toHaveValue(/^sl_key_[0-9A-Za-z]{36}$/);
  await dialog.getByRole("button", { name: "Show key" }).click();
  const key = await dialog.getByLabel("API key").inputValue();
  for (const language of ["curl", "JavaScript", "Python"]) {
    await dialog.getByRole("tab", { name: language }).click();
    const code = dialog.getByRole("tabpanel");
    await expect(code).toContainText(`Bearer ${key}`);
    await expect(code).toContainText(`${portalUrl()}/api/v1/me`);
  }
  await copy.click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  expect(await page.content()).not.toContain(key);

  const me = await partner(request, key, "GET", "/me");
  expect(me.json.scopes).toEqual(["alerts:read", "alerts:write", "cameras:read"]);
  const days = (Date.parse(me.json.expires_at) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect((await partner(request, key, "GET", "/alerts")).status).toBe(200);
  const refused = await partner(request, key, "POST", "/cameras", { name: "No" });
  expect({ status: refused.status, code: refused.json.code }).toEqual({ status: 403, code: "insufficient_scope" });
  await context.close();
});

test("a rotation with an overlap lets both keys work, one without ends the old one", async ({ browser, request }) => {
  const { context, page } = await newAdmin(browser);
  const status = async (key: string) => (await partner(request, key, "GET", "/me")).status;
  const rotate = async (overlap: string, confirm: string) => {
    await page.getByRole("button", { name: "Rotate", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Rotate “Warehouse”" });
    await dialog.getByText(overlap, { exact: true }).click();
    await dialog.getByRole("button", { name: confirm }).click();
    return keepKey(page);
  };
  const first = await createKey(page, "Warehouse");
  await page.getByRole("link", { name: "Warehouse" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Warehouse" })).toBeVisible();
  const second = await rotate("1 hour", "Rotate key");
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  await expect(page.getByText("Being replaced")).toBeVisible();
  await expect(page.getByRole("button", { name: "Rotate", exact: true })).toHaveCount(0);

  await page.getByRole("link", { name: /^key_/ }).click();
  await expect(page.getByText("Being replaced")).toBeHidden();
  const third = await rotate("Not at all", "Rotate and end the old key");
  expect([await status(first), await status(second), await status(third)]).toEqual([200, 401, 200]);
  await context.close();
});

test("a disabled key is refused until it is enabled again", async ({ browser, request }) => {
  const { context, page, slug } = await newAdmin(browser);
  const key = await createKey(page, "Night shift");
  const status = async () => (await partner(request, key, "GET", "/me")).status;
  await page.getByRole("button", { name: "Actions for Night shift" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable key" }).click();
  await expect(page.getByText("Requests refused")).toBeVisible();
  expect(await status()).toBe(401);

  await page.getByRole("link", { name: "Night shift" }).click();
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByRole("button", { name: "Disable" })).toBeVisible();
  expect(await status()).toBe(200);
  await page.goto(`/${slug}/settings/api-keys`);
  await page.getByRole("searchbox", { name: "Search keys" }).fill("nothing like it");
  await expect(page.getByText("No key matches")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search keys" }).fill("night");
  await expect(page.getByRole("link", { name: "Night shift" })).toBeVisible();
  await context.close();
});

test("fewer permissions hold from the next request on, and the page of the key shows what came of it", async ({
  browser,
  request,
}) => {
  const { context, page } = await newAdmin(browser);
  const key = await createKey(page, "Analyst", { alerts: "Read & write", analytics: "Read" });
  expect((await partner(request, key, "GET", "/analytics/summary")).status).toBe(200);

  await page.getByRole("link", { name: "Analyst" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “Analyst”" });
  await choose(dialog, "analytics", "None");
  await dialog.getByLabel("Name").fill("Reader");
  await dialog.getByLabel("Expires").selectOption("7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Reader" })).toBeVisible();
  await expect(page.getByText("Expires soon")).toBeVisible();

  const refused = await partner(request, key, "GET", "/analytics/summary");
  expect({ status: refused.status, code: refused.json.code }).toEqual({ status: 403, code: "insufficient_scope" });
  expect((await partner(request, key, "GET", "/alerts")).status).toBe(200);
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText("Missing scope").first().isVisible();
    })
    .toBe(true);
  await page.getByText("As a table").click();
  await expect(page.getByRole("table", { name: "Requests per day" }).getByRole("row")).toHaveCount(31);
  await expect(page.getByRole("link", { name: "Requests", exact: true })).toHaveAttribute(
    "href",
    /\/settings\/requests\?credential=key_/,
  );
  await context.close();
});

test("every page warns of a key that ends soon, until the warning is put away or the key lives longer", async ({
  browser,
}) => {
  const { context, page, slug } = await newAdmin(browser);
  await createKey(page, "Forklift");
  await createKey(page, "Office");
  for (const name of ["Forklift", "Office"]) {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: `Edit “${name}”` });
    await dialog.getByLabel("Expires").selectOption("7");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  }
  const banner = page.getByRole("region", { name: "Keys that expire soon" });
  await expect(banner.getByRole("listitem")).toHaveText([/Forklift expires \d/, /Office expires \d/]);
  await page.goto(`/${slug}/alerts`);
  await expect(banner.getByRole("listitem")).toHaveCount(2);
  await banner.getByRole("button", { name: "Put the warning of Office away" }).click();
  await expect(banner.getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(banner.getByRole("listitem")).toHaveText([/Forklift/]);

  await banner.getByRole("link", { name: "Forklift" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “Forklift”" });
  await dialog.getByLabel("Expires").selectOption("90");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(banner).toBeHidden();
  await context.close();
});

for (const role of ["support", "viewer"] as const) {
  test(`${role} opens neither the page of the keys nor that of one, and is warned of none`, async ({ pageAs }) => {
    const admin = await pageAs("admin");
    const reply = await admin.request.get("/api/v1/keys", { headers: { "Sightline-Organization": "demo" } });
    const [key] = (await reply.json()).data as { id: string; name: string; start: string }[];
    const page = await pageAs(role);
    for (const path of ["/demo/settings/api-keys", `/demo/settings/api-keys/${key?.id}`]) {
      await page.goto(path);
      await expect(page.getByText("API keys are for admins")).toBeVisible();
      expect(await page.content()).not.toContain(key?.start ?? "sl_key_");
      await expect(page.getByRole("button", { name: /Create key|Rotate|Revoke|Edit/ })).toHaveCount(0);
    }
    await expect(page.getByRole("region", { name: "Keys that expire soon" })).toHaveCount(0);
    const headers = { "Sightline-Organization": "demo" };
    expect((await page.request.get(`/api/v1/keys/${key?.id}`, { headers })).status()).toBe(403);
  });
}
