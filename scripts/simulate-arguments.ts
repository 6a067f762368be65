import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isWellFormedKey } from "@/lib/auth/key";
import type { DemoCredentials } from "@/lib/demo/people";
import { parseEnvironment } from "@/lib/env";

export const USAGE = `Plays a partner's edge gateway against a running Sightline, through the public API alone.

  npm run simulate -- [options]

  --rate N                detections per second (2)
  --count N               stop after N detections (300; 0 goes on until Ctrl-C)
  --minutes N             stop after N minutes
  --url URL               where Sightline runs (BASE_URL, or http://localhost:PORT)
  --key sl_key_…          an API key (SIGHTLINE_API_KEY, or the key of the demo organization)
  --acknowledged-log FILE append the id of each alert that the server confirmed
  --help`;

export interface SimulationOptions {
  /** Detections to send per second. */
  rate: number;
  /** Total number of detections to send. Infinity means until Ctrl-C. */
  count: number;
  minutes: number;
  /** The base URL of the site, without a trailing slash. */
  url: string;
  key: string;
  acknowledgedLog: string | null;
}

const MAX_RATE = 1_000;
const DEFAULT_RATE = 2;
const DEFAULT_COUNT = 300;

/**
 * Reads the options from the command line and the environment.
 * @returns null if only help was requested.
 * @throws Error with a one-line message that says how to correct the input.
 */
export function readArguments(
  argv: string[],
  environment: Record<string, string | undefined>,
): SimulationOptions | null {
  const { values } = parseArgs({
    args: argv,
    options: {
      rate: { type: "string" },
      count: { type: "string" },
      minutes: { type: "string" },
      url: { type: "string" },
      key: { type: "string" },
      "acknowledged-log": { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return null;
  // Reads only the settings that determine the site's URL. The simulated partner has no access to the server's
  // other settings, so they mustn't matter.
  const { PORT, BASE_URL, DATA_DIR } = environment;
  const settings = parseEnvironment({ PORT, BASE_URL, DATA_DIR });
  const minutes = readNumber("minutes", values.minutes, 0.01, 100_000) ?? Number.POSITIVE_INFINITY;
  const count = readNumber("count", values.count, 0, 1e9, true);
  const endless = count === 0 || (count === null && Number.isFinite(minutes));
  const url = readUrl(values.url ?? settings.BASE_URL);
  return {
    rate: readNumber("rate", values.rate, 0.01, MAX_RATE) ?? DEFAULT_RATE,
    count: endless ? Number.POSITIVE_INFINITY : (count ?? DEFAULT_COUNT),
    minutes,
    url,
    key: readKey(values.key ?? environment.SIGHTLINE_API_KEY ?? demoKey(settings.DATA_DIR)),
    acknowledgedLog: values["acknowledged-log"] ?? null,
  };
}

function readNumber(name: string, text: string | undefined, low: number, high: number, whole = false): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  const isGood = text.trim() !== "" && value >= low && value <= high && (!whole || Number.isInteger(value));
  if (!isGood) throw new Error(`--${name} must be a ${whole ? "whole " : ""}number from ${low} to ${high}.`);
  return value;
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new Error("--url must start with http:// or https://.");
  }
  return (url.origin + url.pathname).replace(/\/(?:api\/v1\/?)?$/, "");
}

function demoKey(dataDir: string): string | undefined {
  const file = join(dataDir, "secrets", "demo.json");
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as DemoCredentials).apiKey;
}

function readKey(key: string | undefined): string {
  if (key === undefined || key === "") {
    throw new Error("No API key: give one with --key or SIGHTLINE_API_KEY, or `npm start` once for the demo's key.");
  }
  if (!isWellFormedKey(key)) throw new Error("The API key is mistyped: it must be sl_key_ and 36 characters.");
  return key;
}
