import { expect, openPage, portalUrl, test } from "../fixtures/browser";
import { trackRequests } from "../fixtures/request-tracker";

test("every docs page opens without requests to other hosts or console errors", async ({ visitor }) => {
  test.setTimeout(300_000);
  const foreign: string[] = [];
  const complaints: string[] = [];
  visitor.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") && host !== new URL(portalUrl()).host) foreign.push(request.url());
  });
  visitor.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${visitor.url()}: ${message.text()}`);
  });
  visitor.on("pageerror", (error) => complaints.push(`${visitor.url()}: ${error.message}`));
  const quiet = trackRequests(visitor);
  await openPage(visitor, "/docs");
  const links = visitor.getByRole("navigation", { name: "Docs", exact: true }).getByRole("link");
  const pages = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(pages.length).toBeGreaterThan(30);
  for (const page of pages) {
    const reply = await openPage(visitor, page);
    expect([page, reply?.status()]).toEqual([page, 200]);
    await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
    await quiet();
  }
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the Postman collection and the .http file contain this site's URL", async ({ visitor }) => {
  await openPage(visitor, "/docs/clients");
  const { origin } = new URL(visitor.url());
  const collection = await (await visitor.request.get("/docs/postman.json")).json();
  expect(collection.variable[0]).toMatchObject({ key: "base_url", value: `${origin}/api/v1` });
  const file = await visitor.request.get("/docs/sightline.http");
  expect(file.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await file.text()).toContain(`@base_url = ${origin}/api/v1`);
  await visitor.getByRole("link", { name: "postman.json" }).click();
  await expect(visitor).toHaveURL(/postman\.json$/);
});
