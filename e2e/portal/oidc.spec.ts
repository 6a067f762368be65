import type { Page } from "@playwright/test";
import { expect, openPage, test } from "../fixtures/browser";
import { startTestCluster, type TestCluster } from "../fixtures/databases";
import { type IdentityProvider, startIdentityProvider, type TestClaims } from "../fixtures/oidc";
import { startTestServer, type TestServer } from "../fixtures/servers";

// Runs these tests in sequence. In parallel, each one's worker process would start its own server and database.
test.describe.configure({ mode: "default" });

let provider: IdentityProvider;
let server: TestServer;
let database: TestCluster;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  provider = await startIdentityProvider();
  database = await startTestCluster("oidc");
  const AUTH_SECRET = "a secret that only the tests know, 0123456789";
  server = await startTestServer("server", { DATABASE_URL: database.url, AUTH_SECRET, ...provider.settings });
  provider.serve(server.url);
});

test.afterAll(async () => {
  await server?.stop();
  await provider?.stop();
  await database?.stop();
});

async function continueAs(page: Page, subject: string, claims: TestClaims): Promise<void> {
  provider.describe(subject, claims);
  await openPage(page, "/sign-in");
  await page.getByRole("button", { name: `Continue with ${new URL(provider.issuer).host}` }).click();
  await page.getByLabel("Subject").fill(subject);
  await page.getByRole("button", { name: "Continue" }).click();
}

const signUp = (page: Page, email: string) =>
  page.request.post(`${server.url}/api/v1/sign-up`, {
    headers: { Origin: server.url },
    data: { name: "Owner", email, password: "correct horse battery", organization_name: "Owner's cameras" },
  });

test("a newcomer from the identity provider is recognized and shown as not in an organization", async ({
  newBrowser,
}) => {
  for (const visit of ["first", "second"]) {
    const page = await (await newBrowser({ baseURL: server.url })).newPage();
    const email = visit === "first" ? "new@example.test" : "renamed@example.test";
    await continueAs(page, "newcomer", { email, email_verified: true, name: "New Person" });
    await expect(page.getByText("You aren't a member of an organization")).toBeVisible();
    await expect(page.getByText("new@example.test")).toBeVisible();
  }
});

test("an unverified email from the identity provider does not open the existing account", async ({ newBrowser }) => {
  const page = await (await newBrowser({ baseURL: server.url })).newPage();
  expect((await signUp(page, "owner@example.test")).status()).toBe(201);
  await continueAs(page, "thief", { email: "owner@example.test", email_verified: false });
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expect(page.getByRole("alert").filter({ hasText: "doesn't confirm that the address is yours" })).toBeVisible();
  await openPage(page, "/sign-in");
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("a verified email opens the existing account in its organization", async ({ newBrowser }) => {
  const page = await (await newBrowser({ baseURL: server.url })).newPage();
  expect((await signUp(page, "verified@example.test")).status()).toBe(201);
  await continueAs(page, "owner", { email: "verified@example.test", email_verified: true });
  await expect(page).toHaveURL(/\/owners-cameras/);
});

test("canceling at the identity provider returns to the sign-in page, which explains it and works again", async ({
  newBrowser,
}) => {
  const page = await (await newBrowser({ baseURL: server.url })).newPage();
  await openPage(page, "/sign-in");
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expect(page.getByRole("alert").filter({ hasText: "wasn't completed" })).toBeVisible();
  await continueAs(page, "again", { email: "again@example.test" });
  await expect(page.getByText("You aren't a member of an organization")).toBeVisible();
});
