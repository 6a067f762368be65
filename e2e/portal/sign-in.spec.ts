import { expect, openPage, portalUrl, test } from "../fixtures/browser";
import { PASSWORD } from "../fixtures/secrets";

const ALLOWED_ATTEMPTS = 10;

test("password forms never put the password in the URL, even before hydration", async ({
  newBrowser,
  ownOrganization,
}) => {
  const { context } = await ownOrganization();
  const withoutScript = async (storageState: Awaited<ReturnType<typeof context.storageState>> | undefined) =>
    (await newBrowser({ javaScriptEnabled: false, ...(storageState && { storageState }) })).newPage();
  const [visitor, person] = [await withoutScript(undefined), await withoutScript(await context.storageState())];
  const pages = [
    { page: visitor, path: "/sign-in" },
    { page: visitor, path: "/sign-up" },
    { page: person, path: "/account/password" },
    { page: person, path: "/account/two-factor" },
  ];
  for (const { page, path } of pages) {
    await page.goto(path);
    const forms = page.locator("form:has(input[type=password])");
    await expect(forms).toHaveCount(1);
    await expect(forms).toHaveAttribute("action", /^javascript:throw/);
  }
});

test("sign-up with an existing email leads to sign-in, keeping the email and requested page", async ({
  ownOrganization,
  visitor: page,
}) => {
  const { email } = await ownOrganization();
  await openPage(page, `/sign-up?callback=${encodeURIComponent("/account/sessions")}`);
  await page.getByLabel("Your name").fill("Ingrid Lund");
  await page.getByLabel("Work email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Organization").fill("Another of hers");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Work email")).toBeFocused();
  await page.getByRole("link", { name: "Sign in instead" }).click();
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/account\/sessions$/);
});

test("a person without an organization can reach the pages that don't need one", async ({ ownOrganization }) => {
  const own = await ownOrganization();
  const { page, email } = await own.join("viewer", "Leo Lund");
  const { data } = await own.call("GET", "/members");
  const member = data.find((one: { email: string }) => one.email === email);
  await own.call("DELETE", `/members/${member.id}`);
  await page.goto(`/sign-in?callback=${encodeURIComponent("/account/password")}`);
  await expect(page).toHaveURL(/\/account\/password$/);
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { name: "You aren't a member of an organization" })).toBeVisible();
  await page.goto("/sign-up");
  await expect(page).toHaveURL(/\/organizations\/new$/);
});

test("a failed sign-out shows that the person is still signed in", async ({ ownOrganization }) => {
  const own = await ownOrganization();
  const { url } = await own.call("POST", "/invitations", { email: `other-${own.email}`, role: "viewer" });
  const { page } = own;
  await page.route("**/api/auth/signout", (route) => route.abort());
  for (const [path, button] of [
    ["/account", "Sign out"],
    [new URL(url).pathname, "Sign out and continue"],
  ] as const) {
    await openPage(page, path);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByText("You are still signed in")).toBeVisible();
    await expect(page.getByRole("button", { name: button, exact: true })).toBeEnabled();
  }
});

test("too many wrong passwords show how long to wait", async ({ ownOrganization, visitor: page }) => {
  const { email } = await ownOrganization();
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email, password: "not the password", json: "true", callbackUrl: portalUrl() };
  for (let attempt = 1; attempt < ALLOWED_ATTEMPTS; attempt += 1) {
    await page.request.post("/api/auth/callback/credentials", { form });
  }
  await openPage(page, "/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(/Too many attempts\. Try again in \d+ (?:second|minute)s?\./)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
});
