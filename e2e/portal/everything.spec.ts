import { raiseNumberedAlerts } from "../fixtures/alert-camera";
import { expect, openPage, test } from "../fixtures/browser";

const ALERTS = 600;

test("resolving all matching alerts includes those not loaded but not later ones", async ({ ownOrganization }) => {
  const organization = await ownOrganization();
  const { slug, page } = organization;
  const { raise } = await raiseNumberedAlerts(organization, ALERTS);
  // Retries, because counting the alerts may time out on a busy machine.
  await expect(async () => {
    await openPage(page, `/${slug}/alerts?status=open`);
    await expect(page.getByText(`${ALERTS} alerts match`, { exact: true })).toBeVisible();
  }).toPass();

  await page.getByRole("checkbox", { name: "Select all loaded alerts" }).check();
  await page.getByRole("button", { name: `Select all ${ALERTS} that match` }).click();
  const bar = page.getByRole("region", { name: "Selected alerts" });
  await expect(bar.getByText(`Selected all ${ALERTS} that match`)).toBeVisible();

  await page.keyboard.press("r");
  const dialog = page.getByRole("alertdialog", { name: `Resolve all ${ALERTS} alerts that match?` });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(bar).toBeVisible();

  await raise({ title: "Came later" });
  await bar.getByRole("textbox", { name: "Comment for all selected" }).fill("Fire drill");
  await bar.getByRole("button", { name: "Resolve" }).click();
  await dialog.getByRole("button", { name: /^Resolve / }).click();
  await expect(page.getByText(`Resolved: ${ALERTS} alerts`)).toBeVisible();
  await expect(page.getByText("1 alert matches", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Came later", exact: true })).toBeVisible();
  await expect(bar).toBeHidden();

  await openPage(page, `/${slug}/alerts?status=resolved`);
  await expect(page.getByText(`${ALERTS} alerts match`, { exact: true })).toBeVisible();
  const { data } = await organization.call("GET", "/alerts?status=resolved&sort=created_at&limit=1");
  const timeline = await organization.call("GET", `/alerts/${data[0].id}/timeline`);
  expect(JSON.stringify(timeline)).toContain("Fire drill");
});
