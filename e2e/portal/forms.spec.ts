import type { Page } from "@playwright/test";
import { messages } from "@/lib/messages";
import { expect, test, waitForHydration } from "../fixtures/browser";

/** Opens a page whose scripts don't load until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return async () => {
    release();
    await waitForHydration(page);
  };
}

test("text typed into settings before hydration is kept and can be saved", async ({ ownOrganization }) => {
  const { page, slug } = await ownOrganization();
  for (const [path, label, text] of [
    ["/account", "Name", "Ana María Lund"],
    [`/${slug}/settings/general`, "Name", "Harbor of the north"],
  ] as const) {
    const react = await openWithoutScripts(page, path);
    const field = page.getByLabel(label, { exact: true });
    await field.fill(text);
    await field.press("Enter");
    expect(new URL(page.url()).search).toBe("");
    await react();
    await expect(field).toHaveValue(text);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue(text);
    expect(new URL(page.url()).search).toBe("");
  }
});

test("a form submitted before hydration is sent afterwards and shows its errors", async ({
  ownOrganization,
  visitor: page,
}) => {
  const { email } = await ownOrganization();
  const react = await openWithoutScripts(page, "/sign-in");
  const password = page.getByLabel("Password", { exact: true });
  await page.getByLabel("Email").fill(email);
  await password.fill("not the password");
  await password.press("Enter");
  expect(new URL(page.url()).search).toBe("");
  await react();
  await expect(page.getByText(messages.wrongSignIn)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(password).toHaveValue("not the password");
  await expect(password).toBeFocused();
});

test("a search submitted before hydration runs afterwards and stays out of the URL", async ({ ownOrganization }) => {
  const { page, slug } = await ownOrganization();
  const react = await openWithoutScripts(page, `/${slug}/settings/requests`);
  const field = page.getByLabel("Find a request");
  await field.fill("what happened yesterday");
  await field.press("Enter");
  expect(new URL(page.url()).search).toBe("");
  await react();
  await expect(page.getByText("Enter a request id, a route such as")).toBeVisible();
  await expect(field).toHaveValue("what happened yesterday");
});
