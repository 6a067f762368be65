import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser } from "@playwright/test";
import { expect, partner, portalUrl, test } from "../fixtures/browser";
import { ownOrganization } from "../fixtures/own-organization";

const run = promisify(execFile);
const refused = {
  camera_id: "front-gate",
  use_case: "intrusion",
  status: "closed",
  title: "it's $HOME",
  password: "p4ss",
};

/** An organization with a key, whose admin looks at the request log. */
async function logOf(browser: Browser, viewport = { width: 1440, height: 900 }) {
  const organization = await ownOrganization(browser, "Lena Logs", { viewport });
  await organization.call("PATCH", "/organization", { api_access: true });
  const scopes = ["alerts:read", "alerts:write", "cameras:read", "cameras:write"];
  const { secret, key } = await organization.call("POST", "/keys", { name: "Edge gateway", scopes });
  return {
    ...organization,
    address: `/${organization.slug}/settings/requests`,
    secret: secret as string,
    keyId: key.id as string,
  };
}

/** Sends what the API refuses, and says under which id. */
async function sendRefused(secret: string): Promise<string> {
  const reply = await fetch(`${portalUrl()}/api/v1/alerts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(refused),
  });
  expect(reply.status).toBe(422);
  return reply.headers.get("x-request-id") ?? "";
}

test("before the first request the log says how to make one, and shows it by itself", async ({ browser, request }) => {
  const { page, address, secret, close } = await logOf(browser);
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  await expect(page.getByText("$SIGHTLINE_KEY")).toBeVisible();
  expect((await partner(request, secret, "GET", "/me")).status).toBe(200);
  await expect(page.getByRole("link", { name: "GET /me" })).toBeVisible();
  await close();
});

test("a pasted request id opens the request: the offending field, the masked body, and a curl that works", async ({
  browser,
}) => {
  const { page, address, secret, close } = await logOf(browser);
  const id = await sendRefused(secret);
  await page.goto(address);
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
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await run("sh", ["-c", command.replace(/^curl /, "curl -s ")], {
    env: { ...process.env, SIGHTLINE_KEY: secret },
  });
  expect(JSON.parse(stdout)).toMatchObject({ status: 422, code: "validation_failed" });

  await page.reload();
  await expect(panel.getByRole("list", { name: "Offending fields" })).toContainText("/status");
  await panel.getByRole("button", { name: "Close the request" }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(panel).toBeHidden();
  await close();
});

test("an id that is not in the log says what is", async ({ browser }) => {
  const { page, address, close } = await logOf(browser);
  await page.goto(`${address}/request_01k9t0w5a7f0gs3m5h1v2c4x6z`);
  await expect(page.getByRole("heading", { name: "This request is not in the log" })).toBeVisible();
  await close();
});

test("filters live in the address, and the chart sets the time", async ({ browser, request }) => {
  const { page, address, secret, keyId, close } = await logOf(browser);
  await sendRefused(secret);
  await partner(request, secret, "GET", "/me");
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "2 requests" })).toBeVisible();
  await page.getByRole("button", { name: "Status", exact: true }).click();
  await page.getByLabel("4xx Refused").check();
  await expect(page).toHaveURL(/\?status=4xx$/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "POST /alerts" })).toBeVisible();
  await expect(page.getByRole("link", { name: "GET /me" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "1 request", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();

  await page.getByLabel("Find a request").fill("get /me");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/route=\/me/);
  await expect(page.getByRole("link", { name: "POST /alerts" })).toBeHidden();
  await page.getByRole("button", { name: "Clear all" }).click();

  await page.goto(`${address}?credential=${keyId}`);
  await expect(page.getByRole("button", { name: "Credential: Edge gateway" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(3);

  const chart = page.getByRole("slider", { name: /^Requests over time/ });
  await chart.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=.*&to=/);
  await expect(page.getByRole("heading", { name: "No request matches" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("row")).toHaveCount(3);
  const box = await chart.boundingBox();
  if (!box) throw new Error("the chart has no place");
  await page.mouse.move(box.x + box.width * 0.8, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=.*&to=/);
  await expect(page.getByRole("row")).toHaveCount(3);
  await close();
});

test("on a phone a request takes the whole screen, and closing leads back to the list", async ({ browser }) => {
  const { page, address, secret, close } = await logOf(browser, { width: 390, height: 844 });
  await sendRefused(secret);
  await page.goto(address);
  await page.getByRole("link", { name: "POST /alerts" }).click();
  const sheet = page.getByRole("dialog", { name: "Request" });
  await expect(sheet.getByRole("list", { name: "Offending fields" })).toContainText("/status");
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await close();
});

for (const role of ["support", "viewer"] as const) {
  test(`${role} is told that the log is for admins`, async ({ pageAs }) => {
    const page = await pageAs(role);
    await page.goto("/demo/settings/requests");
    await expect(page.getByText("The request log is for admins")).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
  });
}
