import { once } from "node:events";
import { createInterface } from "node:readline";
import type { DriverResult, Load } from "./driver";
import { startProcess } from "./processes";

interface Driver {
  run(load: Load): Promise<DriverResult>;
}

/** Idle driver processes. They are reused between turns, so that no turn includes JIT compilation. */
const idle: Driver[] = [];

function startDriver(): Driver {
  const child = startProcess({ args: ["--import", "tsx", "bench/driver.ts"], cores: "rest" });
  if (!child.stdin || !child.stdout) throw new Error("The driver has no pipes");
  const { stdin } = child;
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "exit").then(() => {
    throw new Error("The driver ended in the middle of its work");
  });
  ended.catch(() => {});
  return {
    run: async (load) => {
      stdin.write(`${JSON.stringify(load)}\n`);
      const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
      return JSON.parse(line) as DriverResult;
    },
  };
}

/** Sends a load from a separate driver process, pinned to other cores than the server's. */
export async function drive(load: Load): Promise<DriverResult> {
  const driver = idle.pop() ?? startDriver();
  const driven = await driver.run(load);
  idle.push(driver);
  return driven;
}
