import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureChromium } from "./browser";

const root = resolve(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);
const reports = mkdtempSync(join(tmpdir(), "sightline-reports-"));

interface Step {
  name: string;
  command: [string, ...string[]];
  report?: string;
}

const file = (name: string) => join(reports, `${name}.json`);
const checks: Step[] = [
  { name: "types", command: [bin("tsc"), "--noEmit", "-p", "."] },
  { name: "lint", command: [bin("biome"), "check", "."] },
  { name: "unused", command: [bin("knip")] },
  { name: "unit", command: [bin("vitest"), "run", "--project", "unit"], report: file("unit") },
];
const all: Step[] = [
  ...checks,
  { name: "api", command: [bin("vitest"), "run", "--project", "api"], report: file("api") },
  { name: "browser", command: [bin("playwright"), "test"], report: file("browser") },
];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

function run({ name, command: [command, ...args] }: Step): Promise<boolean> {
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    VITEST_JSON: file(name),
    PLAYWRIGHT_JSON: file(name),
  };
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env });
    child.on("error", () => done(false));
    child.on("exit", (code) => done(code === 0));
  });
}

/** The counts of a vitest or Playwright report; a report that is missing counts as one failure. */
function countsOf(report: string): Counts {
  try {
    const json = JSON.parse(readFileSync(report, "utf8"));
    if (json.stats) {
      const { expected, unexpected, flaky, skipped } = json.stats;
      return { passed: expected + flaky, failed: unexpected, skipped };
    }
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function main(): Promise<number> {
  const started = Date.now();
  const quick = process.argv.includes("--check");
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const lines: string[] = [];
  if (!quick) {
    await ensureChromium(console.log);
  }
  for (const step of quick ? checks : all) {
    console.log(`\n── ${step.name} ──`);
    const began = Date.now();
    const passed = await run(step);
    const counts = step.report ? countsOf(step.report) : { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
    if (!passed && counts.failed === 0) counts.failed = 1;
    for (const key of ["passed", "failed", "skipped"] as const) total[key] += counts[key];
    const took = `${Math.round((Date.now() - began) / 1000)} s`;
    lines.push(
      `${step.name.padEnd(8)} ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${took})`,
    );
  }
  rmSync(reports, { recursive: true, force: true });
  console.log(`\n${lines.join("\n")}\nin ${Math.round((Date.now() - started) / 1000)} s\n`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
