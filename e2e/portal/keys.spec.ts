import type { Locator, Page } from "@playwright/test";
import { messages } from "@/lib/messages";
import type { OwnOrganization } from "../fixtures/browser";
import { callAsPartner, copyAndClose, expect, openPage, portalUrl, reloadPage, test } from "../fixtures/browser";

/** Opens the API keys page and turns API access on. */
async function turnOn({ page, slug }: OwnOrganization): Promise<void> {
  await openPage(page, `/${slug}/settings/api-keys`);
  await page.getByRole("switch", { name: "API access" }).click();
  await expect(page.getByRole("button", { name: "Create key" }).first()).toBeEnabled();
}

const reveal = (page: Page) => page.getByRole("dialog", { name: "Save your key" });

/** Returns the key that a dialog shows once. It also copies the key and closes the dialog. */
async function keepKey(page: Page): Promise<string> {
  const dialog = reveal(page);
  await dialog.getByRole("button", { name: "Show key" }).click();
  const key = await dialog.getByLabel("API key").inputValue();
  await copyAndClose(dialog);
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
  const key = await keepKey(page);
  // Waits for the new row, because the first key replaces the empty list and its button.
  await expect(page.getByRole("rowheader", { name })).toBeVisible();
  return key;
}

test("a key is shown once, and closing its dialog asks for confirmation until it is copied", async ({
  ownOrganization,
  request,
}) => {
  const admin = await ownOrganization();
  const { page } = admin;
  await turnOn(admin);
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create API key" });
  await form.getByLabel("Name").fill("Dock gateway");
  await form.getByText("Custom", { exact: true }).click();
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByText(messages.noPermission)).toBeVisible();
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
    () => page.evaluate(() => window.history.back()),
    () => page.evaluate(() => window.history.back()),
  ];
  const palette = page.getByRole("dialog", { name: "Command palette" });
  for (const leave of waysOut) {
    await page.keyboard.press("Control+k");
    await leave();
    await expect(gate).toBeVisible();
    await expect(palette).toHaveCount(0);
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
    await expect(code).toContainText(`export SIGHTLINE_API_KEY='${key}'`);
    await expect(code).toContainText(/Bearer .*SIGHTLINE_API_KEY/);
    await expect(code).toContainText(`${portalUrl()}/api/v1/me`);
  }
  await copyAndClose(dialog);
  expect(await page.content()).not.toContain(key);
  await page.keyboard.press("Control+k");
  await expect(palette).toBeVisible();

  const me = await callAsPartner(request, key, "GET", "/me");
  expect(me.json.scopes).toEqual(["alerts:read", "alerts:write", "cameras:read"]);
  const days = (Date.parse(me.json.expires_at) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect((await callAsPartner(request, key, "GET", "/alerts")).status).toBe(200);
  const refused = await callAsPartner(request, key, "POST", "/cameras", { name: "No" });
  expect({ status: refused.status, code: refused.json.code }).toEqual({ status: 403, code: "insufficient_scope" });
});

test("rotation with an overlap keeps both keys valid; without one it ends the old key", async ({
  ownOrganization,
  request,
}) => {
  const admin = await ownOrganization();
  const { page } = admin;
  await turnOn(admin);
  const status = async (key: string) => (await callAsPartner(request, key, "GET", "/me")).status;
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
  const third = await rotate("Not at all", "Rotate and revoke the old key");
  expect([await status(first), await status(second), await status(third)]).toEqual([200, 401, 200]);
});

test("a reopened dialog clears the earlier error and the rotation choice", async ({ ownOrganization }) => {
  const admin = await ownOrganization();
  const { page } = admin;
  await turnOn(admin);
  await createKey(page, "Warehouse");
  const create = page.getByRole("dialog", { name: "Create API key" });
  await page.getByRole("button", { name: "Create key" }).click();
  await create.getByText("Custom", { exact: true }).click();
  await create.getByLabel("Name").fill("Half of it");
  await create.getByRole("button", { name: "Create key" }).click();
  await expect(create.getByText(messages.noPermission)).toBeVisible();
  await create.getByRole("button", { name: "Cancel" }).click();
  await expect(create).toBeHidden();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(create.getByLabel("Name")).toHaveValue("Half of it");
  await expect(create.getByText(messages.noPermission)).toHaveCount(0);
  await create.getByRole("button", { name: "Cancel" }).click();
  await expect(create).toBeHidden();

  const rotate = page.getByRole("dialog", { name: "Rotate “Warehouse”" });
  const openRotation = async () => {
    await page.getByRole("button", { name: "Actions for Warehouse" }).click();
    await page.getByRole("menuitem", { name: "Rotate" }).click();
  };
  await openRotation();
  await rotate.getByText("Not at all", { exact: true }).click();
  await expect(rotate.getByRole("button", { name: "Rotate and revoke the old key" })).toBeVisible();
  await rotate.getByRole("button", { name: "Cancel" }).click();
  await expect(rotate).toBeHidden();
  await openRotation();
  await expect(rotate.getByRole("radio", { name: "24 hours" })).toBeChecked();
  await expect(rotate.getByRole("button", { name: "Rotate key" })).toBeVisible();
});

test("a click on a key's row opens its page", async ({ ownOrganization }) => {
  const admin = await ownOrganization();
  const { page } = admin;
  await turnOn(admin);
  await createKey(page, "Row");
  await page.getByRole("row", { name: /Row/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Row" })).toBeVisible();
});

test("a disabled key is rejected until it is enabled again", async ({ ownOrganization, request }) => {
  const admin = await ownOrganization();
  const { page, slug } = admin;
  await turnOn(admin);
  const key = await createKey(page, "Night shift");
  const status = async () => (await callAsPartner(request, key, "GET", "/me")).status;
  await page.getByRole("button", { name: "Actions for Night shift" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable key" }).click();
  await expect(page.getByText("Requests refused")).toBeVisible();
  expect(await status()).toBe(401);

  await page.getByRole("link", { name: "Night shift" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Night shift" })).toBeVisible();
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByRole("button", { name: "Disable" })).toBeVisible();
  expect(await status()).toBe(200);
  await openPage(page, `/${slug}/settings/api-keys`);
  await page.getByRole("searchbox", { name: "Search keys" }).fill("nothing like it");
  await expect(page.getByText("No key matches")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search keys" }).fill("night");
  await expect(page.getByRole("link", { name: "Night shift" })).toBeVisible();
});

test("reduced permissions apply from the next request, and the key page shows the rejections", async ({
  ownOrganization,
  request,
}) => {
  const admin = await ownOrganization();
  const { page } = admin;
  await turnOn(admin);
  const key = await createKey(page, "Analyst", { alerts: "Read & write", analytics: "Read" });
  expect((await callAsPartner(request, key, "GET", "/analytics/summary")).status).toBe(200);

  await page.getByRole("link", { name: "Analyst" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Analyst" })).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “Analyst”" });
  await choose(dialog, "analytics", "None");
  await dialog.getByLabel("Name").fill("Reader");
  await dialog.getByLabel("Expires").selectOption("7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Reader" })).toBeVisible();
  await expect(page.getByText("Expires soon")).toBeVisible();

  const refused = await callAsPartner(request, key, "GET", "/analytics/summary");
  expect({ status: refused.status, code: refused.json.code }).toEqual({ status: 403, code: "insufficient_scope" });
  expect((await callAsPartner(request, key, "GET", "/alerts")).status).toBe(200);
  // Reloads the page until the entry appears, because the log is written about once a second.
  await expect(async () => {
    await reloadPage(page);
    await expect(page.getByText("Missing scope").first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 45_000 });
  await page.getByText("As a table").click();
  await expect(page.getByRole("table", { name: "Requests per day" }).getByRole("row")).toHaveCount(31);
  await expect(page.getByRole("link", { name: "Requests", exact: true })).toHaveAttribute(
    "href",
    /\/settings\/requests\?credential=key_/,
  );
});

test("every page warns about an expiring key until the warning is dismissed or the expiry extended", async ({
  ownOrganization,
}) => {
  const admin = await ownOrganization();
  const { page, slug } = admin;
  await turnOn(admin);
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
  await openPage(page, `/${slug}/alerts`);
  await expect(banner.getByRole("listitem")).toHaveCount(2);
  await banner.getByRole("button", { name: "Dismiss the warning for Office" }).click();
  await expect(banner.getByRole("listitem")).toHaveCount(1);
  await reloadPage(page);
  await expect(banner.getByRole("listitem")).toHaveText([/Forklift/]);

  await banner.getByRole("link", { name: "Forklift" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forklift" })).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “Forklift”" });
  await dialog.getByLabel("Expires").selectOption("90");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(banner).toBeHidden();
});

for (const role of ["support", "viewer"] as const) {
  test(`${role} cannot open the key pages or see expiry warnings`, async ({ ownOrganization }) => {
    const { page: admin, slug, call, makeKey, join } = await ownOrganization();
    const { id, secret } = await makeKey("Gateway", ["alerts:read"]);
    await call("PATCH", `/keys/${id}`, { expires_at: new Date(Date.now() + 2 * 86_400_000).toISOString() });
    const warning = (page: Page) => page.getByRole("region", { name: "Keys that expire soon" });
    await admin.goto(`/${slug}/settings/api-keys`);
    await expect(warning(admin)).toContainText("Gateway");

    const { page } = await join(role, "Noor Newcomer");
    for (const path of [`/${slug}/settings/api-keys`, `/${slug}/settings/api-keys/${id}`]) {
      await openPage(page, path);
      await expect(page.getByText("Only admins can manage API keys")).toBeVisible();
      expect(await page.content()).not.toContain(secret.slice(0, "sl_key_ab".length));
      await expect(page.getByRole("button", { name: /Create key|Rotate|Revoke|Edit/ })).toHaveCount(0);
    }
    await expect(warning(page)).toHaveCount(0);
    await openPage(page, `/${slug}`);
    await expect(page.getByRole("link", { name: "Alerts" }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "API keys" })).toHaveCount(0);
    const headers = { "Sightline-Organization": slug };
    expect((await page.request.get(`/api/v1/keys/${id}`, { headers })).status()).toBe(403);
  });
}
