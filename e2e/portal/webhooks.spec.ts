import type { Page } from "@playwright/test";
import { Webhook as Verifier } from "standardwebhooks";
import type { Webhook } from "@/lib/webhooks/schema";
import { copyAndClose, expect, openPage, test } from "../fixtures/browser";
import { startWebhookReceiver, type WebhookReceiver } from "../fixtures/webhook-receiver";

/** Opens the menu of a webhook in the list and chooses an action. */
async function chooseAction(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Shows the secret of the open dialog and returns it. */
async function readSecret(page: Page): Promise<string> {
  const reveal = page.getByRole("dialog", { name: "Save your signing secret" });
  await expect(reveal.getByRole("button", { name: "Copy", exact: true })).toBeFocused();
  await reveal.getByRole("button", { name: "Show secret" }).click();
  const secret = await reveal.getByLabel("Signing secret").inputValue();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}=*$/);
  return secret;
}

test.describe("a webhook", () => {
  let receiver: WebhookReceiver;

  test.beforeEach(async () => {
    receiver = await startWebhookReceiver(() => ({ status: 200, text: '{"status":200}' }));
  });
  test.afterEach(async () => {
    await receiver.stop();
  });

  test("is created from the empty page, shows its secret once, and reports the result of a test", async ({
    ownOrganization,
  }) => {
    const { page, slug, call } = await ownOrganization();
    const path = `/${slug}/settings/webhooks`;
    await openPage(page, path);
    await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Read the guide" })).toHaveAttribute("href", "/docs/webhooks");
    await page.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Create webhook" });
    const submit = dialog.getByRole("button", { name: "Create webhook" });
    await submit.click();
    await expect(dialog.getByText("Enter the URL that receives the events.")).toBeVisible();
    await expect(dialog.getByLabel("URL")).toBeFocused();
    await dialog.getByLabel("URL").fill("http://10.0.0.1/hooks");
    await submit.click();
    await expect(dialog.getByText("Send the URL of a server on the public internet.")).toBeVisible();
    await expect(dialog.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");

    await dialog.getByLabel("URL").fill(receiver.url);
    await dialog.getByLabel("Description").fill("Dispatch");
    await dialog.getByText("Choose", { exact: true }).click();
    await submit.click();
    await expect(dialog.getByText("Choose at least one event type.")).toBeVisible();
    await dialog.getByLabel("Cameras").check();
    await dialog.getByLabel("alert.created").check();
    await dialog.getByLabel("camera.updated").uncheck();
    await dialog.getByText("Thin", { exact: true }).click();
    await submit.click();

    const secret = await readSecret(page);
    await page.keyboard.press("Escape");
    const gate = page.getByRole("alertdialog", { name: "You won't see this secret again" });
    await gate.getByRole("button", { name: "Back to the secret" }).click();
    const { data } = (await call("GET", "/webhooks")) as { data: Webhook[] };
    expect(data).toMatchObject([
      {
        url: receiver.url,
        description: "Dispatch",
        event_types: ["alert.created", "camera.created", "camera.archived", "camera.status_changed"],
        body: "thin",
        enabled: true,
      },
    ]);
    await copyAndClose(page.getByRole("dialog", { name: "Save your signing secret" }));
    await expect(page).toHaveURL(`${path}/${data[0]?.id}`);
    // Back leads to the list, without an entry of the dialog in between.
    await page.goBack();
    await expect(page).toHaveURL(path);

    const table = page.getByRole("table", { name: "Webhooks" });
    await expect(table.getByRole("rowheader")).toHaveText(`Dispatch${receiver.host}`);
    await expect(table.getByText("Nothing sent yet")).toBeVisible();
    await expect(table.getByText("4 event types")).toBeVisible();
    const html = await page.content();
    expect(html).not.toContain(secret);
    await openPage(page, path);

    await chooseAction(page, "Dispatch", "Send a test");
    const result = page.getByRole("dialog", { name: "Test of “Dispatch”" });
    await expect(result.getByText(/Status 200 · \d+ ms/)).toBeVisible();
    await expect(result.getByText("The server accepted the event.")).toBeVisible();
    await expect(result.getByText('{"status":200}')).toBeVisible();
    const [delivery] = receiver.received;
    if (!delivery) throw new Error("The receiver got no request.");
    const event = new Verifier(secret).verify(delivery.text, delivery.headers as Record<string, string>);
    expect(event).toMatchObject({ type: "alert.created" });

    receiver.answer = () => 503;
    await result.getByRole("button", { name: "Send again" }).click();
    await expect(result.getByText(/Not delivered\s*Status 503/)).toBeVisible();
    await receiver.stop();
    await result.getByRole("button", { name: "Send again" }).click();
    await expect(result.getByText(/refused the connection/)).toBeVisible();
    await expect(result.getByText("Status 503")).toHaveCount(0);
    await result.getByRole("button", { name: "Done" }).click();
    await expect(result).toBeHidden();
  });

  test("is rotated, and deliveries carry both signatures", async ({ ownOrganization }) => {
    const { page, slug, call } = await ownOrganization();
    const old = await call("POST", "/webhooks", { url: receiver.url });
    const host = receiver.host;
    await openPage(page, `/${slug}/settings/webhooks`);
    await chooseAction(page, host, "Rotate secret…");
    const question = page.getByRole("alertdialog");
    await expect(question.getByText(/For 24 hours, deliveries carry the signatures of both secrets/)).toBeVisible();
    await question.getByRole("button", { name: "Rotate secret" }).click();
    const secret = await readSecret(page);
    expect(secret).not.toBe(old.secret);
    await expect(page.getByText("The old secret works for another 24 hours.")).toBeVisible();
    await copyAndClose(page.getByRole("dialog", { name: "Save your signing secret" }));
    await expect(page).toHaveURL(`/${slug}/settings/webhooks`);

    await chooseAction(page, host, "Send a test");
    await expect(page.getByText("The server accepted the event.")).toBeVisible();
    const [delivery] = receiver.received;
    if (!delivery) throw new Error("The receiver got no request.");
    for (const one of [secret, old.secret]) {
      new Verifier(one).verify(delivery.text, delivery.headers as Record<string, string>);
    }
  });

  test("is edited without overwriting the change of another admin", async ({ ownOrganization }) => {
    const { page, slug, call } = await ownOrganization();
    const { webhook } = await call("POST", "/webhooks", { url: receiver.url, description: "Dispatch" });
    await openPage(page, `/${slug}/settings/webhooks`);
    await chooseAction(page, "Dispatch", "Edit…");
    const dialog = page.getByRole("dialog", { name: "Edit “Dispatch”" });
    await expect(dialog.getByLabel("URL")).toHaveValue(receiver.url);
    await call("PATCH", `/webhooks/${webhook.id}`, { body: "thin" });
    await dialog.getByLabel("Description").fill("Dispatch 2");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Load the current values" }).click();
    await expect(dialog.getByRole("radio", { name: /^Thin/ })).toBeChecked();

    await dialog.getByLabel("Description").fill("Dispatch 3");
    await dialog.getByText("Choose", { exact: true }).click();
    await dialog.getByLabel("Alerts").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    const table = page.getByRole("table", { name: "Webhooks" });
    await expect(table.getByRole("link", { name: "Dispatch 3" })).toBeVisible();
    await expect(table.getByText("All alert events")).toBeVisible();
    expect(await call("GET", `/webhooks/${webhook.id}`)).toMatchObject({ body: "thin", url: receiver.url });

    await page.getByRole("searchbox", { name: "Search webhooks" }).fill("nothing like it");
    await expect(page.getByText("No webhook matches")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search webhooks" }).fill("alert.note");
    await expect(table.getByRole("link", { name: "Dispatch 3" })).toBeVisible();
  });

  test("is disabled, enabled and deleted, and each dialog says what happens to its events", async ({
    ownOrganization,
  }) => {
    const { page, slug, call } = await ownOrganization();
    const { webhook } = await call("POST", "/webhooks", { url: receiver.url, description: "Dispatch" });
    await openPage(page, `/${slug}/settings/webhooks`);
    const table = page.getByRole("table", { name: "Webhooks" });
    const question = page.getByRole("alertdialog");

    await chooseAction(page, "Dispatch", "Disable…");
    await expect(question.getByText(/up to 30 days back/)).toBeVisible();
    await question.getByRole("button", { name: "Disable webhook" }).click();
    await expect(table.getByText("Disabled", { exact: true })).toBeVisible();
    expect(await call("GET", `/webhooks/${webhook.id}`)).toMatchObject({ enabled: false });

    await chooseAction(page, "Dispatch", "Enable…");
    await expect(question.getByText(/Events since it was disabled are delivered now/)).toBeVisible();
    await question.getByRole("button", { name: "Enable webhook" }).click();
    await expect(table.getByText("Nothing sent yet")).toBeVisible();
    expect(await call("GET", `/webhooks/${webhook.id}`)).toMatchObject({ enabled: true });

    await chooseAction(page, "Dispatch", "Delete…");
    const confirm = question.getByRole("button", { name: "Delete webhook" });
    await expect(confirm).toBeDisabled();
    await expect(question.getByText("No delivery is waiting.")).toBeVisible();
    await question.getByLabel(/to confirm/).fill(receiver.host);
    await confirm.click();
    await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
    expect((await call("GET", "/webhooks")).data).toEqual([]);
  });

  test("with a JSON template shows a preview of the latest event, and stores headers that it never shows again", async ({
    ownOrganization,
  }) => {
    const { page, slug, call } = await ownOrganization();
    await call("POST", "/cameras", { name: "Gate", external_id: "gate" });
    const alert = { camera_id: "gate", use_case: "intrusion", status: "open", severity: "high", title: "At the fence" };
    await call("POST", "/alerts", alert);
    await openPage(page, `/${slug}/settings/webhooks`);
    await page.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Create webhook" });
    await dialog.getByRole("radio", { name: /^Custom JSON/ }).check();
    await dialog.getByLabel("URL").fill(receiver.url);
    const preview = dialog.getByRole("region", { name: "Preview" });
    await expect(preview).toContainText("At the fence");
    await dialog.getByLabel("JSON template").fill('{"level": "{{alert.severity}}"');
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await expect(dialog.getByText(/This isn't valid JSON/)).toBeVisible();
    await dialog.getByLabel("JSON template").fill('{"level": "{{alert.severity}}", "at": "{{camera.name}}"}');
    await expect(preview).toContainText('"level": "high"');
    await expect(preview).toContainText('"at": "Gate"');

    await dialog.getByRole("button", { name: "Severity" }).click();
    await page.getByRole("checkbox", { name: "Critical" }).check();
    await page.getByRole("checkbox", { name: "High" }).check();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Camera", exact: true }).click();
    await page.getByRole("checkbox", { name: "Gate" }).check();
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("button", { name: "Severity: Critical, High" })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Camera: Gate" })).toBeVisible();
    await dialog.getByRole("button", { name: "Add header" }).click();
    await dialog.getByLabel("Name of header 1").fill("host");
    await dialog.getByLabel("Value of header 1").fill("Bearer of tickets");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await expect(dialog.getByText("host: This header is set by Sightline. Remove it.")).toBeVisible();
    await dialog.getByLabel("Name of header 1").fill("authorization");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await copyAndClose(page.getByRole("dialog", { name: "Save your signing secret" }));

    const [webhook] = (await call("GET", "/webhooks")).data as Webhook[];
    const camera = (await call("GET", "/cameras")).data[0].id;
    expect(webhook).toMatchObject({
      kind: "template",
      template: { level: "{{alert.severity}}", at: "{{camera.name}}" },
      filter: { severity: ["critical", "high"], camera_id: [camera] },
      header_names: ["authorization"],
    });
    await openPage(page, `/${slug}/settings/webhooks`);
    const host = receiver.host;
    await chooseAction(page, host, "Send a test");
    await expect(page.getByText("The server accepted the event.")).toBeVisible();
    expect(receiver.received[0]?.headers.authorization).toBe("Bearer of tickets");
    expect(JSON.parse(receiver.received[0]?.text ?? "")).toEqual({ level: "high", at: null });
    await page.getByRole("button", { name: "Done" }).click();

    await chooseAction(page, host, "Edit…");
    const edit = page.getByRole("dialog", { name: `Edit “${host}”` });
    await expect(edit.getByText("authorization", { exact: true })).toBeVisible();
    expect(await page.content()).not.toContain("Bearer of tickets");
    await edit.getByRole("button", { name: "Camera: Gate" }).click();
    await page.getByRole("checkbox", { name: "Gate" }).uncheck();
    await page.keyboard.press("Escape");
    await edit.getByRole("button", { name: "Replace" }).click();
    await edit.getByLabel("Name of header 1").fill("x-api-key");
    await edit.getByLabel("Value of header 1").fill("another value");
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(edit).toBeHidden();
    expect(await call("GET", `/webhooks/${webhook?.id}`)).toMatchObject({
      filter: { severity: ["critical", "high"] },
      header_names: ["x-api-key"],
    });
  });

  test("for PagerDuty or Slack asks for what the service needs, and shows no signing secret", async ({
    ownOrganization,
  }) => {
    const { page, slug, call } = await ownOrganization();
    const path = `/${slug}/settings/webhooks`;
    await openPage(page, path);
    await page.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Create webhook" });
    const submit = dialog.getByRole("button", { name: "Create webhook" });
    await dialog.getByRole("radio", { name: /^Slack/ }).check();
    await dialog.getByRole("radio", { name: /^Bot token/ }).check();
    await submit.click();
    await expect(dialog.getByText("Enter the bot token.")).toBeVisible();
    await expect(dialog.getByText("Enter the ID of the channel.")).toBeVisible();
    await dialog.getByRole("radio", { name: /^Incoming webhook/ }).check();
    await expect(dialog.getByText("Enter the bot token.")).toHaveCount(0);

    await dialog.getByRole("radio", { name: /^PagerDuty/ }).check();
    await expect(dialog.getByLabel("Events API URL")).toHaveValue("https://events.pagerduty.com/v2/enqueue");
    await dialog.getByLabel("Events API URL").fill(receiver.url);
    await submit.click();
    await expect(dialog.getByText("Enter the integration key.")).toBeVisible();
    await dialog.getByLabel("Integration key").fill("0123456789abcdef");
    await dialog.getByLabel("Description").fill("On-call");
    await submit.click();
    await expect(page).toHaveURL(/\/webhooks\/webhook_/);
    const [webhook] = (await call("GET", "/webhooks")).data as Webhook[];
    expect(webhook).toMatchObject({ kind: "pagerduty", url: receiver.url, has_credential: true, event_types: null });

    await openPage(page, path);
    await page.getByRole("button", { name: "Actions for On-call" }).click();
    await expect(page.getByRole("menuitem", { name: "Rotate secret…" })).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Send a test" }).click();
    await expect(page.getByText("The server accepted the event.")).toBeVisible();
    expect(JSON.parse(receiver.received[0]?.text ?? "")).toMatchObject({
      routing_key: "0123456789abcdef",
      event_action: "trigger",
    });
    await page.getByRole("button", { name: "Done" }).click();
    await chooseAction(page, "On-call", "Edit…");
    const edit = page.getByRole("dialog", { name: "Edit “On-call”" });
    await expect(edit.getByLabel("Integration key")).toHaveValue("");
    await edit.getByLabel("Description").fill("On-call, Rotterdam");
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: "On-call, Rotterdam" })).toBeVisible();
    expect(await call("GET", `/webhooks/${webhook?.id}`)).toMatchObject({ has_credential: true });
  });

  for (const role of ["support", "viewer"] as const) {
    test(`isn't shown to the role ${role}`, async ({ ownOrganization }) => {
      const { slug, call, join } = await ownOrganization();
      await call("POST", "/webhooks", { url: receiver.url, description: "Dispatch" });
      const { page } = await join(role, "Noor Newcomer");
      await openPage(page, `/${slug}/settings/webhooks`);
      await expect(page.getByText("Only admins can manage webhooks")).toBeVisible();
      await expect(page.getByRole("button", { name: "Create webhook" })).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Webhooks" })).toHaveCount(0);
      expect(await page.content()).not.toContain("secret-path");
      const headers = { "Sightline-Organization": slug };
      expect((await page.request.get("/api/v1/webhooks", { headers })).status()).toBe(403);
    });
  }
});
