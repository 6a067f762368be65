import { stripVTControlCharacters } from "node:util";
import { maskText } from "@/lib/http/log/mask";
import { describeError, log } from "@/lib/log";

type Level = "error" | "warn";

const MAX_TEXT = 300;
/** Errors that were already logged, because Next prints some errors twice, and all uncaught ones. */
const logged = new WeakSet<object>();

/**
 * Logs as JSON lines what this process would otherwise print to standard error: console output of libraries,
 * Node's warnings, and uncaught exceptions.
 * @param onUncaught decides whether the process continues after an uncaught exception.
 */
export function logStandardError(onUncaught: () => void): void {
  console.error = (...values: unknown[]) => print("error", values);
  console.warn = (...values: unknown[]) => print("warn", values);
  process.removeAllListeners("warning");
  process.on("warning", (warning) => record("warn", "Node.js warning", warning));
  process.on("uncaughtException", (error, origin) => {
    record("error", origin === "unhandledRejection" ? "unhandled rejection" : "uncaught exception", error);
    onUncaught();
  });
}

function print(level: Level, values: unknown[]): void {
  const texts = values.filter((value) => typeof value === "string").map(safeText);
  record(level, texts.filter(Boolean).join(" ").slice(0, MAX_TEXT) || "unexpected error", values.find(isObject));
}

function record(level: Level, message: string, error: unknown): void {
  if (isObject(error)) {
    if (logged.has(error)) return;
    logged.add(error);
  }
  log[level](error === undefined ? {} : describeError(error), message);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Returns the first line of a text, without colors, symbols and credentials. For a stack, it is only the error's
 * name.
 */
function safeText(text: string): string {
  const plain = stripVTControlCharacters(text).replace(/^[\s⨯⚠]+/, "");
  const end = plain.search(plain.includes("\n    at ") ? /[:\n]/ : /\n/);
  return maskText((end === -1 ? plain : plain.slice(0, end)).slice(0, MAX_TEXT)).trim();
}
