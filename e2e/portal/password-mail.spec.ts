import { rmSync } from "node:fs";
import { startEmbedded } from "@/lib/db/embedded";
import { expect, open, test } from "../fixtures/browser";
import { makeDataFolder } from "../fixtures/folders";
import { PASSWORD } from "../fixtures/secrets";
import { type Door, openDoor } from "../fixtures/servers";
import { type SmtpFixture, startSmtp } from "../fixtures/smtp";

const NEW_PASSWORD = "another horse, another battery";

let smtp: SmtpFixture;
let door: Door;
let folder: string;
let database: Awaited<ReturnType<typeof startEmbedded>>;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  smtp = await startSmtp();
  folder = makeDataFolder("mail");
  database = await startEmbedded({ dataDir: folder });
  const AUTH_SECRET = "a secret that only the tests know, 0123456789";
  door = await openDoor("server", { DATABASE_URL: database.url, AUTH_SECRET, SMTP_URL: smtp.url, WORKER: "on" });
});

test.afterAll(async () => {
  await door?.stop();
  await smtp?.stop();
  await database?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test("a forgotten password is set anew by the link that the mail server delivered", async ({ newBrowser }) => {
  const page = await (await newBrowser({ baseURL: door.url })).newPage();
  const email = "forgetful@example.test";
  const made = await page.request.post("/api/v1/sign-up", {
    headers: { Origin: door.url },
    data: { name: "Fay Getful", email, password: PASSWORD, organization_name: "Harbour" },
  });
  expect(made.status()).toBe(201);
  await open(page, "/sign-in");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("is on its way")).toBeVisible();

  await expect.poll(() => smtp.mails().length, { timeout: 60_000 }).toBe(1);
  const [mail] = smtp.mails();
  expect(mail?.recipients).toEqual([email]);
  const link = /https?:\/\/\S+\/reset-password\/[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
  expect(link.startsWith(`${door.url}/reset-password/`)).toBe(true);

  await open(page, link);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Your new password is set")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${door.url}/harbour`);
  await expect.poll(() => smtp.mails().length, { timeout: 60_000 }).toBe(2);
  expect(smtp.mails()[1]).toMatchObject({ recipients: [email], subject: expect.stringMatching(/password/i) });
});
