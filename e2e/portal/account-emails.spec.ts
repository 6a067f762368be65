import type { Page } from "@playwright/test";
import { expect, openPage, test } from "../fixtures/browser";
import { startTestCluster, type TestCluster } from "../fixtures/databases";
import { PASSWORD } from "../fixtures/secrets";
import { startTestServer, type TestServer } from "../fixtures/servers";
import { type SmtpFixture, startSmtp } from "../fixtures/smtp";

const NEW_PASSWORD = "another horse, another battery";

let smtp: SmtpFixture;
let server: TestServer;
let inviteOnly: TestServer;
let database: TestCluster;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  smtp = await startSmtp();
  database = await startTestCluster("mail");
  const AUTH_SECRET = "a secret that only the tests know, 0123456789";
  const settings = { DATABASE_URL: database.url, AUTH_SECRET };
  server = await startTestServer("server", { ...settings, SMTP_URL: smtp.url, WORKER: "on" });
  inviteOnly = await startTestServer("server", { ...settings, SIGN_UP: "invite" });
});

test.afterAll(async () => {
  await Promise.all([server?.stop(), inviteOnly?.stop()]);
  await smtp?.stop();
  await database?.stop();
});

const emailsTo = (address: string) => smtp.emails().filter(({ recipients }) => recipients.includes(address));

/**
 * Waits until this many emails to an address have been received.
 * @returns the link to a page of this site in the newest email.
 */
async function linkTo(address: string, page: string, number = 1): Promise<string> {
  await expect.poll(() => emailsTo(address).length, { timeout: 60_000 }).toBe(number);
  const link = new RegExp(`https?://\\S+/${page}/[\\w-]+`).exec(emailsTo(address).at(-1)?.text ?? "")?.[0] ?? "";
  expect(link.startsWith(`${server.url}/${page}/`)).toBe(true);
  return link;
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await openPage(page, "/sign-up");
  await page.getByLabel("Your name").fill("Noor Newcomer");
  await page.getByLabel("Work email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Organization").fill("Dockside");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
}

test("the email link and the password create an account, and a second sign-up looks the same", async ({
  newBrowser,
}) => {
  const page = await (await newBrowser({ baseURL: server.url })).newPage();
  const email = "noor@example.test";
  await fillSignUp(page, email);
  const link = await linkTo(email, "verify-email");
  // Fetches the link twice, like a mailbox scanner before the person opens it.
  for (let i = 0; i < 2; i += 1) expect((await page.request.get(link)).ok()).toBe(true);

  await openPage(page, link);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This isn't the password you chose when you signed up.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(`${server.url}/dockside`);

  const visitor = await (await newBrowser({ baseURL: server.url })).newPage();
  await openPage(visitor, link);
  await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await fillSignUp(visitor, email);
  await expect.poll(() => emailsTo(email).length, { timeout: 60_000 }).toBe(2);
  expect(emailsTo(email)[1]).toMatchObject({
    subject: "You already have an account",
    text: expect.stringContaining(`${server.url}/forgot-password`),
  });
});

test("a weak password is rejected at its field with advice", async ({ newBrowser }) => {
  const page = await (await newBrowser({ baseURL: server.url })).newPage();
  await openPage(page, "/sign-up");
  await expect(page.getByText("At least 8 characters. Not a common password")).toBeVisible();
  await page.getByLabel("Your name").fill("Noor Newcomer");
  await page.getByLabel("Work email").fill("weak@example.test");
  await page.getByLabel("Password", { exact: true }).fill("12345678");
  await page.getByLabel("Organization").fill("Dockside");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This is one of the most common passwords. Choose another")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
});

test("invite-only sign-up is explained, and pages don't offer to create an account", async ({ newBrowser }) => {
  const page = await (await newBrowser({ baseURL: inviteOnly.url })).newPage();
  await openPage(page, "/");
  await expect(page.getByRole("link", { name: "Create an organization" })).toHaveCount(0);
  await openPage(page, "/sign-in");
  await expect(page.getByText("Ask an admin of your organization for an invitation.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create an account" })).toHaveCount(0);
  await openPage(page, "/sign-up");
  await expect(page.getByRole("heading", { name: "Sign-up is by invitation" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${inviteOnly.url}/sign-in`);
});

test("a forgotten password is reset by the link in the delivered email", async ({ newBrowser }) => {
  const page = await (await newBrowser({ baseURL: server.url })).newPage();
  const email = "forgetful@example.test";
  const headers = { Origin: server.url };
  const data = { name: "Fay Getful", email, password: PASSWORD, organization_name: "Harbour" };
  expect((await page.request.post("/api/v1/sign-up", { headers, data })).status()).toBe(202);
  const token = (await linkTo(email, "verify-email")).split("/").at(-1);
  const verification = { headers, data: { token, password: PASSWORD } };
  expect((await page.request.post("/api/v1/account/verify-email", verification)).status()).toBe(201);
  await openPage(page, "/sign-in");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("we sent a link to set a new password")).toBeVisible();

  await openPage(page, await linkTo(email, "reset-password", 2));
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password was changed")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${server.url}/harbour`);
  await expect.poll(() => emailsTo(email).length, { timeout: 60_000 }).toBe(3);
  expect(emailsTo(email)[2]).toMatchObject({ recipients: [email], subject: expect.stringMatching(/password/i) });
});
