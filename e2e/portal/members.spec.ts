import type { APIRequestContext, Browser, BrowserContext, Page } from "@playwright/test";
import { mintId } from "@/lib/db/ids";
import { expect, portalUrl, signIn, test } from "../fixtures/browser";

const PASSWORD = "correct horse battery";
let serial = 0;

interface Somebody {
  context: BrowserContext;
  page: Page;
  email: string;
  organization: { slug: string; name: string };
}

/** Somebody with an organization of their own, signed in. */
async function newAdmin(browser: Browser, name = "Ada Admin"): Promise<Somebody> {
  const context = await browser.newContext({ baseURL: portalUrl() });
  serial += 1;
  const stamp = `${Date.now()}-${serial}`;
  const email = `members-${stamp}@example.test`;
  const reply = await context.request.post("/api/v1/sign-up", {
    headers: { Origin: portalUrl() },
    data: { name, email, password: PASSWORD, organization_name: `Members ${stamp}` },
  });
  expect(reply.status()).toBe(201);
  await signIn(context.request, email, PASSWORD);
  return { context, page: await context.newPage(), email, organization: (await reply.json()).organization };
}

/** Invites through the dialog and takes the link that it shows. */
async function invite({ page, organization }: Somebody, email: string, role: string): Promise<string> {
  await page.goto(`/${organization.slug}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: `Invite to ${organization.name}` });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("radio", { name: role }).check();
  await dialog.getByRole("button", { name: "Invite" }).click();
  const shown = page.getByRole("dialog", { name: "Send this link yourself" });
  await expect(shown.getByRole("button", { name: "Copy" })).toBeFocused();
  const link = await shown.getByLabel("Invitation link").inputValue();
  expect(link).toMatch(/\/invite\/[\w-]{43}$/);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: email })).toBeVisible();
  expect(await page.content()).not.toContain(link);
  return new URL(link).pathname;
}

/** What comes of changing an alert that does not exist: 404 for whoever may change alerts, 403 for others. */
async function tryToTriage(request: APIRequestContext, slug: string): Promise<number> {
  const reply = await request.patch(`/api/v1/alerts/${mintId("alert")}`, {
    headers: { Origin: portalUrl(), "Sightline-Organization": slug },
    data: { status: "acknowledged" },
  });
  return reply.status();
}

test("an invited newcomer joins by the link, gets another role and is removed, each from the next request on", async ({
  browser,
}) => {
  const admin = await newAdmin(browser);
  const { slug, name } = admin.organization;
  const email = `noor-${Date.now()}@example.test`;
  const path = await invite(admin, email, "Support");

  const context = await browser.newContext({ baseURL: portalUrl() });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole("heading", { name: `Join ${name}` })).toBeVisible();
  await expect(page.getByText("Ada Admin invites you with the role support.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await page.getByRole("button", { name: `Join ${name}` }).click();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await page.getByLabel("Your name").fill("Noor Newcomer");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: `Join ${name}` }).click();
  await page.waitForURL(`**/${slug}`);
  expect(await tryToTriage(context.request, slug)).toBe(404);
  await page.goto(`/${slug}/settings/members`);
  await expect(page.getByRole("row", { name: /Noor Newcomer/ })).toContainText("Support");
  await expect(page.getByRole("button", { name: "Invite" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Actions for/ })).toHaveCount(0);

  const again = await browser.newContext({ baseURL: portalUrl() });
  const visitor = await again.newPage();
  await visitor.goto(path);
  await expect(visitor.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  expect(await visitor.content()).not.toContain(name);

  await admin.page.reload();
  await expect(admin.page.getByText(email)).toHaveCount(1);
  await admin.page.getByRole("button", { name: "Actions for Noor Newcomer" }).click();
  await admin.page.getByRole("menuitem", { name: "Change role…" }).click();
  const roles = admin.page.getByRole("dialog", { name: "Change the role of Noor Newcomer" });
  await roles.getByRole("radio", { name: "Viewer" }).check();
  await roles.getByRole("button", { name: "Change role" }).click();
  await expect(roles).toBeHidden();
  expect(await tryToTriage(context.request, slug)).toBe(403);
  await expect(admin.page.getByRole("row", { name: /Noor Newcomer/ })).toContainText("Viewer");

  await admin.page.getByRole("button", { name: "Actions for Noor Newcomer" }).click();
  await admin.page.getByRole("menuitem", { name: "Remove…" }).click();
  const removal = admin.page.getByRole("alertdialog", { name: `Remove Noor Newcomer from ${name}?` });
  await expect(removal).toContainText("API keys they made");
  await removal.getByRole("button", { name: "Remove" }).click();
  await expect(removal).toBeHidden();
  await expect(admin.page.getByRole("row", { name: /Noor Newcomer/ })).toHaveCount(0);
  const refused = await page.goto(`/${slug}/settings/members`);
  expect(refused?.status()).toBe(404);
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { name: "You belong to no organization" })).toBeVisible();
  await page.getByRole("link", { name: "Create organization" }).click();
  await page.getByRole("textbox", { name: "Organization" }).fill("Noor Cameras");
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.waitForURL(/\/noor-cameras/);
  for (const each of [admin.context, context, again]) await each.close();
});

test("somebody with an account accepts after signing in, and nobody else can", async ({ browser }) => {
  const [admin, guest, other] = [
    await newAdmin(browser),
    await newAdmin(browser, "Gus Guest"),
    await newAdmin(browser, "Otto Other"),
  ];
  const path = await invite(admin, guest.email, "Viewer");
  await other.page.goto(path);
  await expect(other.page.getByText(`This invitation is for ${guest.email}.`)).toBeVisible();
  await other.page.getByRole("button", { name: "Sign out and go on" }).click();
  await expect(other.page.getByText(`There is an account with ${guest.email}.`)).toBeVisible();
  await other.page.getByRole("link", { name: "Sign in" }).click();
  await other.page.getByLabel("E-mail").fill(guest.email);
  await other.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await other.page.getByRole("button", { name: "Sign in" }).click();
  await other.page.waitForURL(`**${path}`);
  await other.page.getByRole("button", { name: `Join ${admin.organization.name}` }).click();
  await other.page.waitForURL(`**/${admin.organization.slug}`);
  // The link is used up; whoever it let in is simply led to the organization.
  await guest.page.goto(path);
  await expect(guest.page).toHaveURL(new RegExp(`/${admin.organization.slug}$`));
  for (const { context } of [admin, guest, other]) await context.close();
});

test("an admin sends a new link and revokes it: both times the old one is dead", async ({ browser }) => {
  const admin = await newAdmin(browser);
  const email = `late-${Date.now()}@example.test`;
  const first = await invite(admin, email, "Viewer");
  const { page } = admin;
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Send a new link" }).click();
  const shown = page.getByRole("dialog", { name: "Send this link yourself" });
  const second = new URL(await shown.getByLabel("Invitation link").inputValue()).pathname;
  await shown.getByRole("button", { name: "Done" }).click();
  const visitor = await (await browser.newContext({ baseURL: portalUrl() })).newPage();
  await visitor.goto(first);
  await expect(visitor.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  await visitor.goto(second);
  await expect(visitor.getByRole("heading", { name: `Join ${admin.organization.name}` })).toBeVisible();
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  const question = page.getByRole("alertdialog", { name: `Revoke the invitation of ${email}?` });
  await question.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("button", { name: `Actions for ${email}` })).toHaveCount(0);
  await visitor.goto(second);
  await expect(visitor.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  await visitor.context().close();
  await admin.context.close();
});

test("a member e-mail is refused in the dialog, which keeps what was typed; the last admin learns what to do", async ({
  browser,
}) => {
  const { page, context, email, organization } = await newAdmin(browser);
  await page.goto(`/${organization.slug}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByText("Enter one e-mail address")).toBeVisible();
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByText("Somebody with this e-mail is a member already.")).toBeVisible();
  await expect(dialog.getByLabel("E-mail")).toBeFocused();
  await expect(dialog.getByLabel("E-mail")).toHaveValue(email);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Leave organization" })).toBeDisabled();
  await expect(page.getByText("invite somebody as an admin")).toBeVisible();
  await context.close();
});

test("two organizations in two tabs stay apart, and the menu switches between them", async ({ browser }) => {
  const { page, context, organization } = await newAdmin(browser);
  await page.goto(`/${organization.slug}/settings/general`);
  const tab = await context.newPage();
  await tab.goto(`/${organization.slug}`);
  await tab.getByRole("button", { name: `${organization.name}, switch organization` }).click();
  await tab.getByRole("menuitem", { name: "Create organization" }).click();
  const name = `Second ${Date.now()}`;
  await tab.getByRole("textbox", { name: "Organization" }).fill(name);
  await tab.getByRole("button", { name: "Create organization" }).click();
  await tab.waitForURL(/\/second-\d+$/);
  const second = new URL(tab.url()).pathname;
  await tab.goto(`${second}/settings/general`);
  await page.getByLabel("Name").fill(`${organization.name} renamed`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: `${organization.name} renamed, switch organization` })).toBeVisible();
  await tab.reload();
  await expect(tab.getByLabel("Name")).toHaveValue(name);
  await tab.getByRole("button", { name: `${name}, switch organization` }).click();
  await tab.getByRole("menuitem", { name: `${organization.name} renamed` }).click();
  await expect(tab).toHaveURL(new RegExp(`/${organization.slug}$`));
  await context.close();
});

test("requiring two-factor sign-in tells how many lack it and leads an admin without it to its set-up", async ({
  browser,
}) => {
  const { page, context, organization } = await newAdmin(browser);
  await page.goto(`/${organization.slug}/settings/general`);
  await expect(page.getByText("Without a second factor: 1 of 1 member.")).toBeVisible();
  await page.getByRole("switch", { name: "Require two-factor sign-in" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Require two-factor sign-in?" });
  await expect(dialog).toContainText("Ada Admin");
  await dialog.getByRole("button", { name: "Require it" }).click();
  await expect(dialog.getByText("Set up two-factor sign-in for yourself first")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Set up two-factor sign-in" })).toHaveAttribute(
    "href",
    "/account/two-factor",
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("switch", { name: "Require two-factor sign-in" })).not.toBeChecked();
  await context.close();
});
