import { inspect } from "node:util";
import pino from "pino";
import { processSingleton } from "./process-singleton";

/**
 * Matches control characters that JSON doesn't escape (C1, DEL) and other line separators, which terminals
 * interpret.
 */
const RAW = /[\p{Cc}\u2028\u2029](?!$)/gu;
const escapeRaw = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Writes structured log lines to standard error. Log individual fields, never a whole request, row or error. */
export const log = processSingleton("log", () => {
  const standardError = pino.destination(2);
  return pino(
    { base: null, level: process.env.NODE_ENV === "test" ? "silent" : "info" },
    { write: (line) => standardError.write(line.replace(RAW, escapeRaw)) },
  );
});

const MAX_FRAMES = 8;
/** Matches names and codes as libraries use them. Any other text may be caller input. */
const IDENTIFIER = /^[\w.-]{1,60}$/;

/**
 * Returns the parts of an error that may be logged: name, code and stack frames. Messages are omitted, because
 * they may contain caller input and statement parameters.
 */
export function describeError(error: unknown) {
  if (!isObject(error)) return { error: typeof error };
  const { name, code, digest, cause } = error as Record<"name" | "code" | "digest" | "cause", unknown>;
  const stack = framesOf(error);
  return {
    error: identifier(name) ?? "Error",
    code: identifier(code) ?? (isObject(cause) && "code" in cause ? identifier(cause.code) : undefined),
    // The error page also shows the digest, so that support can find this line.
    digest: identifier(digest),
    ...(stack && { stack }),
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const identifier = (value: unknown) => (typeof value === "string" && IDENTIFIER.test(value) ? value : undefined);

/**
 * Returns an error's stack without its message. `inspect` applies source maps through Next's hook, but omits
 * frames of libraries.
 */
function framesOf(error: object): string {
  const { message = "", stack = "" } = error as { message?: unknown; stack?: unknown };
  for (const text of [inspect(error), String(stack)]) {
    const start = text.indexOf(String(message));
    if (start === -1) continue;
    const lines = text.slice(start + String(message).length).split("\n");
    const frames = lines.filter((line) => /^ {4}at (?!ignore-listed)/.test(line)).slice(0, MAX_FRAMES);
    if (frames.length > 0) return frames.map((line) => line.trim()).join("\n");
  }
  return "";
}
