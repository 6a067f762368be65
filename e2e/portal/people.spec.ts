import { demoPeople } from "@/lib/demo/people";
import { messages } from "@/lib/messages";
import { demoCredentials, expect, openPage, test } from "../fixtures/browser";

test("signing in returns a person to the page they requested", async ({ visitor: page }) => {
  await openPage(page, "/demo/cameras");
  await expect(page).toHaveURL(/\/sign-in\?callback=/);
  await page.getByLabel("Email").fill(demoPeople.support.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(messages.wrongSignIn)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(demoPeople.support.email);
  await page.getByLabel("Password", { exact: true }).fill(demoCredentials().supportPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/demo\/cameras$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("signing in never redirects to another site", async ({ visitor: page }) => {
  await openPage(page, "/sign-in?callback=https://evil.example/");
  await page.getByLabel("Email").fill(demoPeople.viewer.email);
  await page.getByLabel("Password", { exact: true }).fill(demoCredentials().viewerPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/demo$/);
});

test("an organization that a person isn't a member of returns 404", async ({ pageAs }) => {
  const page = await pageAs("admin");
  const reply = await page.goto("/another-team/alerts");
  expect(reply?.status()).toBe(404);
});

test("signing out ends the session in this browser", async ({ pageAs }) => {
  const page = await pageAs("viewer");
  await openPage(page, "/demo");
  await page.getByRole("button", { name: demoPeople.viewer.name }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto("/demo");
  await expect(page).toHaveURL(/\/sign-in/);
});
