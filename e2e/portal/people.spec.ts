import { demoPeople } from "@/lib/demo/people";
import { demoCredentials, expect, openPage, test } from "../fixtures/browser";

test("the sign-in page takes a person back to the page that asked for it", async ({ visitor: page }) => {
  await openPage(page, "/demo/cameras");
  await expect(page).toHaveURL(/\/sign-in\?callback=/);
  await page.getByLabel("Email").fill(demoPeople.support.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The email or password is wrong.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(demoPeople.support.email);
  await page.getByLabel("Password", { exact: true }).fill(demoCredentials().supportPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/demo\/cameras$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a sign-in never leads to another site", async ({ visitor: page }) => {
  await openPage(page, "/sign-in?callback=https://evil.example/");
  await page.getByLabel("Email").fill(demoPeople.viewer.email);
  await page.getByLabel("Password", { exact: true }).fill(demoCredentials().viewerPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/demo$/);
});

test("an organization that a person does not belong to is not there", async ({ pageAs }) => {
  const page = await pageAs("admin");
  const reply = await page.goto("/somebody-else/alerts");
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
