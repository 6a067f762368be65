import { defineConfig, devices } from "@playwright/test";
import { systemChromium } from "./scripts/browser";

const executablePath = systemChromium();

export default defineConfig({
  testDir: "e2e/portal",
  globalSetup: "./e2e/fixtures/portal.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON
    ? [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON }]]
    : [["list"]],
  use: {
    trace: "retain-on-failure",
    launchOptions: {
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
      ...(executablePath && { executablePath }),
    },
  },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } } }],
});
