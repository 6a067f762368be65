import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const candidates = [
  process.env.CHROMIUM_PATH,
  // The headless shell comes first: full Chromium also renders a toolbar for every window, which takes a third of
  // the tests' time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the path of the system's Chromium, or undefined if there is none. Playwright then uses its own. */
export function systemChromium(): string | undefined {
  return candidates.find((path) => path && existsSync(path));
}

function attempt(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    return true;
  } catch {
    return false;
  }
}

async function hasPlaywrightChromium(): Promise<boolean> {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}

/**
 * Ensures that the browser tests have a Chromium: the system's, otherwise Playwright's download. As root, it can
 * also install Debian's package.
 * @throws Error with a one-line message if none of them works.
 */
export async function ensureChromium(say: (line: string) => void): Promise<void> {
  if (systemChromium() || (await hasPlaywrightChromium())) return;
  const playwright = createRequire(import.meta.url).resolve("@playwright/test/cli");
  say("No Chromium found: downloading Playwright's");
  if (attempt(process.execPath, [playwright, "install", "chromium"]) && (await hasPlaywrightChromium())) return;
  if (process.getuid?.() === 0) {
    say("Playwright's download is not to be had: installing the system's package");
    const install = (name: string) => attempt("apt-get", ["install", "-y", "-qq", name]);
    attempt("apt-get", ["update", "-qq"]);
    if ((install("chromium-headless-shell") || install("chromium")) && systemChromium()) return;
  }
  throw new Error(
    "The browser tests need Chromium: install it (Debian: apt install chromium-headless-shell) or set CHROMIUM_PATH",
  );
}
