import { addAlertCamera } from "../fixtures/alert-camera";
import { expect, openPage, test } from "../fixtures/browser";

test("an agent sees an alert arrive and acknowledges it by keyboard, and a colleague's page updates", async ({
  ownOrganization,
}) => {
  const admin = await ownOrganization();
  const { slug, page: colleague, call } = admin;
  const { raise } = await addAlertCamera(admin);
  await raise({ title: "Earlier", status: "acknowledged" });
  const { page: agent } = await admin.join("support", "Sam Support");
  await Promise.all([openPage(agent, `/${slug}/alerts`), openPage(colleague, `/${slug}/alerts`)]);
  const title = "Stranger at the gate";
  const { id } = await raise({ title });
  const row = agent.getByRole("row").filter({ hasText: title });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await row.getByRole("link", { name: title }).click();
  await expect(agent).toHaveURL(new RegExp(`/${slug}/alerts/${id}$`));
  const panel = agent.getByRole("complementary", { name: "Alert details" });
  await expect(panel.getByRole("heading", { name: title })).toBeVisible();
  await agent.keyboard.press("a");
  await expect(row.getByText("Acknowledged")).toBeVisible();
  await expect.poll(async () => (await call("GET", `/alerts/${id}`)).status).toBe("acknowledged");
  await expect(colleague.getByRole("row").filter({ hasText: title }).getByText("Acknowledged")).toBeVisible({
    timeout: 30_000,
  });
  await agent.goBack();
  await expect(agent).toHaveURL(/\/alerts$/);
  await expect(panel).toBeHidden();
  await expect(row).toBeVisible();
});

test("a URL with filters shows only the matching alerts", async ({ ownOrganization }) => {
  const admin = await ownOrganization();
  const { slug } = admin;
  const { raise } = await addAlertCamera(admin);
  await raise({ title: "Glass broke at noon", status: "dismissed", severity: "critical" });
  await raise({ title: "Glass broke at night", severity: "critical" });
  await raise({ title: "Door left open", severity: "critical" });
  const { page } = await admin.join("viewer", "Vic Viewer");
  const row = (title: string) => page.getByRole("row").filter({ hasText: title });
  await openPage(page, `/${slug}/alerts?status=dismissed&severity=critical&q=glass`);
  await expect(row("Glass broke at noon")).toHaveCount(1);
  await expect(row("Glass broke at night")).toHaveCount(0);
  await openPage(page, `/${slug}/alerts?status=open&q=glass`);
  await expect(row("Glass broke at night")).toHaveCount(1);
  for (const title of ["Glass broke at noon", "Door left open"]) await expect(row(title)).toHaveCount(0);
});

test("the server's HTML contains the first page of alerts", async ({ pageAs }) => {
  const page = await pageAs("support");
  const html = await (await page.request.get("/demo/alerts")).text();
  expect(html.match(/aria-rowindex="/g)?.length ?? 0).toBeGreaterThan(10);
});

test("alert text is displayed, never executed", async ({ ownOrganization }) => {
  const admin = await ownOrganization();
  const { slug } = admin;
  const { raise } = await addAlertCamera(admin);
  const { page } = await admin.join("support", "Sam Support");
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const payloads = [
    `<img src=x onerror="alert(1)">`,
    `</script><script>alert(1)</script>`,
    `javascript:alert(1)`,
    `"><svg onload=alert(1)>`,
  ];
  for (const title of payloads) {
    const { id } = await raise({ title, description: title, tags: [title], metadata: { [title]: title } });
    await openPage(page, `/${slug}/alerts/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await openPage(page, `/${slug}/alerts?q=${encodeURIComponent(title)}`);
    await expect(page.getByRole("row").filter({ hasText: title })).toBeVisible();
  }
  expect(dialogs).toEqual([]);
});

test("a viewer can read an alert but doesn't see buttons to change it", async ({ ownOrganization }) => {
  const admin = await ownOrganization();
  const { slug } = admin;
  const { raise } = await addAlertCamera(admin);
  const { id } = await raise({ title: "Stranger at the gate" });
  const { page: viewer } = await admin.join("viewer", "Vic Viewer");
  for (const page of [admin.page, viewer]) {
    await openPage(page, `/${slug}/alerts/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Stranger at the gate" })).toBeVisible();
  }
  await expect(admin.page.getByRole("button", { name: "Acknowledge" }).first()).toBeVisible();
  await expect(viewer.getByRole("button", { name: /Acknowledge|Resolve|Dismiss/ })).toHaveCount(0);
});
