import { defineConfig, devices } from "@playwright/test";
import { systemChromium } from "./scripts/browser";

const executablePath = systemChromium();
const browser = { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } };
/** Test files that start their own server and database, in addition to the shared ones. */
const withOwnServer = /(?:oidc|account-emails|deliveries|webhook-notices)\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e/portal",
  globalSetup: "./e2e/fixtures/portal.ts",
  fullyParallel: true,
  workers: 2,
  // Long enough for a slow, busy machine. A longer timeout costs nothing, because a wait ends as soon as its
  // condition is met.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON
    ? [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON }]]
    : [["list"]],
  use: {
    // Traces are off, because recording uses CPU time that all tests share. To record failed tests, run `npx
    // playwright test --trace=retain-on-failure`.
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
