import {
  callAsPartner,
  copyAndClose,
  expect,
  type OwnOrganization,
  openPage,
  portalUrl,
  test,
  waitForHydration,
} from "../fixtures/browser";
import { openFlow, openPartnerSite, type PartnerSite } from "../fixtures/partner-site";
import { PASSWORD, totpCode } from "../fixtures/secrets";

/** Creates an OAuth app on its page. Returns its client ID, and the secret that the page shows once. */
async function makeApp({ page, slug }: OwnOrganization, site: PartnerSite) {
  await openPage(page, `/${slug}/settings/oauth-apps`);
  await page.getByRole("button", { name: "Create app" }).click();
  const dialog = page.getByRole("dialog", { name: "Create OAuth app" });
  await dialog.getByLabel("Name").fill("Acme Dispatch");
  await dialog.getByLabel(/Organizations of your customers/).check();
  await dialog.getByLabel("Redirect URIs").fill(`${site.redirectUri}\nhttps://app.example.com/callback#here`);
  await dialog.getByRole("group", { name: "Permissions" }).getByText("Read only").click();
  await dialog.getByRole("button", { name: "Create app" }).click();
  await expect(dialog.getByText(/Line 2: .*#/)).toBeVisible();
  await dialog.getByLabel("Redirect URIs").fill(site.redirectUri);
  await dialog.getByRole("button", { name: "Create app" }).click();

  const reveal = page.getByRole("dialog", { name: "Save your client secret" });
  await expect(reveal.getByRole("button", { name: "Copy", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  const gate = page.getByRole("alertdialog", { name: "You won't see this secret again" });
  await gate.getByRole("button", { name: "Back to the secret" }).click();
  await reveal.getByRole("button", { name: "Show secret" }).click();
  const secret = await reveal.getByLabel("Client secret").inputValue();
  const clientId = await reveal.getByLabel("Client ID", { exact: true }).inputValue();
  expect(secret).toMatch(/^sl_secret_[0-9A-Za-z]{36}$/);
  expect(clientId).toMatch(/^sl_app_/);
  await expect(reveal.getByText(`${portalUrl()}/api/v1/oauth/token`).first()).toBeVisible();
  await copyAndClose(reveal);
  await expect(page.getByRole("table", { name: "OAuth apps" }).getByText("Acme Dispatch")).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  return { clientId, secret };
}

test.describe("an OAuth app", () => {
  let site: PartnerSite;

  test.beforeEach(async () => {
    site = await openPartnerSite();
  });
  test.afterEach(async () => {
    await site.close();
  });

  test("reads alerts of the organization its admin picked until access is revoked", async ({
    ownOrganization,
    visitor: page,
    request,
  }) => {
    const vendor = await ownOrganization();
    const customer = await ownOrganization();
    await customer.call("POST", "/organizations", { name: "Another of theirs" });
    await customer.call("PATCH", "/organization", { api_access: true });
    await customer.call("POST", "/cameras", { name: "Gate", external_id: "gate" });
    const alert = { camera_id: "gate", use_case: "intrusion", status: "open", title: "Stranger at the gate" };
    await customer.call("POST", "/alerts", alert);

    const { clientId, secret } = await makeApp(vendor, site);
    const flow = await openFlow(portalUrl(), clientId, secret, site);

    // The admin is signed out, so the portal first asks them to sign in and then returns to the consent page.
    await openPage(page, flow.address);
    await expect(page).toHaveURL(/\/sign-in\?callback=/);
    await page.getByLabel("Email").fill(customer.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: /Acme Dispatch/ })).toBeVisible();
    await expect(page.getByText(new RegExp(`^${vendor.name}`))).toBeVisible();
    await expect(page.getByText(new URL(site.redirectUri).host)).toBeVisible();
    await expect(page.getByText("See alerts and their history")).toBeVisible();
    await waitForHydration(page);
    await page.getByRole("button", { name: "Allow" }).click();
    await expect(page.getByText("Choose an organization.")).toBeVisible();
    await expect(page.getByLabel("Organization")).toBeFocused();
    await page.getByLabel("Organization").selectOption({ value: customer.slug });
    await page.getByRole("button", { name: "Allow" }).click();
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();

    const [arrival] = site.arrivals;
    if (!arrival) throw new Error("stranger came back");
    const tokens = await flow.redeem(arrival);
    const alerts = await callAsPartner(request, tokens.access_token, "GET", "/alerts");
    expect(alerts.status).toBe(200);
    expect(alerts.json.data.map(({ title }: { title: string }) => title)).toEqual(["Stranger at the gate"]);
    expect((await callAsPartner(request, tokens.access_token, "POST", "/alerts", alert)).status).toBe(403);

    await openPage(customer.page, `/${customer.slug}/settings/oauth-apps`);
    const grants = customer.page.getByRole("table", { name: "Apps with access to this organization" });
    await expect(grants.getByRole("rowheader", { name: new RegExp(`Acme Dispatch.*${vendor.name}`) })).toBeVisible();
    await customer.page.getByRole("button", { name: "Revoke the access of Acme Dispatch" }).click();
    const dialog = customer.page.getByRole("alertdialog", { name: /Revoke the access/ });
    await dialog.getByRole("button", { name: "Revoke access" }).click();
    await expect(customer.page.getByRole("heading", { name: "No authorized apps" })).toBeVisible();
    expect((await callAsPartner(request, tokens.access_token, "GET", "/alerts")).status).toBe(401);
  });

  test("can be edited, disabled, enabled, rotated and deleted, with immediate effect on its tokens", async ({
    ownOrganization,
    request,
  }) => {
    const vendor = await ownOrganization();
    const { call, page } = vendor;
    await call("PATCH", "/organization", { api_access: true });
    const { clientId, secret } = await makeApp(vendor, site);
    const tokenOf = async (client_secret: string) => {
      const form = { grant_type: "client_credentials", client_id: clientId, client_secret };
      const reply = await request.post(`${portalUrl()}/api/v1/oauth/token`, { form });
      return { status: reply.status(), token: (await reply.json()).access_token as string };
    };
    const statusOf = async (token: string) => (await callAsPartner(request, token, "GET", "/me")).status;
    const choose = async (action: RegExp) => {
      await page.getByRole("button", { name: /^Actions for Acme/ }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    const { token } = await tokenOf(secret);
    expect(await statusOf(token)).toBe(200);

    await choose(/^Edit/);
    const edit = page.getByRole("dialog", { name: "Edit “Acme Dispatch”" });
    await expect(edit.getByRole("textbox", { name: "Redirect URIs" })).toHaveValue(site.redirectUri);
    await edit.getByLabel("Name").fill("Acme Patrol");
    await edit.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("table", { name: "OAuth apps" }).getByRole("row", { name: /Acme Patrol/ });
    await expect(row).toBeVisible();

    await choose(/^Disable/);
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable app" }).click();
    await expect(row.getByText("Disabled")).toBeVisible();
    expect(await statusOf(token)).toBe(401);
    await choose(/^Enable/);
    await expect(row.getByText("Active")).toBeVisible();
    expect([await statusOf(token), await statusOf((await tokenOf(secret)).token)]).toEqual([401, 200]);

    await choose(/^Rotate/);
    await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
    const reveal = page.getByRole("dialog", { name: "Save your client secret" });
    await reveal.getByRole("button", { name: "Show secret" }).click();
    const next = await reveal.getByLabel("Client secret").inputValue();
    await copyAndClose(reveal);
    expect([await statusOf(token), (await tokenOf(secret)).status, (await tokenOf(next)).status]).toEqual([
      401, 401, 200,
    ]);

    await choose(/^Delete/);
    const dialog = page.getByRole("alertdialog", { name: "Delete “Acme Patrol” permanently?" });
    await expect(dialog.getByRole("button", { name: "Delete app" })).toBeDisabled();
    await dialog.getByRole("textbox").fill("Acme Patrol");
    await dialog.getByRole("button", { name: "Delete app" }).click();
    await expect(page.getByRole("heading", { name: "No OAuth apps yet" })).toBeVisible();
    expect((await tokenOf(next)).status).toBe(401);
  });

  test("receives access_denied with its state when an admin denies it", async ({ ownOrganization }) => {
    const vendor = await ownOrganization();
    const { clientId, secret } = await makeApp(vendor, site);
    const flow = await openFlow(portalUrl(), clientId, secret, site);
    await openPage(vendor.page, flow.address);
    await vendor.page.getByRole("button", { name: "Deny" }).click();
    await expect(vendor.page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    expect(site.arrivals[0]?.searchParams.get("error")).toBe("access_denied");
    expect(site.arrivals[0]?.searchParams.get("state")).toBe(flow.state);
    expect(site.arrivals[0]?.searchParams.has("code")).toBe(false);
  });

  test("shows an error instead of redirecting for an unregistered redirect URI or unknown client ID", async ({
    ownOrganization,
  }) => {
    const vendor = await ownOrganization();
    const { clientId, secret } = await makeApp(vendor, site);
    const flow = await openFlow(portalUrl(), clientId, secret, site);
    for (const [name, value] of [
      ["redirect_uri", `${site.redirectUri}/`],
      ["client_id", "sl_app_unknown"],
    ] as const) {
      const address = new URL(flow.address);
      address.searchParams.set(name, value);
      expect((await vendor.page.goto(address.href))?.status()).toBe(400);
      await expect(vendor.page.getByRole("heading", { level: 1, name: "This request isn't valid" })).toBeVisible();
      await expect(vendor.page.getByRole("button", { name: "Allow" })).toHaveCount(0);
    }
    expect(site.arrivals).toEqual([]);
  });

  test("keeps its request while a visitor creates an account", async ({ ownOrganization, visitor }) => {
    const { clientId, secret } = await makeApp(await ownOrganization(), site);
    const flow = await openFlow(portalUrl(), clientId, secret, site);
    await openPage(visitor, flow.address);
    await visitor.getByRole("link", { name: "Create an account" }).click();
    await expect(visitor).toHaveURL(/\/sign-up\?callback=/);
    await visitor.getByLabel("Your name").fill("Nia New");
    await visitor.getByLabel("Work email").fill(`nia-${Date.now()}@example.test`);
    await visitor.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await visitor.getByLabel("Organization").fill("Nia's Yard");
    await visitor.getByRole("button", { name: "Create account" }).click();
    await expect(visitor.getByRole("heading", { level: 1, name: /Acme Dispatch/ })).toBeVisible();
    await expect(visitor).toHaveURL(flow.address);
  });

  test("keeps its request while an admin sets up required two-factor sign-in", async ({ ownOrganization }) => {
    const vendor = await ownOrganization();
    const { clientId, secret } = await makeApp(vendor, site);
    const flow = await openFlow(portalUrl(), clientId, secret, site);
    const own = await vendor.call("POST", "/account/two-factor", { password: PASSWORD });
    await vendor.call("POST", "/account/two-factor/confirm", { code: totpCode(own.secret) });
    await vendor.call("PATCH", "/organization", { require_two_factor: true });
    const { page } = await vendor.join("admin", "Second Admin");
    await openPage(page, flow.address);
    await expect(page.getByRole("button", { name: "Allow" })).toBeDisabled();
    await page.getByRole("link", { name: "Set it up" }).click();
    await expect(page).toHaveURL(/\/account\/two-factor\?callback=/);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Set up" }).click();
    const typed = (await page.locator("code").textContent()) ?? "";
    await page.getByLabel("Code", { exact: true }).fill(totpCode(typed.replaceAll(" ", "")));
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("button", { name: "Copy codes" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    await page.getByRole("button", { name: "I have saved them" }).click();
    await page.getByRole("link", { name: "Go on" }).click();
    await expect(page).toHaveURL(flow.address);
    await page.getByRole("button", { name: "Allow" }).click();
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  });

  test("cannot be allowed by a person who isn't an admin of any organization", async ({ ownOrganization, pageAs }) => {
    const { clientId, secret } = await makeApp(await ownOrganization(), site);
    const flow = await openFlow(portalUrl(), clientId, secret, site);
    const page = await pageAs("support");
    await openPage(page, flow.address);
    await expect(page.getByText("you aren't an admin of any organization", { exact: false })).toBeVisible();
    await expect(page.getByRole("button", { name: "Allow" })).toHaveCount(0);
    await page.getByRole("link", { name: /^Back to/ }).click();
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    expect(site.arrivals[0]?.searchParams.get("error")).toBe("access_denied");
  });
});

for (const role of ["support", "viewer"] as const) {
  test(`${role} cannot see OAuth apps`, async ({ pageAs }) => {
    const page = await pageAs(role);
    await page.goto("/demo/settings/oauth-apps");
    await expect(page.getByRole("heading", { name: "Only admins can manage OAuth apps" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Create app" })).toHaveCount(0);
    expect(await page.content()).not.toMatch(/sl_app_/);
  });
}
