import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { messages } from "@/lib/messages";
import { expect, openPage, portalUrl, signInContext, test, waitForHydration } from "../fixtures/browser";
import { PASSWORD, totpCode } from "../fixtures/secrets";

const NEW_PASSWORD = "another horse battery";
const ANA = { person: "Ana Test", organization: "Ana's team" };

/** Signs a person in with a second browser and opens a page there. */
async function signInBeside(newBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>, email: string) {
  const context = await newBrowser();
  await signInContext(context.request, email, PASSWORD);
  return { context, page: await context.newPage() };
}

async function signInOnPage(page: Page, email: string, password: string): Promise<void> {
  await waitForHydration(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Sets up two-factor sign-in on its page. Returns the secret and the recovery codes. */
async function setUpTwoFactor(
  page: Page,
  address = "/account/two-factor",
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await openPage(page, address);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("not my password");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByText(messages.wrongPassword)).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText(messages.wrongCode)).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  const recoveryCodes = await list.allInnerTexts();
  await page.getByRole("button", { name: "Copy codes" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(list).toHaveCount(0);
  await expect(page.getByText("10 left")).toBeVisible();
  return { secret, recoveryCodes };
}

test("two-factor sign-in needs a code or a recovery code, each usable once", async ({ ownOrganization }) => {
  const { page, email, slug } = await ownOrganization(ANA);
  const { secret, recoveryCodes } = await setUpTwoFactor(page);
  const signOut = async () => {
    await openPage(page, "/account");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
  };
  const enterCode = async (code: string) => {
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  await signOut();
  await signInOnPage(page, email, PASSWORD);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  await openPage(page, `/${slug}`);
  await expect(page).toHaveURL(/\/sign-in\?callback=/);
  await signInOnPage(page, email, PASSWORD);
  const code = totpCode(secret, 1);
  await enterCode(code);
  await expect(page).toHaveURL(new RegExp(`/${slug}$`));

  await signOut();
  await signInOnPage(page, email, PASSWORD);
  await enterCode(code);
  await expect(page.getByText(messages.wrongCode)).toBeVisible();
  await enterCode(recoveryCodes[0] ?? "");
  await expect(page).toHaveURL(new RegExp(`/${slug}$`));

  await signOut();
  await signInOnPage(page, email, PASSWORD);
  await enterCode(recoveryCodes[0] ?? "");
  await expect(page.getByText(messages.wrongCode)).toBeVisible();
  await enterCode(recoveryCodes[1] ?? "");
  await expect(page).toHaveURL(new RegExp(`/${slug}$`));
  await openPage(page, "/account/two-factor");
  await expect(page.getByText("8 left")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("new recovery codes need a code, replace the old ones and aren't dismissed by accident", async ({
  ownOrganization,
}) => {
  const { page } = await ownOrganization(ANA);
  const { secret, recoveryCodes } = await setUpTwoFactor(page);
  await page.getByRole("button", { name: "Create new codes" }).click();
  await page.getByRole("dialog").getByLabel("Code").fill(totpCode(secret, 1));
  await page.getByRole("dialog").getByRole("button", { name: "Create new codes" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  const fresh = await list.allInnerTexts();
  expect(fresh.filter((one) => recoveryCodes.includes(one))).toEqual([]);
  const gate = page.getByRole("alertdialog", { name: "You won't see these codes again" });
  const waysOut = [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("button", { name: "I have saved them" }).click(),
    () => page.evaluate(() => window.history.back()),
  ];
  for (const leave of waysOut) {
    await leave();
    await gate.getByRole("button", { name: "Back to the codes" }).click();
    await expect(gate).toBeHidden();
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("sightline-recovery-codes.txt");
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL(/\/account\/two-factor$/);
});

test("an organization that requires two-factor sign-in opens to a member who sets it up", async ({
  ownOrganization,
}) => {
  const admin = await ownOrganization(ANA);
  await setUpTwoFactor(admin.page);
  await admin.call("PATCH", "/organization", { require_two_factor: true });
  await admin.page.goto("/account/two-factor");
  await expect(admin.page.getByText("Required by Ana's team.")).toBeVisible();
  await expect(admin.page.getByRole("button", { name: "Turn off" })).toHaveCount(0);

  const { page, context } = await admin.join("admin", "New Admin");
  await page.goto("/docs");
  await expect(page).toHaveURL(/\/docs$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(`/${admin.slug}/alerts`);
  const address = `/account/two-factor?callback=${encodeURIComponent(`/${admin.slug}/alerts`)}`;
  await expect(page).toHaveURL(portalUrl() + address);
  await expect(page.getByText("Ana's team requires two-factor sign-in.")).toBeVisible();
  const headers = { "Sightline-Organization": admin.slug };
  const refused = await context.request.get("/api/v1/alerts", { headers });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, "two_factor_required"]);
  await setUpTwoFactor(page, address);
  await page.getByRole("link", { name: "Go on" }).click();
  await expect(page).toHaveURL(new RegExp(`/${admin.slug}/alerts$`));
});

test("a changed password ends another browser's session at its next request", async ({
  newBrowser,
  ownOrganization,
}) => {
  const { page, email, slug } = await ownOrganization(ANA);
  const other = await signInBeside(newBrowser, email);
  await other.page.goto(`/${slug}/settings/general`);
  await expect(other.page.getByRole("heading", { level: 1 })).toBeVisible();

  await openPage(page, "/account/password");
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText(messages.wrongPassword)).toBeVisible();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await expect(page.getByLabel("New password")).toHaveValue(NEW_PASSWORD);
  await page.getByLabel("Current password").fill(PASSWORD);
  const changed = page.waitForResponse((reply) => new URL(reply.url()).pathname === "/api/v1/account/password");
  await page.getByRole("button", { name: "Change password" }).click();
  expect((await changed).status()).toBe(204);

  expect((await other.context.request.get("/api/v1/account")).status()).toBe(401);
  await other.page.goto(`/${slug}`);
  await expect(other.page).toHaveURL(/\/sign-in\?callback=/);
  await signInOnPage(other.page, email, PASSWORD);
  await expect(other.page.getByText(messages.wrongSignIn)).toBeVisible();
  await signInOnPage(other.page, email, NEW_PASSWORD);
  await expect(other.page).toHaveURL(new RegExp(`/${slug}$`));
});

test("the session list ends one other session, or all others, after confirmation", async ({
  newBrowser,
  ownOrganization,
}) => {
  const { page, email } = await ownOrganization(ANA);
  const [one, two] = [await signInBeside(newBrowser, email), await signInBeside(newBrowser, email)];
  await openPage(page, "/account/sessions");
  const rows = page.getByRole("table", { name: "Sessions" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("This browser");
  await rows.nth(1).getByRole("button").click();
  const question = page.getByRole("alertdialog", { name: "Sign out this session?" });
  await expect(question.getByText(/ at \S+ is signed out at its next request/)).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(rows).toHaveCount(3);
  await rows.nth(1).getByRole("button").click();
  await question.getByRole("button", { name: "End session" }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out all others" }).click();
  await expect(rows).toHaveCount(1);
  for (const { context } of [one, two]) expect((await context.request.get("/api/v1/account")).status()).toBe(401);
});

test("a copied session cookie stops working after sign-out", async ({ newBrowser, ownOrganization }) => {
  const { page, context, slug } = await ownOrganization(ANA);
  const cookies = await context.cookies();
  const session = cookies.find(({ name }) => name.endsWith("sightline.session"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(session?.secure).toBe(portalUrl().startsWith("https:"));
  const thief = await newBrowser();
  await thief.addCookies(cookies);
  expect((await thief.request.get("/api/v1/account")).status()).toBe(200);
  await openPage(page, `/${slug}`);
  await page.getByRole("button", { name: "Ana Test" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await expect(page).toHaveURL(/\/account$/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect((await thief.request.get("/api/v1/account")).status()).toBe(401);
});

test("the profile saves a new name, which also appears in the organization", async ({ ownOrganization }) => {
  const { page, slug } = await ownOrganization(ANA);
  await openPage(page, "/account");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Ana Newname");
  const saved = page.waitForResponse((reply) => reply.request().method() === "PATCH");
  await page.getByRole("button", { name: "Save" }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ana Newname");
  await page.getByRole("link", { name: "Ana's team" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/${slug}$`));
  await expect(page.getByRole("button", { name: "Ana Newname" })).toBeVisible();
});

test("the emailed link sets a new password once and ends every session", async ({ ownOrganization, visitor }) => {
  const { page, context, email, slug, call } = await ownOrganization(ANA);
  await openPage(page, `/${slug}`);
  await openPage(visitor, `/sign-in?callback=${encodeURIComponent(`/${slug}/settings/general`)}`);
  await visitor.getByRole("link", { name: "Forgot password?" }).click();
  await expect(visitor).toHaveURL(/\/forgot-password\?/);
  await visitor.getByLabel("Email").fill(email);
  await visitor.getByRole("button", { name: "Send link" }).click();
  await expect(visitor.getByText("we sent a link to set a new password")).toBeVisible();
  // No mail server is configured, so the admin can read the queued emails. The person is the organization's only
  // admin.
  const { data } = await call("GET", "/emails");
  const { url } = await call("GET", `/emails/${data[0].id}`);
  const link = new URL(url).pathname;
  await openPage(visitor, link);
  await visitor.getByLabel("New password").fill("short");
  await visitor.getByRole("button", { name: "Set password" }).click();
  await expect(visitor.getByText("Use at least 8 characters.")).toBeVisible();
  await visitor.getByLabel("New password").fill(NEW_PASSWORD);
  await visitor.getByRole("button", { name: "Set password" }).click();
  await expect(visitor.getByText("Your password was changed")).toBeVisible();
  expect((await context.request.get("/api/v1/account")).status()).toBe(401);
  await visitor.getByRole("link", { name: "Sign in" }).click();
  await expect(visitor).toHaveURL(/\/sign-in/);
  await signInOnPage(visitor, email, NEW_PASSWORD);
  await expect(visitor).toHaveURL(new RegExp(`/${slug}/settings/general$`));
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

test("a person can request a password link, and an invalid link offers a new one", async ({ visitor: page }) => {
  await openPage(page, "/sign-in");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel("Email").fill("no address");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Enter an email address, such as ana@example.com.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("no address");
  await page.getByLabel("Email").fill(`stranger-${Date.now()}@example.test`);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("we sent a link to set a new password")).toBeVisible();
  await page.goto("/reset-password/unknown");
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});
