import type { z } from "zod";
import { closest } from "./spelling";

/** The maximum number of enum values listed in a message. The reference lists larger enums. */
const MAX_LISTED_OPTIONS = 30;
const MAX_QUOTED = 20;

const nouns: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/** Returns the message for a validation issue whose schema doesn't define one. */
export function issueMessage(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue.expected, issue.input);
    case "too_big":
      return `Send at most ${amount(issue.maximum, issue.origin)}.`;
    case "too_small":
      return `Send at least ${amount(issue.minimum, issue.origin)}.`;
    case "invalid_value":
      return notAnOption(issue.values.map(String), issue.input);
    case "invalid_format":
      return `Send text in the format \`${issue.format}\`.`;
    case "not_multiple_of":
      return `Send a multiple of ${issue.divisor}.`;
    default:
      return "This value isn't accepted. See the reference for valid values.";
  }
}

function wrongType(expected: string, input: unknown): string {
  const wanted = nouns[expected] ?? expected;
  const isFraction = expected === "int" && typeof input === "number";
  return `Send ${wanted}, not ${isFraction ? input : nounOf(input)}.${hintFor(expected, input)}`;
}

function nounOf(input: unknown): string {
  if (input === null || typeof input === "boolean") return String(input);
  return nouns[Array.isArray(input) ? "array" : typeof input] ?? "this";
}

function hintFor(expected: string, input: unknown): string {
  if (input === null) return " Leave the field out instead.";
  if (expected === "array" && typeof input !== "object") return ' Put a single value in brackets: ["value"].';
  if (expected === "string" && typeof input !== "object") return " Put the value in quotes.";
  if (typeof input !== "string" || input.length > MAX_QUOTED) return "";
  const isNumber = (expected === "number" || expected === "int") && /^-?\d+(?:\.\d+)?$/.test(input);
  const isBoolean = expected === "boolean" && /^(?:true|false)$/.test(input);
  return isNumber || isBoolean ? ` Remove the quotes: ${input}.` : "";
}

const units: Record<string, [one: string, many: string]> = {
  string: ["character", "characters"],
  array: ["value", "values"],
};

function amount(limit: number | bigint, origin: string): string {
  const number = limit.toLocaleString("en-US", { maximumFractionDigits: 20 });
  const unit = units[origin];
  return unit ? `${number} ${unit[limit === 1 ? 0 : 1]}` : number;
}

function notAnOption(options: string[], input: unknown): string {
  const meant = typeof input === "string" ? closest(input, options) : undefined;
  const suggestion = meant === undefined ? "" : `Did you mean \`${meant}\`? `;
  if (options.length > MAX_LISTED_OPTIONS) return `${suggestion}Send one of the values listed in the reference.`;
  if (options.length === 1) return `${suggestion}Send \`${options[0]}\`.`;
  return `${suggestion}Send one of \`${options.join("`, `")}\`.`;
}
