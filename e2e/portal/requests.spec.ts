import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  callAsPartner,
  expect,
  type OwnOrganization,
  openPage,
  portalUrl,
  reloadPage,
  test,
} from "../fixtures/browser";

const run = promisify(execFile);
const refused = {
  camera_id: "front-gate",
  use_case: "intrusion",
  status: "closed",
  title: "it's $HOME",
  password: "p4ss",
};

/** Creates an organization with an API key. Returns them with the address of the request log's page. */
async function logOf(
  ownOrganization: (origin: object) => Promise<OwnOrganization>,
  viewport = { width: 1440, height: 900 },
) {
  const organization = await ownOrganization({ viewport });
  const scopes = ["alerts:read", "alerts:write", "cameras:read", "cameras:write"] as const;
  const { id: keyId, secret } = await organization.makeKey("Edge gateway", scopes);
  return { ...organization, address: `/${organization.slug}/settings/requests`, secret, keyId };
}

/** Waits until the request log contains this many requests. The log is written about once a second. */
const logged = ({ call }: Pick<OwnOrganization, "call">, count: number) =>
  expect.poll(async () => (await call("GET", "/requests")).data.length, { timeout: 30_000 }).toBe(count);

/** Sends a request that the API rejects with 422, and returns its request ID. */
async function sendRefused(secret: string): Promise<string> {
  const reply = await fetch(`${portalUrl()}/api/v1/alerts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(refused),
  });
  expect(reply.status).toBe(422);
  return reply.headers.get("x-request-id") ?? "";
}

test("an empty request log explains how to make a request and then shows it automatically", async ({
  ownOrganization,
  request,
}) => {
  const { page, address, secret, call } = await logOf(ownOrganization);
  await openPage(page, address);
  await expect(page.getByRole("heading", { name: "Three steps to your first alert" })).toBeVisible();
  await expect(page.getByText("$SIGHTLINE_API_KEY")).toBeVisible();
  expect((await callAsPartner(request, secret, "GET", "/me")).status).toBe(200);
  await logged({ call }, 1);
  await expect(page.getByRole("link", { name: "GET /me" })).toBeVisible({ timeout: 30_000 });
});

test("a pasted request ID shows the invalid field, the masked body and a working curl command", async ({
  ownOrganization,
}) => {
  const { page, address, secret, call } = await logOf(ownOrganization);
  const id = await sendRefused(secret);
  await logged({ call }, 1);
  await openPage(page, address);
  await expect(page.getByRole("link", { name: "POST /alerts" })).toBeVisible();
  await page.getByLabel("Find a request").fill(`It says "request_id": "${id}", please help`);
  await expect(page).toHaveURL(new RegExp(`${address}/${id}$`));
  const panel = page.getByRole("complementary", { name: "Request details" });
  await expect(panel.getByRole("list", { name: "Offending fields" })).toContainText("/status");
  await expect(panel.getByRole("link", { name: "validation_failed" })).toHaveAttribute(
    "href",
    "/docs/errors#validation_failed",
  );
  await expect(panel.getByRole("link", { name: /^Reference: / })).toHaveAttribute(
    "href",
    "/docs/reference/createAlert",
  );
  await expect(panel.getByRole("region", { name: "Request body" })).toContainText('"password": "***"');
  await expect(panel.locator("mark").first()).toHaveText(/^\s*"status": "closed",$/);
  expect(await page.content()).not.toContain(refused.password);
  expect(await page.content()).not.toContain(secret);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await panel.getByRole("button", { name: "Copy curl" }).click();
  await expect(panel.getByRole("button", { name: "Copied" })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await run("sh", ["-c", command.replace(/^curl /, "curl -s ")], {
    env: { ...process.env, SIGHTLINE_API_KEY: secret },
  });
  expect(JSON.parse(stdout)).toMatchObject({ status: 422, code: "validation_failed" });

  await reloadPage(page);
  await expect(panel.getByRole("list", { name: "Offending fields" })).toContainText("/status");
  await panel.getByRole("button", { name: "Close the request" }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(panel).toBeHidden();
});

test("an unknown request ID shows that it isn't in the log", async ({ ownOrganization }) => {
  const { page, address } = await logOf(ownOrganization);
  await page.goto(`${address}/request_01k9t0w5a7f0gs3m5h1v2c4x6z`);
  await expect(page.getByRole("heading", { name: "This request isn't in the log" })).toBeVisible();
});

test("request filters are kept in the URL, and the chart sets the time range", async ({ ownOrganization, request }) => {
  const { page, address, secret, keyId, call } = await logOf(ownOrganization);
  await sendRefused(secret);
  await callAsPartner(request, secret, "GET", "/me");
  await logged({ call }, 2);
  await openPage(page, address);
  await expect(page.getByRole("heading", { name: "2 requests" })).toBeVisible();
  await page.getByRole("button", { name: "Status", exact: true }).click();
  await page.getByLabel("4xx Refused").check();
  await expect(page).toHaveURL(/\?status=4xx$/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "POST /alerts" })).toBeVisible();
  await expect(page.getByRole("link", { name: "GET /me" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "1 request", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();

  await page.getByLabel("Find a request").fill("get /me");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/route=\/me/);
  await expect(page.getByRole("link", { name: "POST /alerts" })).toBeHidden();
  await page.getByRole("button", { name: "Clear filters" }).click();

  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.getByRole("button", { name: "Duration", exact: true }).click();
  await page.getByLabel("At least (ms)").fill("a lot");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(/^Enter whole milliseconds/)).toBeVisible();
  await expect(page.getByLabel("At least (ms)")).toBeFocused();
  await page.getByLabel("At least (ms)").fill("3600000");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/\?min_ms=3600000$/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Duration: 3,600,000 ms or more" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No requests match" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));

  await openPage(page, `${address}?credential=${keyId}`);
  await expect(page.getByRole("button", { name: "Credential: Edge gateway" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(3);

  const chart = page.getByRole("slider", { name: /^Requests over time/ });
  await expect(page.getByRole("heading", { name: "2 requests" })).toBeVisible();
  await chart.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=.*&to=/);
  await expect(page.getByRole("heading", { name: "No requests match" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/credential=[^&]*$/);
  await expect(page.getByRole("heading", { name: "2 requests" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(3);
  const narrowed = page.waitForResponse((reply) => {
    const { pathname, searchParams } = new URL(reply.url());
    return pathname === "/api/v1/requests" && searchParams.has("to");
  });
  await expect(async () => {
    const box = await chart.boundingBox();
    if (!box) throw new Error("the chart has no place");
    await page.mouse.move(box.x + box.width * 0.8, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + 30, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/from=.*&to=/, { timeout: 3_000 });
  }).toPass();
  expect((await (await narrowed).json()).data).toHaveLength(2);
  await expect(page.getByRole("row")).toHaveCount(3);
});

test("a signed-out admin sees a notice with a sign-in link back to the same filters", async ({ ownOrganization }) => {
  const { page, address, secret, call } = await logOf(ownOrganization);
  await sendRefused(secret);
  await logged({ call }, 1);
  await openPage(page, `${address}?status=4xx`);
  await expect(page.getByRole("link", { name: "POST /alerts" })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Refresh" }).click();
  const notice = page.getByRole("status").filter({ hasText: "You're signed out." });
  await expect(notice.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/sign-in?callback=${encodeURIComponent(`${address}?status=4xx`)}`,
  );
  await page.getByRole("link", { name: "POST /alerts" }).click();
  const panel = page.getByRole("complementary", { name: "Request details" });
  await expect(panel.getByRole("alert")).toContainText("You're signed out. Sign in to continue.");
  await expect(panel.getByRole("button", { name: "Copy request ID" })).toBeVisible();
});

test("a request opens as a dialog on a phone, and closing it returns to the list", async ({ ownOrganization }) => {
  const { page, address, secret, call } = await logOf(ownOrganization, { width: 390, height: 844 });
  await sendRefused(secret);
  await logged({ call }, 1);
  await openPage(page, address);
  await page.getByRole("link", { name: "POST /alerts" }).click();
  const sheet = page.getByRole("dialog", { name: "Request" });
  await expect(sheet.getByRole("list", { name: "Offending fields" })).toContainText("/status");
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});

for (const role of ["support", "viewer"] as const) {
  test(`${role} sees that the request log is restricted to admins`, async ({ pageAs }) => {
    const page = await pageAs(role);
    await page.goto("/demo/settings/requests");
    await expect(page.getByText("Only admins can view the request log")).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
  });
}
