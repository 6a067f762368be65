import { inspect } from "node:util";
import pino from "pino";
import { processSingleton } from "./process-singleton";

/** Control characters that JSON lets through (C1, DEL) and line ends that are none for JSON; terminals act on both. */
const RAW = /[\p{Cc}\u2028\u2029](?!$)/gu;
const escapeRaw = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Structured lines on standard error. Name fields one by one; never log a request, a row or an error whole. */
export const log = processSingleton("log", () => {
  const standardError = pino.destination(2);
  return pino(
    { base: null, level: process.env.NODE_ENV === "test" ? "silent" : "info" },
    { write: (line) => standardError.write(line.replace(RAW, escapeRaw)) },
  );
});

const MAX_FRAMES = 8;
/** Names and codes as libraries write them; anything else may be a caller's text. */
const IDENTIFIER = /^[\w.-]{1,60}$/;

/**
 * The parts of an error that may be logged: name, code and stack frames. Messages are left out, since they repeat
 * callers' input and the parameters of statements.
 */
export function describeError(error: unknown) {
  if (!isObject(error)) return { error: typeof error };
  const { name, code, digest, cause } = error as Record<"name" | "code" | "digest" | "cause", unknown>;
  const stack = framesOf(error);
  return {
    error: identifier(name) ?? "Error",
    code: identifier(code) ?? (isObject(cause) && "code" in cause ? identifier(cause.code) : undefined),
    // The error page shows it, so that support can find this line.
    digest: identifier(digest),
    ...(stack && { stack }),
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const identifier = (value: unknown) => (typeof value === "string" && IDENTIFIER.test(value) ? value : undefined);

/**
 * The stack without the message above it. `inspect` gives source positions, since Next hooks its source maps into it,
 * but leaves out all frames of libraries.
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
