import type { APIRequestContext } from "@playwright/test";
import { mintId } from "@/lib/db/ids";
import { messages } from "@/lib/messages";
import {
  expect,
  type OwnOrganization,
  openPage,
  portalUrl,
  reloadPage,
  test,
  waitForHydration,
} from "../fixtures/browser";
import { PASSWORD } from "../fixtures/secrets";

const ADA = { person: "Ada Admin" };

/** Sends an invitation from the members page and returns the link that the dialog shows. */
async function invite({ page, slug, name }: OwnOrganization, email: string, role: string): Promise<string> {
  await openPage(page, `/${slug}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: `Invite to ${name}` });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: role }).check();
  await dialog.getByRole("button", { name: "Invite" }).click();
  const shown = page.getByRole("dialog", { name: "Send this link yourself" });
  await expect(shown.getByRole("button", { name: "Copy" })).toBeFocused();
  const link = await shown.getByLabel("Invitation link").inputValue();
  expect(link).toMatch(/\/invite\/[\w-]{43}$/);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByRole("table", { name: "Invitations" }).getByRole("rowheader", { name: email })).toBeVisible();
  expect(await page.content()).not.toContain(link);
  return new URL(link).pathname;
}

/** Tries to change an alert that doesn't exist. Returns 404 if the person may change alerts, or 403 if not. */
async function tryToTriage(request: APIRequestContext, slug: string): Promise<number> {
  const reply = await request.patch(`/api/v1/alerts/${mintId("alert")}`, {
    headers: { Origin: portalUrl(), "Sightline-Organization": slug },
    data: { status: "acknowledged" },
  });
  return reply.status();
}

test("a newcomer joins by invitation, gets another role and is removed, each effective immediately", async ({
  ownOrganization,
  newBrowser,
}) => {
  const admin = await ownOrganization(ADA);
  const { slug, name } = admin;
  const email = `noor-${Date.now()}@example.test`;
  const path = await invite(admin, email, "Support");

  const context = await newBrowser();
  const page = await context.newPage();
  await openPage(page, path);
  await expect(page.getByRole("heading", { name: `Join ${name}` })).toBeVisible();
  await expect(page.getByText("Ada Admin invited you. Your role: support.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
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

  const again = await newBrowser();
  const visitor = await again.newPage();
  await visitor.goto(path);
  await expect(visitor.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  expect(await visitor.content()).not.toContain(name);

  await reloadPage(admin.page);
  await expect(admin.page.getByRole("row", { name: /Noor Newcomer/ })).toContainText(email);
  await expect(admin.page.getByRole("button", { name: `Actions for ${email}` })).toHaveCount(0);
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
  await expect(removal).toContainText("API keys they created");
  await removal.getByRole("button", { name: "Remove" }).click();
  await expect(removal).toBeHidden();
  await expect(admin.page.getByRole("row", { name: /Noor Newcomer/ })).toHaveCount(0);
  const refused = await page.goto(`/${slug}/settings/members`);
  expect(refused?.status()).toBe(404);
  await openPage(page, "/sign-in");
  await expect(page.getByRole("heading", { name: "You aren't a member of an organization" })).toBeVisible();
  await page.getByRole("link", { name: "Create organization" }).click();
  await expect(page).toHaveURL(/\/organizations\/new$/);
  await page.getByRole("textbox", { name: "Organization" }).fill("Noor Cameras");
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.waitForURL(/\/noor-cameras/);
});

test("a person with an account accepts an invitation after signing in, but others cannot", async ({
  ownOrganization,
}) => {
  const [admin, guest, other] = [
    await ownOrganization(ADA),
    await ownOrganization({ person: "Gus Guest" }),
    await ownOrganization({ person: "Otto Other" }),
  ];
  const path = await invite(admin, guest.email, "Viewer");
  await openPage(other.page, path);
  await expect(other.page.getByText(`This invitation is for ${guest.email}.`)).toBeVisible();
  await other.page.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(other.page.getByText(`${guest.email} already has an account.`)).toBeVisible();
  await other.page.getByRole("link", { name: "Sign in" }).click();
  await expect(other.page).toHaveURL(/\/sign-in/);
  await waitForHydration(other.page);
  await other.page.getByLabel("Email").fill(guest.email);
  await other.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await other.page.getByRole("button", { name: "Sign in" }).click();
  await other.page.waitForURL(`**${path}`);
  await waitForHydration(other.page);
  await other.page.getByRole("button", { name: `Join ${admin.name}` }).click();
  await other.page.waitForURL(`**/${admin.slug}`);
  // The invitation was used, so its link redirects the person who accepted it to the organization.
  await guest.page.goto(path);
  await expect(guest.page).toHaveURL(new RegExp(`/${admin.slug}$`));
});

test("sending a new invitation link and revoking it each invalidate the old link", async ({
  ownOrganization,
  newBrowser,
}) => {
  const admin = await ownOrganization(ADA);
  const email = `late-${Date.now()}@example.test`;
  const first = await invite(admin, email, "Viewer");
  const { page } = admin;
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Send a new link" }).click();
  const shown = page.getByRole("dialog", { name: "Send this link yourself" });
  const second = new URL(await shown.getByLabel("Invitation link").inputValue()).pathname;
  await shown.getByRole("button", { name: "Done" }).click();
  const visitor = await (await newBrowser()).newPage();
  await visitor.goto(first);
  await expect(visitor.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  await visitor.goto(second);
  await expect(visitor.getByRole("heading", { name: `Join ${admin.name}` })).toBeVisible();
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  const question = page.getByRole("alertdialog", { name: `Revoke the invitation for ${email}?` });
  await question.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("button", { name: `Actions for ${email}` })).toHaveCount(0);
  await visitor.goto(second);
  await expect(visitor.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
});

test("an existing member's email is rejected in the dialog; the last admin sees how to leave", async ({
  ownOrganization,
}) => {
  const { page, email, slug } = await ownOrganization(ADA);
  await openPage(page, `/${slug}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByText("Enter one email address")).toBeVisible();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByText(messages.alreadyMember)).toBeVisible();
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
  await expect(dialog.getByText(messages.alreadyMember)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Leave organization" })).toBeDisabled();
  await expect(page.getByText("invite another admin")).toBeVisible();
});

test("the role dialog opens with the current role after an earlier choice was canceled", async ({
  ownOrganization,
}) => {
  const { page, slug, join } = await ownOrganization(ADA);
  await join("support", "Sam Support");
  await openPage(page, `/${slug}/settings/members`);
  const dialog = page.getByRole("dialog", { name: "Change the role of Sam Support" });
  const start = async () => {
    await page.getByRole("button", { name: "Actions for Sam Support" }).click();
    await page.getByRole("menuitem", { name: "Change role…" }).click();
  };
  await start();
  await dialog.getByRole("radio", { name: "Admin" }).check();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await start();
  await expect(dialog.getByRole("radio", { name: "Support" })).toBeChecked();
  await expect(dialog.getByRole("button", { name: "Change role" })).toBeDisabled();
});

test("a shorter retention asks for confirmation, and a stale tab keeps a colleague's saved value", async ({
  ownOrganization,
}) => {
  const { page, slug, name, call } = await ownOrganization(ADA);
  const retention = async () => (await call("GET", "/organization")).alert_retention_days;
  await openPage(page, `/${slug}/settings/general`);
  const days = page.getByLabel("Keep alerts for (days)");
  const nameField = page.getByRole("textbox", { name: "Name" });
  const save = page.getByRole("button", { name: "Save" });
  await expect(days).toHaveValue("365");
  await call("PATCH", "/organization", { alert_retention_days: 730 });
  await nameField.fill(`${name} renamed`);
  await save.click();
  await page.getByRole("button", { name: "Load the current values" }).click();
  await expect(days).toHaveValue("730");
  await nameField.fill(`${name} renamed`);
  await save.click();
  await expect(page.getByRole("button", { name: `${name} renamed, switch organization` })).toBeVisible();
  expect(await retention()).toBe(730);
  await expect(days).toHaveValue("730");

  // 800 days is longer than the saved period in this tab, but shorter than the 1,000 days that a colleague has
  // just saved.
  await call("PATCH", "/organization", { alert_retention_days: 1_000 });
  await days.fill("800");
  await save.click();
  const question = page.getByRole("alertdialog", { name: "Keep alerts for 800 days instead of 1000?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await retention()).toBe(1_000);
  await save.click();
  await question.getByRole("button", { name: "Delete older alerts" }).click();
  await expect(question).toBeHidden();
  await expect.poll(retention).toBe(800);
  await expect(save).toBeDisabled();

  await days.fill("7");
  await save.click();
  await expect(days).toBeFocused();
  await nameField.fill("");
  await save.click();
  await expect(nameField).toBeFocused();
  await expect(page.getByText("The organization needs a name.")).toBeVisible();
  expect(await retention()).toBe(800);
});

test("two organizations in two tabs stay separate, and the menu switches between them", async ({ ownOrganization }) => {
  const { page, context, slug, name: first } = await ownOrganization(ADA);
  await openPage(page, `/${slug}/settings/general`);
  const tab = await context.newPage();
  await openPage(tab, `/${slug}`);
  await tab.getByRole("button", { name: `${first}, switch organization` }).click();
  await tab.getByRole("menuitem", { name: "Create organization" }).click();
  await expect(tab).toHaveURL(/\/organizations\/new$/);
  const name = `Second ${Date.now()}`;
  await tab.getByRole("textbox", { name: "Organization" }).fill(name);
  await tab.getByRole("button", { name: "Create organization" }).click();
  await tab.waitForURL(/\/second-\d+$/);
  const second = new URL(tab.url()).pathname;
  await openPage(tab, `${second}/settings/general`);
  await page.getByLabel("Name").fill(`${first} renamed`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: `${first} renamed, switch organization` })).toBeVisible();
  await reloadPage(tab);
  await expect(tab.getByLabel("Name")).toHaveValue(name);
  await tab.getByRole("button", { name: `${name}, switch organization` }).click();
  await tab.getByRole("menuitem", { name: `${first} renamed` }).click();
  await expect(tab).toHaveURL(new RegExp(`/${slug}$`));
});

test("requiring two-factor sign-in shows how many lack it and links an admin without it to setup", async ({
  ownOrganization,
}) => {
  const { page, slug } = await ownOrganization(ADA);
  await openPage(page, `/${slug}/settings/general`);
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
});
