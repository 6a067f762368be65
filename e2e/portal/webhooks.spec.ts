import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { Webhook as Verifier } from "standardwebhooks";
import type { Webhook } from "@/lib/webhooks/schema";
import { copyAndClose, expect, openPage, test } from "../fixtures/browser";

interface Receiver {
  url: string;
  /** The requests so far, oldest first. */
  requests: { headers: IncomingHttpHeaders; body: string }[];
  /** The status of the next replies. */
  status: number;
  close: () => Promise<void>;
}

/** Starts a partner's server that records the deliveries it receives. */
async function openReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    receiver.requests.push({ headers: request.headers, body });
    response.writeHead(receiver.status).end(`{"status":${receiver.status}}`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks/secret-path`,
    requests: [],
    status: 200,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

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
  let receiver: Receiver;

  test.beforeEach(async () => {
    receiver = await openReceiver();
  });
  test.afterEach(async () => {
    await receiver.close();
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
    await expect(dialog.getByText("Enter the URL of your server.")).toBeVisible();
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
    await expect(table.getByRole("rowheader")).toHaveText(`Dispatch${new URL(receiver.url).host}`);
    await expect(table.getByText("Nothing sent yet")).toBeVisible();
    await expect(table.getByText("4 event types")).toBeVisible();
    const html = await page.content();
    expect(html).not.toContain(secret);
    await openPage(page, path);

    await chooseAction(page, "Dispatch", "Send a test");
    const result = page.getByRole("dialog", { name: "Test of “Dispatch”" });
    await expect(result.getByText(/Status 200 · \d+ ms/)).toBeVisible();
    await expect(result.getByText("Your server accepted the event.")).toBeVisible();
    await expect(result.getByText('{"status":200}')).toBeVisible();
    const [delivery] = receiver.requests;
    if (!delivery) throw new Error("The receiver got no request.");
    const event = new Verifier(secret).verify(delivery.body, delivery.headers as Record<string, string>);
    expect(event).toMatchObject({ type: "alert.created" });

    receiver.status = 503;
    await result.getByRole("button", { name: "Send again" }).click();
    await expect(result.getByText(/Not delivered\s*Status 503/)).toBeVisible();
    await receiver.close();
    await result.getByRole("button", { name: "Send again" }).click();
    await expect(result.getByText(/refused the connection/)).toBeVisible();
    await expect(result.getByText("Status 503")).toHaveCount(0);
    await result.getByRole("button", { name: "Done" }).click();
    await expect(result).toBeHidden();
  });

  test("is rotated, and deliveries carry both signatures", async ({ ownOrganization }) => {
    const { page, slug, call } = await ownOrganization();
    const old = await call("POST", "/webhooks", { url: receiver.url });
    const host = new URL(receiver.url).host;
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
    await expect(page.getByText("Your server accepted the event.")).toBeVisible();
    const [delivery] = receiver.requests;
    if (!delivery) throw new Error("The receiver got no request.");
    for (const one of [secret, old.secret]) {
      new Verifier(one).verify(delivery.body, delivery.headers as Record<string, string>);
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
    await expect(question.getByText("No delivery is pending.")).toBeVisible();
    await question.getByLabel(/to confirm/).fill("Dispatch");
    await confirm.click();
    await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
    expect((await call("GET", "/webhooks")).data).toEqual([]);
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
