import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/e2e/fixtures/servers";
import { atMost, type Figure } from "../figure";
import { productRoot } from "../lab";
import { end, startProcess } from "../processes";

const READY_WITHIN_MS = 600_000;
const secondsSince = (begun: number) => (performance.now() - begun) / 1_000;

/** Returns the environment of a fresh clone: no settings, and a server that is reachable only from this machine. */
function bareEnvironment(port: number): NodeJS.ProcessEnv {
  const isKept = (name: string) => /^(?:PATH|HOME|USER|TMPDIR|npm_config_.*)$/i.test(name);
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => isKept(name)));
  // Next's types require NODE_ENV in every environment. The value undefined omits it.
  return { ...kept, HOST: "127.0.0.1", PORT: String(port), NODE_ENV: undefined } as unknown as NodeJS.ProcessEnv;
}

async function becomesReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  const isReady = () =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`npm start did not become ready:\n${readFileSync(logFile, "utf8")}`);
    await sleep(25);
  }
}

export const start: Figure = {
  id: "p10",
  title: "from a clean clone to ready, with an embedded database and its demo organization",
  run: async (lab) => {
    const folder = join(lab.folder, "clone");
    const logFile = join(lab.folder, "clone.log");
    execFileSync("git", ["clone", "--quiet", productRoot, folder], { stdio: ["ignore", "ignore", "inherit"] });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const npm = (...args: string[]) =>
      startProcess({ command: "npm", args, cores: "all", cwd: folder, env: bareEnvironment(port), logFile });

    const begun = performance.now();
    lab.say("  npm ci");
    const [code] = await once(npm("ci"), "exit");
    if (code !== 0) throw new Error(`npm ci failed:\n${readFileSync(logFile, "utf8")}`);
    const installed = secondsSince(begun);
    lab.say("  first npm start");
    const first = npm("start");
    await becomesReady(first, url, logFile);
    const ready = secondsSince(begun);
    await end(first);
    lab.say("  second npm start");
    const again = performance.now();
    const second = npm("start");
    await becomesReady(second, url, logFile);
    const secondReady = secondsSince(again);
    await end(second);
    return {
      goals: [
        atMost(180, "s", "first npm ci && npm start to ready", ready),
        atMost(5, "s", "second npm start to ready", secondReady),
      ],
      rows: [
        { name: "npm ci", s: installed },
        { name: "first npm start: build, database, demo organization", s: ready - installed },
        { name: "second npm start", s: secondReady },
      ],
      failures: 0,
      notes: [
        "A clone of the last commit; npm ci takes from npm's cache what is there. Ready is what /api/health/ready says.",
      ],
    };
  },
};
