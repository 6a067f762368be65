import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

interface CpuProfile {
  /** The profile's start, in microseconds on the monotonic clock of `process.hrtime`. */
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

interface Place {
  path: string;
  line: number;
  column: number;
}

/** Returns a function that maps a position in a file to its original source, using the bundle's source map. */
function placeFinder(): (url: string, line: number, column: number) => Place {
  const maps = new Map<string, SourceMap | null>();
  return (url, line, column) => {
    const path = url.startsWith("file:") ? fileURLToPath(url) : url;
    let map = maps.get(path);
    if (map === undefined) {
      const file = `${path}.map`;
      // Source maps inside `node_modules` are ignored, because a dependency is identified by its folder.
      map =
        !path.includes("/node_modules/") && existsSync(file)
          ? new SourceMap(JSON.parse(readFileSync(file, "utf8")))
          : null;
      maps.set(path, map);
    }
    const entry = map?.findEntry(line, column);
    if (!entry || !("originalSource" in entry)) return { path, line, column };
    const { originalSource, originalLine, originalColumn } = entry;
    return { path: resolve(dirname(path), originalSource), line: originalLine, column: originalColumn };
  };
}

/**
 * Returns the group that a frame's time is attributed to: a package, one of our folders, Node's own JavaScript, or
 * native code.
 */
function ownerOf(functionName: string, path: string, folder: string): string {
  if (functionName === "(garbage collector)") return functionName;
  if (path === "") return "native functions";
  if (path.startsWith("node:")) return "node:internal";
  const dependency = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  if (dependency !== undefined) return `node_modules/${dependency}`;
  const own = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  return own.split("/").slice(0, 2).join("/");
}

/**
 * Returns the self time in a `.cpuprofile` by frame and by package, largest first. Idle time is excluded. `folder`
 * is the measured checkout. `window` limits the result to a part of the run, in milliseconds of `monotonicMs`.
 */
export function readProfile(file: string, folder: string, window?: { from: number; to: number }) {
  const { startTime, samples, timeDeltas, nodes } = JSON.parse(readFileSync(file, "utf8")) as CpuProfile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byFrame = new Map<string, number>();
  const byPackage = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, ms: number) => to.set(name, (to.get(name) ?? 0) + ms);
  const placeOf = placeFinder();
  let now = startTime / 1_000;
  for (const [i, id] of samples.entries()) {
    now += (timeDeltas[i] ?? 0) / 1_000;
    const frame = frames.get(id);
    if (!frame || NO_WORK.has(frame.functionName)) continue;
    if (window && (now < window.from || now > window.to)) continue;
    const ms = (timeDeltas[i + 1] ?? 0) / 1_000;
    const { path, line, column } = placeOf(frame.url, frame.lineNumber, frame.columnNumber);
    const owner = ownerOf(frame.functionName, path, folder);
    const place = path && `  ${path.split("/").at(-1)}:${line + 1}:${column + 1}`;
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
