import type { Page } from "@playwright/test";
import { expect, openPage, test } from "../fixtures/browser";

/** Returns the rows of the table of emails, without its header. */
const mailRows = (page: Page) =>
  page
    .getByRole("table", { name: "Emails, newest first" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

test("without a mail server, an email can be read in the portal and its link works", async ({ ownOrganization }) => {
  const { page, slug, email } = await ownOrganization();
  await openPage(page, `/${slug}/settings/email`);
  await expect(page.getByText("No mail server is configured")).toBeVisible();
  await expect(page.getByText("No emails yet")).toBeVisible();
  await page.getByRole("button", { name: "Send me a test email" }).click();
  const mail = mailRows(page);
  await expect(mail).toHaveCount(1);
  await expect(mail).toContainText(email);
  await expect(mail).toContainText("Waiting");

  await page.getByRole("button", { name: `Open: Test email to ${email}` }).click();
  const dialog = page.getByRole("dialog", { name: "Test email" });
  const frame = dialog.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Your email works" })).toBeVisible();
  await expect(frame.getByText("Ingrid Lund")).toBeVisible();
  const address = await dialog.getByLabel("Its link").inputValue();
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("link", { name: "Open the email settings" }).click(),
  ]);
  await expect(opened).toHaveURL(address);
  await expect(opened.getByRole("heading", { level: 1, name: "Email" })).toBeVisible();

  await dialog.getByRole("tab", { name: "As text" }).click();
  await expect(dialog.getByText(address)).toBeVisible();
});

test("an email preview is sandboxed without scripts or an origin", async ({ ownOrganization }) => {
  const { page, slug, call } = await ownOrganization({ person: '<img src=x onerror="window.hit=1">' });
  await call("POST", "/emails/test");
  await openPage(page, `/${slug}/settings/email`);
  await page.getByRole("button", { name: /^Open: Test email/ }).click();
  const frame = page.locator('iframe[title="Email"]');
  await expect(frame.contentFrame().getByText("<img src=x onerror=")).toBeVisible();
  const sandbox = (await frame.getAttribute("sandbox")) ?? "allow-scripts";
  expect(sandbox).not.toMatch(/allow-scripts|allow-same-origin|allow-forms|allow-top-navigation/);
});

test("emails are filtered by state, and the URL keeps the filter", async ({ ownOrganization }) => {
  const { page, slug, call } = await ownOrganization();
  await call("POST", "/emails/test");
  await openPage(page, `/${slug}/settings/email?state=waiting`);
  await expect(mailRows(page)).toHaveCount(1);
  await page.getByRole("group", { name: "Show emails" }).getByText("Sent").click();
  await expect(page).toHaveURL(/state=sent/);
  await expect(page.getByText("No email is sent")).toBeVisible();
});

test("a rejected test email shows the reason and the request ID", async ({ ownOrganization }) => {
  const { page, slug } = await ownOrganization();
  await openPage(page, `/${slug}/settings/email`);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Send me a test email" }).click();
  const notice = page.getByRole("listitem").filter({ hasText: "The test email wasn't created" });
  await expect(notice).toContainText("You're signed out.");
  await expect(notice.getByText(/^request_/)).toBeVisible();
  await expect(notice.getByRole("button", { name: "Copy request ID" })).toBeVisible();
});

test("email settings are restricted to admins", async ({ pageAs }) => {
  const page = await pageAs("viewer");
  await page.goto("/demo/settings/email");
  await expect(page.getByText("Only admins can view emails")).toBeVisible();
});
