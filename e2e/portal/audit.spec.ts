import { readFileSync } from "node:fs";
import { expect, openPage, reloadPage, test } from "../fixtures/browser";

test("changes by an admin appear in the audit log as sentences with before and after values", async ({
  ownOrganization,
}) => {
  const { page, slug, call } = await ownOrganization();
  await call("PATCH", "/organization", { api_access: true });
  const { key } = await call("POST", "/keys", { name: "Gateway", scopes: ["alerts:read"] });
  await call("PATCH", "/organization", { alert_retention_days: 90 });
  await call("POST", `/keys/${key.id}/revoke`);

  await openPage(page, `/${slug}/settings/audit-log`);
  const entries = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
  await expect(entries).toHaveCount(5);
  await expect(entries.nth(0)).toContainText("Ingrid Lund revoked the key Gateway");
  await expect(entries.nth(1)).toContainText("Ingrid Lund changed how long alerts are kept from 365 to 90 days");
  await expect(entries.nth(2)).toContainText("Ingrid Lund created the key Gateway");
  await expect(entries.nth(3)).toContainText("Ingrid Lund turned on API access");
  await expect(entries.nth(4)).toContainText("Ingrid Lund created the organization");

  await entries.nth(1).getByRole("button").first().click();
  await expect(entries.nth(1).locator("del")).toContainText("365");
  await expect(entries.nth(1).locator("ins")).toContainText("90");
  await expect(entries.nth(1).getByText(/^request_/)).toBeVisible();
  await expect(entries.nth(1).getByRole("button", { name: "Copy request ID" })).toBeVisible();
});

test("the audit log filters by change, person, target and time, and the URL keeps the filters", async ({
  ownOrganization,
}) => {
  const { page, slug, call } = await ownOrganization();
  await call("PATCH", "/organization", { api_access: true });
  const { key } = await call("POST", "/keys", { name: "Gateway", scopes: ["alerts:read"] });
  await call("POST", "/keys", { name: "Second", scopes: ["alerts:read"] });
  await call("POST", `/keys/${key.id}/revoke`);

  await openPage(page, `/${slug}/settings/audit-log`);
  const entries = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
  await expect(entries).toHaveCount(5);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("checkbox", { name: "Key created" }).check();
  await expect(entries).toHaveCount(2);
  await expect(page).toHaveURL(/action=key\.created/);
  await reloadPage(page);
  await expect(entries).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(entries).toHaveCount(5);

  await entries.nth(0).getByRole("button").first().click();
  await entries
    .nth(0)
    .getByRole("button", { name: /Everything about Gateway/ })
    .click();
  await expect(entries).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`target=${key.id}`));

  await page.getByLabel("Search the audit log").fill("nothing has this name");
  await expect(page.getByText("No entry matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(entries).toHaveCount(5);

  await page.getByRole("button", { name: "Person", exact: true }).click();
  await page.getByRole("dialog", { name: "Filter by person" }).getByRole("radio", { name: "Ingrid Lund" }).check();
  await expect(page).toHaveURL(/actor=user_/);
  await expect(entries).toHaveCount(5);
  await page.getByRole("button", { name: "Clear person" }).click();
  await expect(page).not.toHaveURL(/actor=/);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Time", exact: true }).click();
  await page.getByLabel("Last 7 days").check();
  await expect(page).toHaveURL(/range=7d/);
  await expect(entries).toHaveCount(5);
  await reloadPage(page);
  await expect(page.getByRole("button", { name: "Time: Last 7 days" })).toBeVisible();
  await openPage(page, `/${slug}/settings/audit-log?from=2026-01-21T13:03:00.000Z&to=2026-01-21T14:10:00.000Z`);
  await expect(page.getByRole("button", { name: /^Time: 21 Jan 2026, \d\d:03 – \d\d:10 \S+$/ })).toBeVisible();
  await expect(page.getByText("No entry matches")).toBeVisible();
});

test("the audit log exports to CSV with the page's filter", async ({ ownOrganization }) => {
  const { page, slug, call } = await ownOrganization();
  await call("PATCH", "/organization", { api_access: true });
  await call("POST", "/keys", { name: "=1+1", scopes: ["alerts:read"] });
  await openPage(page, `/${slug}/settings/audit-log?action=key.created`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${slug}-audit-log-.*\\.csv$`));
  const [names, entry, ...rest] = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(names).toMatch(/^id,created_at,action,/);
  expect(entry).toContain(",key.created,user,");
  expect(entry).toContain(",'=1+1,");
  expect(rest).toEqual([]);
});

test("the audit log is restricted to admins", async ({ pageAs }) => {
  const page = await pageAs("support");
  await page.goto("/demo/settings/audit-log");
  await expect(page.getByText("Only admins can view the audit log")).toBeVisible();
});
