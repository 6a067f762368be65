import { callAsPartner, copyAndClose, expect, openPage, test } from "../fixtures/browser";

test("an admin signs up, creates a key, sees an alert arrive and revokes the key", async ({
  visitor: page,
  request,
}) => {
  await openPage(page, "/sign-up");
  const name = `Story ${Date.now()}`;
  await page.getByLabel("Your name").fill("Nora Newcomer");
  await page.getByLabel("Work email").fill(`nora-${Date.now()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByLabel("Organization").fill(name);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/story-\d+/);
  const slug = new URL(page.url()).pathname.split("/")[1];

  await openPage(page, `/${slug}/settings/api-keys`);
  const create = page.getByRole("button", { name: "Create key" }).first();
  await expect(create).toBeDisabled();
  await page.getByRole("switch", { name: "API access" }).click();
  await expect(create).toBeEnabled();
  await create.click();
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  await dialog.getByLabel("Name").fill("Edge gateway");
  await dialog.getByRole("button", { name: "Create key" }).click();

  const reveal = page.getByRole("dialog", { name: "Save your key" });
  await expect(reveal.getByRole("button", { name: "Copy", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  const gate = page.getByRole("alertdialog", { name: "You won't see this key again" });
  await gate.getByRole("button", { name: "Back to the key" }).click();
  await reveal.getByRole("button", { name: "Show key" }).click();
  const key = await reveal.getByLabel("API key").inputValue();
  expect(key).toMatch(/^sl_key_[0-9A-Za-z]{36}$/);
  await copyAndClose(reveal);
  await expect(page.getByText("Edge gateway").first()).toBeVisible();
  expect(await page.content()).not.toContain(key);

  await openPage(page, `/${slug}/alerts`);
  const camera = await callAsPartner(request, key, "POST", "/cameras", {
    name: "Front gate",
    external_id: "front-gate",
  });
  expect(camera.status).toBe(201);
  expect((await callAsPartner(request, key, "GET", "/cameras")).json.data).toHaveLength(1);
  const sent = { camera_id: "front-gate", use_case: "intrusion", status: "open", title: "Stranger at the gate" };
  expect((await callAsPartner(request, key, "POST", "/alerts", sent)).status).toBe(201);
  expect((await callAsPartner(request, key, "GET", "/alerts")).json.data).toHaveLength(1);
  await expect(page.getByText("Stranger at the gate").first()).toBeVisible({ timeout: 30_000 });

  await openPage(page, `/${slug}/settings/api-keys`);
  await page.getByRole("button", { name: "Actions for Edge gateway" }).first().click();
  await page.getByRole("menuitem", { name: /Revoke/ }).click();
  const revoke = page.getByRole("alertdialog", { name: /Revoke “Edge gateway”/ });
  await expect(revoke.getByRole("button", { name: "Revoke key" })).toBeDisabled();
  await revoke.getByRole("textbox").fill("Edge gateway");
  await revoke.getByRole("button", { name: "Revoke key" }).click();
  await expect(revoke).toBeHidden();
  expect((await callAsPartner(request, key, "GET", "/alerts")).status).toBe(401);
});
