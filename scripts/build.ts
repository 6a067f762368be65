import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, stop as stopCompiler } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const sources = [
  ...["app", "components", "lib", "public", "scripts/build.ts", "server.ts"],
  ...["next.config.js", "postcss.config.mjs", "package-lock.json"],
];
const folder = join(root, process.env.NEXT_DIST_DIR ?? ".next");
const server = join(folder, "server.mjs");
/** The file with the hash of the sources that the current build was made from. */
const stamp = join(folder, "sources.sha256");

function* filesBelow(path: string): Generator<string> {
  const full = join(root, path);
  if (!existsSync(full)) return;
  try {
    for (const entry of readdirSync(full).sort()) yield* filesBelow(join(path, entry));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") throw error;
    yield path;
  }
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesBelow(source)) {
      if (file.includes(".test.")) continue;
      hash.update(`${file}\n`).update(readFileSync(join(root, file)));
    }
  }
  return hash.digest("hex");
}

/** Loads the server bundle that `buildIfNeeded` created. */
export function importServer(): Promise<typeof import("../server")> {
  return import(pathToFileURL(server).href);
}

/** Returns whether the existing build was made from exactly these sources. */
export function isBuilt(): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint();
}

/** Builds the pages and the server, unless the build is current. */
export async function buildIfNeeded(onProgress: (line: string) => void): Promise<void> {
  if (isBuilt()) return;
  onProgress("Building the pages (only when the sources changed; takes up to a minute)");
  await buildAll(onProgress);
}

/** Builds everything that a start needs. The stamp is written last, so that an interrupted build is repeated. */
async function buildAll(onProgress: (line: string) => void): Promise<void> {
  const started = Date.now();
  const sourcesHash = fingerprint();
  rmSync(stamp, { force: true });
  await runNext(["build"], onProgress);
  await buildServer();
  writeFileSync(stamp, sourcesHash);
  onProgress(`Built in ${Math.round((Date.now() - started) / 1000)} s`);
}

/**
 * Bundles the server and our modules into one JavaScript file. The TypeScript loader would instead name inner
 * functions again at each call, which takes a fifth of a request's time.
 */
async function buildServer(): Promise<void> {
  await build({
    entryPoints: [join(root, "server.ts")],
    outfile: server,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
  });
  // Stops esbuild's service, which would otherwise keep running and use 50 MB as long as the server.
  await stopCompiler();
}

function runNext(args: string[], onProgress: (line: string) => void): Promise<void> {
  const bin = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill();
  process.once("exit", end);
  let output = "";
  const take = (chunk: Buffer) => {
    output += chunk;
    for (const line of chunk.toString().split("\n"))
      if (/^\s*(?:✓|Collecting|Generating|Finalizing)/.test(line)) onProgress(`  ${line.trim()}`);
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("exit", (code) => {
      process.off("exit", end);
      if (code === 0) done();
      else fail(new Error(`The build failed:\n${output}`));
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  buildAll(console.log).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
