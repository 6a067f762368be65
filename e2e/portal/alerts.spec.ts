import { demoCredentials, expect, partner, test } from "../fixtures/browser";

const camera = "rtm-dock-3-east";
let serial = 0;
const uniqueTitle = () => {
  serial += 1;
  return `Story ${Date.now()} ${serial}`;
};

test("an agent sees an alert arrive, acknowledges it by keyboard, and a colleague's page shows it", async ({
  pageAs,
  request,
}) => {
  const key = demoCredentials().apiKey;
  const [agent, colleague] = await Promise.all([pageAs("support"), pageAs("admin")]);
  await Promise.all([agent.goto("/demo/alerts"), colleague.goto("/demo/alerts")]);
  const title = uniqueTitle();
  const { json } = await partner(request, key, "POST", "/alerts", {
    camera_id: camera,
    use_case: "intrusion",
    status: "open",
    title,
  });
  const row = agent.getByRole("row").filter({ hasText: title });
  await expect(row).toBeVisible({ timeout: 15_000 });
  await row.getByRole("link", { name: title }).click();
  await expect(agent).toHaveURL(new RegExp(`/demo/alerts/${json.id}$`));
  await agent.keyboard.press("a");
  await expect(agent.getByText("Acknowledged").first()).toBeVisible();
  await expect
    .poll(async () => (await partner(request, key, "GET", `/alerts/${json.id}`)).json.status)
    .toBe("acknowledged");
  await expect(colleague.getByRole("row").filter({ hasText: title }).getByText("Acknowledged")).toBeVisible({
    timeout: 15_000,
  });
  await agent.goBack();
  await expect(agent).toHaveURL(/\/demo\/alerts$/);
});

test("filters live in the address, and a shared address shows the same rows", async ({ pageAs, request }) => {
  const title = uniqueTitle();
  await partner(request, demoCredentials().apiKey, "POST", "/alerts", {
    camera_id: camera,
    use_case: "intrusion",
    status: "dismissed",
    severity: "critical",
    title,
  });
  const page = await pageAs("viewer");
  await page.goto(`/demo/alerts?status=dismissed&severity=critical&q=${encodeURIComponent(title)}`);
  await expect(page.getByRole("row").filter({ hasText: title })).toHaveCount(1);
  await page.goto(`/demo/alerts?status=open&q=${encodeURIComponent(title)}`);
  await expect(page.getByRole("row").filter({ hasText: title })).toHaveCount(0);
});

test("the first page of the list is in the server's HTML", async ({ pageAs }) => {
  const page = await pageAs("support");
  const html = await (await page.request.get("/demo/alerts")).text();
  expect(html.match(/aria-rowindex="/g)?.length ?? 0).toBeGreaterThan(10);
});

test("text of alerts is shown, never run", async ({ pageAs, request }) => {
  const dialogs: string[] = [];
  const page = await pageAs("support");
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
    const body = {
      camera_id: camera,
      use_case: "intrusion",
      status: "open",
      title,
      description: title,
      tags: [title],
      metadata: { [title]: title },
    };
    const { json } = await partner(request, demoCredentials().apiKey, "POST", "/alerts", body);
    await page.goto(`/demo/alerts/${json.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.goto(`/demo/alerts?q=${encodeURIComponent(title)}`);
    await expect(page.getByRole("row").filter({ hasText: title }).first()).toBeVisible();
  }
  expect(dialogs).toEqual([]);
});

test("a viewer reads an alert and has no button to change it", async ({ pageAs, request }) => {
  const { json } = await partner(request, demoCredentials().apiKey, "GET", "/alerts?status=open&limit=1");
  const page = await pageAs("viewer");
  await page.goto(`/demo/alerts/${json.data[0].id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: /Acknowledge|Resolve|Dismiss/ })).toHaveCount(0);
});
