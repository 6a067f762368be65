import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./browser";

const root = resolve(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);
const reports = mkdtempSync(join(tmpdir(), "sightline-reports-"));
const reportOf = (name: string) => join(reports, `${name}.json`);
const STILL_RUNNING_MS = 60_000;

interface Stage {
  name: string;
  command: [string, ...string[]];
  /** Whether the stage writes a JSON report with its test counts. */
  hasReport?: boolean;
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The names of the failed tests. */
  failures: string[];
}

type Result = Counts & { name: string; seconds: number };

const types: Stage = { name: "types", command: [bin("tsc"), "--noEmit", "-p", "."] };
const lint: Stage = { name: "lint", command: [bin("biome"), "check", "."] };
const unused: Stage = { name: "unused", command: [bin("knip")] };
const unit: Stage = { name: "unit", command: [bin("vitest"), "run", "--project", "unit"], hasReport: true };
const build: Stage = { name: "build", command: [process.execPath, "--import", "tsx", "scripts/build.ts"] };
const api: Stage = { name: "api", command: [bin("vitest"), "run", "--project", "api"], hasReport: true };
const browser: Stage = { name: "browser", command: [bin("playwright"), "test"], hasReport: true };

/** The number of lines that are repeated at the end of the run if a stage failed outside its tests. */
const REPEATED_LINES = 40;
/** The start of an error outside the tests in the output of Vitest or Playwright. */
const OUTSIDE_TESTS = /Unhandled (Errors?|Rejection)|^ *FAIL |^Error: |Error during global/m;

/** Runs a stage and returns its result. Its output is printed only when it ends, because stages run concurrently. */
async function run(stage: Stage): Promise<Result> {
  const { name, command } = stage;
  const started = Date.now();
  const { succeeded, output } = await runCommand(command, {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    VITEST_JSON: reportOf(name),
    PLAYWRIGHT_JSON: reportOf(name),
    ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
  });
  const counts = stage.hasReport
    ? readCounts(name)
    : { passed: Number(succeeded), failed: 0, skipped: 0, failures: [] };
  if (!succeeded && counts.failed === 0) {
    // An error outside the tests, such as an unhandled rejection or a failed hook.
    counts.failed = 1;
    counts.failures = [`${name}: ${errorIn(stripVTControlCharacters(output.toString()))}`];
  }
  const result = { name, ...counts, seconds: Math.round((Date.now() - started) / 1_000) };
  console.log(`\n── ${formatResult(result)} ──`);
  process.stdout.write(output);
  return result;
}

/** Returns the lines that describe the error. Without a line that looks like one, these are the last lines. */
function errorIn(output: string): string {
  const start = output.search(OUTSIDE_TESTS);
  const lines = (start === -1 ? output : output.slice(start)).trimEnd().split("\n");
  return lines.slice(...(start === -1 ? [-REPEATED_LINES] : [0, REPEATED_LINES])).join("\n");
}

function runCommand(
  [command, ...args]: Stage["command"],
  env: NodeJS.ProcessEnv,
): Promise<{ succeeded: boolean; output: Buffer }> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => done({ succeeded: false, output: Buffer.from(`${error.message}\n`) }));
    child.on("close", (code) => done({ succeeded: code === 0, output: Buffer.concat(chunks) }));
  });
}

/** Reads the test counts from a Vitest or Playwright report. A missing report counts as one failure. */
function readCounts(name: string): Counts {
  try {
    const json = JSON.parse(readFileSync(reportOf(name), "utf8"));
    if (json.stats) {
      const { expected, unexpected, flaky, skipped } = json.stats;
      return { passed: expected + flaky, failed: unexpected, skipped, failures: failedStories(json.suites) };
    }
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
      failures: failedTests(json.testResults),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: no report`] };
  }
}

interface TestFile {
  name: string;
  assertionResults: { fullName: string; status: string }[];
}

function failedTests(files: TestFile[]): string[] {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
}

interface Suite {
  suites?: Suite[];
  specs: { file: string; title: string; ok: boolean }[];
}

function failedStories(suites: Suite[]): string[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
    ...failedStories(inner),
  ]);
}

/** Runs lanes concurrently, and the stages within each lane in sequence. Returns the results of all stages. */
async function runLanes(...lanes: Stage[][]): Promise<Result[]> {
  const started = Date.now();
  const running = new Set<string>();
  const reminder = setInterval(() => {
    console.log(`${[...running].join(", ")} running for ${Math.round((Date.now() - started) / 60_000)} min`);
  }, STILL_RUNNING_MS);
  const results = await Promise.all(
    lanes.map(async (lane) => {
      const ofLane: Result[] = [];
      for (const stage of lane) {
        running.add(stage.name);
        ofLane.push(await run(stage));
        running.delete(stage.name);
      }
      return ofLane;
    }),
  );
  clearInterval(reminder);
  return results.flat();
}

/**
 * Runs all stages. Type checking and the build are in one lane, because type checking includes types that the
 * build writes.
 */
async function runEverything(): Promise<Result[]> {
  await ensureChromium(console.log);
  console.log("Running types, lint and unit tests beside the build, then the API tests, then the browser tests");
  const results = await runLanes([types, build], [lint, unused, unit]);
  const isBuilt = results.some(({ name, failed }) => name === build.name && failed === 0);
  // These stages run in sequence, because each uses both cores. Run concurrently, they would only time out more
  // often.
  if (isBuilt) results.push(...(await runLanes([api, browser])));
  else console.log("\nThe API and browser tests did not run: they need the build.");
  return results;
}

const formatResult = ({ name, passed, failed, skipped, seconds }: Result) =>
  `${name.padEnd(8)} ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`;

async function main(): Promise<number> {
  const started = Date.now();
  const results = process.argv.includes("--check")
    ? await runLanes([types], [lint, unused, unit])
    : await runEverything();
  rmSync(reports, { recursive: true, force: true });
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`);
  const sum = (key: "passed" | "failed" | "skipped") => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${results.map(formatResult).join("\n")}\nin ${Math.round((Date.now() - started) / 1_000)} s\n`);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  return sum("failed") === 0 ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
