import type { Locator } from "@playwright/test";
import { expect, type OwnOrganization, openPage, test } from "../fixtures/browser";

interface Form {
  fields: Locator;
  save: Locator;
  /** The API path of the edited resource, which a colleague changes while the form is open. */
  path: string;
}

async function keyForm({ page, slug, makeKey }: OwnOrganization): Promise<Form> {
  const { id } = await makeKey("Gateway", ["alerts:read"]);
  await openPage(page, `/${slug}/settings/api-keys`);
  await page.getByRole("button", { name: "Actions for Gateway" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const fields = page.getByRole("dialog");
  return { fields, save: fields.getByRole("button", { name: "Save" }), path: `/keys/${id}` };
}

async function appForm({ page, slug, call }: OwnOrganization): Promise<Form> {
  const { app } = await call("POST", "/oauth/apps", { name: "Gateway", scopes: ["alerts:read"] });
  await openPage(page, `/${slug}/settings/oauth-apps`);
  await page.getByRole("button", { name: /^Actions for Gateway/ }).click();
  await page.getByRole("menuitem", { name: /^Edit/ }).click();
  const fields = page.getByRole("dialog");
  return { fields, save: fields.getByRole("button", { name: "Save" }), path: `/oauth/apps/${app.id}` };
}

async function organizationForm({ page, slug }: OwnOrganization): Promise<Form> {
  await openPage(page, `/${slug}/settings/general`);
  const fields = page.locator("form", { has: page.getByLabel("Keep alerts for (days)") });
  return { fields, save: fields.getByRole("button", { name: "Save" }), path: "/organization" };
}

for (const [what, openForm] of [
  ["a key", keyForm],
  ["an app", appForm],
  ["the organization", organizationForm],
] as const) {
  test(`an editor of ${what} is warned about a concurrent change and can save after loading it`, async ({
    ownOrganization,
  }) => {
    const admin = await ownOrganization();
    const { fields, save, path } = await openForm(admin);
    const name = fields.getByLabel("Name", { exact: true });
    await name.fill("Mine");
    await admin.call("PATCH", path, { name: "Theirs" });
    await save.click();
    await expect(fields.getByText("Someone else changed this while you were editing.")).toBeVisible();
    expect(await admin.call("GET", path)).toMatchObject({ name: "Theirs" });

    await fields.getByRole("button", { name: "Load the current values" }).click();
    await expect(name).toHaveValue("Theirs");
    await expect(fields.getByText("Someone else changed this")).toBeHidden();
    await name.fill("Mine after all");
    await save.click();
    await expect(admin.page.getByText(/Saved|was saved/).first()).toBeVisible();
    expect(await admin.call("GET", path)).toMatchObject({ name: "Mine after all" });
  });
}
