import { readFileSync } from "node:fs";

interface CpuProfile {
  /** Microseconds of the machine's monotonic clock, which `process.hrtime` reads too. */
  startTime: number;
  samples: number[];
  timeDeltas: number[];
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number } }[];
}

export interface SelfTime {
  name: string;
  milliseconds: number;
}

const NO_WORK = new Set(["(root)", "(program)", "(idle)"]);

/** Where a frame's time belongs: a package, a folder of ours, Node's own JavaScript, or what has no file. */
function packageOf(functionName: string, url: string, folder: string): string {
  if (functionName === "(garbage collector)") return functionName;
  if (url === "") return "native functions";
  if (url.startsWith("node:")) return "node:internal";
  const path = url.replace(/^file:\/\//, "");
  const dependency = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  if (dependency !== undefined) return `node_modules/${dependency}`;
  const own = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  return own.split("/").slice(0, 2).join("/");
}

/**
 * Self time in a `.cpuprofile` by frame and by package, the largest first, without what is no work; `folder` is the
 * checkout that ran, `window` the part of the run to look at, in milliseconds of `monotonicMs`.
 */
export function readProfile(file: string, folder: string, window?: { from: number; to: number }) {
  const { startTime, samples, timeDeltas, nodes } = JSON.parse(readFileSync(file, "utf8")) as CpuProfile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byFrame = new Map<string, number>();
  const byPackage = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, ms: number) => to.set(name, (to.get(name) ?? 0) + ms);
  let now = startTime / 1_000;
  for (const [i, id] of samples.entries()) {
    now += (timeDeltas[i] ?? 0) / 1_000;
    const frame = frames.get(id);
    if (!frame || NO_WORK.has(frame.functionName)) continue;
    if (window && (now < window.from || now > window.to)) continue;
    const ms = (timeDeltas[i + 1] ?? 0) / 1_000;
    const owner = packageOf(frame.functionName, frame.url, folder);
    // Of our own files the transformed text, which has one line.
    const place = frame.url && `  ${frame.url.split("/").at(-1)}:${frame.lineNumber + 1}:${frame.columnNumber + 1}`;
    add(byFrame, `${frame.functionName || "(anonymous)"}  ${owner}${place}`, ms);
    add(byPackage, owner, ms);
  }
  const sorted = (from: Map<string, number>): SelfTime[] =>
    [...from]
      .map(([name, milliseconds]) => ({ name, milliseconds }))
      .toSorted((a, b) => b.milliseconds - a.milliseconds);
  return { frames: sorted(byFrame), packages: sorted(byPackage) };
}

export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;
