import { defineConfig, devices } from "@playwright/test";
import { systemChromium } from "./scripts/browser";

const executablePath = systemChromium();
const browser = { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } };
/** Stories that start a server and a database beside those of all others. */
const withOwnServer = /(?:oidc|account-emails)\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e/portal",
  globalSetup: "./e2e/fixtures/portal.ts",
  fullyParallel: true,
  workers: 2,
  // Long enough for a slow machine that is busy with other things: a wait ends as soon as what it waits for is there.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON
    ? [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON }]]
    : [["list"]],
  use: {
    // `npx playwright test --trace=retain-on-failure` records traces of failed tests; recording takes CPU time from all.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
      ...(executablePath && { executablePath }),
    },
  },
  projects: [
    { name: "portal", testIgnore: withOwnServer, use: browser },
    { name: "own-server", testMatch: withOwnServer, workers: 1, use: browser },
  ],
});
