import { Failure, type InputIssue } from "@/lib/errors";
import { invalidJson } from "@/lib/http/failures";
import { MAX_JSON_DEPTH, MAX_LISTED_ERRORS } from "@/lib/limits";
import { syntaxError } from "./json-syntax";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenientDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** The bytes of U+FFFD in UTF-8. */
const REPLACEMENT = [0xef, 0xbf, 0xbd];
const NEEDS_TEXT_CHECK = /\\[ubf]|(?![\t\n\r])\p{Cc}/u;
/** A number with at most this many characters always fits into a double. */
const SAFE_LENGTH = 4;
/** Maximum characters of a name that a message repeats, so that a reply can't be many times larger than the body. */
const MAX_SHOWN_NAME = 200;
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Parses a body as I-JSON (RFC 7493): UTF-8 without a byte order mark, no repeated names, at most `MAX_JSON_DEPTH`
 * levels. Depth and names are checked first, because `JSON.parse` keeps only the last of repeated names and
 * doesn't limit depth.
 * @throws Failure `invalid_json` with the position; `validation_failed` for text that can't be stored,
 * and for numbers that `JSON.parse` would change.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const errors = scan(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw syntaxError(text);
  }
  if (NEEDS_TEXT_CHECK.test(text)) checkText(value, "", errors);
  const [first] = errors;
  if (!first) return value;
  const detail = `The body has text or numbers that can't be stored. First: ${first.pointer}: ${first.detail}`;
  throw new Failure("validation_failed", detail, { errors });
}

function decode(bytes: Uint8Array): string {
  if (BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte)) {
    throw new Failure("invalid_json", "The body starts with a byte order mark. Save it as UTF-8 without BOM.");
  }
  try {
    return decoder.decode(bytes);
  } catch {
    const offset = firstMalformedByte(bytes);
    const byte = bytes[offset]?.toString(16).toUpperCase().padStart(2, "0");
    throw new Failure(
      "invalid_json",
      `Byte ${offset + 1} of the body, 0x${byte}, is not UTF-8. Encode the body as UTF-8.`,
    );
  }
}

/**
 * Returns the byte offset of the first malformed UTF-8 sequence. The decoder replaces it with U+FFFD, so this is
 * the first U+FFFD that isn't in the bytes themselves.
 */
function firstMalformedByte(bytes: Uint8Array): number {
  const text = lenientDecoder.decode(bytes);
  let offset = 0;
  for (let start = 0, end = text.indexOf("\ufffd"); end !== -1; start = end + 1, end = text.indexOf("\ufffd", start)) {
    offset += Buffer.byteLength(text.slice(start, end));
    if (!REPLACEMENT.every((byte, index) => bytes[offset + index] === byte)) break;
    offset += REPLACEMENT.length;
  }
  return offset;
}

// Returns the failure for a field named `__proto__`, because libraries drop such a field or use it as the
// prototype.
/** @param place the path of the object that has the name. */
function reservedName(place: readonly (string | number)[]): Failure {
  const detail = "A field can't be named `__proto__`. Remove or rename it.";
  return new Failure("validation_failed", "Remove the field `__proto__`.", {
    errors: [{ pointer: toPointer([...place, "__proto__"]), code: "unknown_field", detail }],
  });
}

const toPointer = (place: readonly (string | number)[]) =>
  place.map((token) => `/${pointerToken(String(token))}`).join("");

/**
 * Checks a document's nesting, names and numbers. `JSON.parse` checks everything else.
 * @returns issues for numbers that a double can't represent, at most as many as a problem document lists.
 */
function scan(text: string): InputIssue[] {
  const issues: InputIssue[] = [];
  const names: (Set<string> | null)[] = [];
  const place: (string | number)[] = [];
  let expectsName = false;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case 0x7b: // {
      case 0x5b: // [
        expectsName = text.charCodeAt(i) === 0x7b;
        names.push(expectsName ? new Set() : null);
        place.push(expectsName ? "" : 0);
        if (names.length > MAX_JSON_DEPTH) {
          throw invalidJson(
            text,
            i,
            `The document is nested more than ${MAX_JSON_DEPTH} levels deep. Send a flatter document.`,
          );
        }
        break;
      case 0x7d: // }
      case 0x5d: // ]
        names.pop();
        place.pop();
        expectsName = false;
        break;
      case 0x2c: // ,
        expectsName = names.at(-1) instanceof Set;
        if (!expectsName && place.length > 0) place[place.length - 1] = Number(place.at(-1)) + 1;
        break;
      case 0x22: {
        const end = endOfString(text, i);
        if (expectsName) {
          const name = readName(text, i, end);
          if (name === "__proto__") throw reservedName(place.slice(0, -1));
          const known = names.at(-1);
          if (known?.has(name)) {
            throw invalidJson(
              text,
              i,
              `The field ${JSON.stringify(shown(name))} is repeated in one object. Send each field once.`,
            );
          }
          known?.add(name);
          place[place.length - 1] = name;
          expectsName = false;
        }
        i = end;
        break;
      }
      default: {
        const code = text.charCodeAt(i);
        if (code !== 0x2d && (code < 0x30 || code > 0x39)) break;
        const end = endOfNumber(text, i);
        const detail = issues.length < MAX_LISTED_ERRORS ? unsupported(text, i, end) : undefined;
        if (detail !== undefined) {
          issues.push({ pointer: toPointer(place), code: "unsupported_number", detail });
        }
        i = end - 1;
      }
    }
  }
  return issues;
}

function endOfNumber(text: string, start: number): number {
  for (let end = start + 1; ; end += 1) {
    const code = text.charCodeAt(end);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isDigit && code !== 0x2e && code !== 0x65 && code !== 0x45 && code !== 0x2b && code !== 0x2d) return end;
  }
}

/**
 * Returns why a double can't represent a number, or undefined if it can. Integers must be exact. Other numbers are
 * compared to 17 digits, a double's precision (RFC 8259 §6, RFC 7493 §2.2). `JSON.parse` rejects text that isn't a
 * number.
 */
function unsupported(text: string, start: number, end: number): string | undefined {
  const isNegative = text.charCodeAt(start) === 0x2d;
  if (end - start <= SAFE_LENGTH && !isNegative) return undefined;
  const number = text.slice(start, end);
  const value = Number(number);
  if (String(value) === number || Number.isNaN(value)) return undefined;
  const given = decimal(number);
  if (isNegative && given.digits === "") return "JSON stores negative zero as 0. Send 0.";
  const kept = decimal(String(value));
  if (given.digits === kept.digits && given.exponent === kept.exponent) return undefined;
  const isNormal = Number.isFinite(value) && Math.abs(value) >= 2 ** -1022;
  if (given.exponent < 0 && given.digits.length <= 17 && isNormal) return undefined;
  return "This number exceeds double precision. Send it as a string.";
}

/** Returns a number's digits without leading and trailing zeros, and the power of ten of the last digit. */
function decimal(number: string): { digits: string; exponent: number } {
  const [mantissa = "", power = "0"] = number.replace("-", "").toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = `${whole}${fraction}`;
  let first = 0;
  let end = all.length;
  while (all.charCodeAt(first) === 0x30) first += 1;
  // A loop instead of `/0+$/`, which restarts at each zero and takes quadratic time.
  while (end > first && all.charCodeAt(end - 1) === 0x30) end -= 1;
  if (first === end) return { digits: "", exponent: 0 };
  return { digits: all.slice(first, end), exponent: Number(power) - fraction.length + all.length - end };
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  throw syntaxError(text);
}

function readName(text: string, start: number, end: number): string {
  const quoted = text.slice(start, end + 1);
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw syntaxError(text);
  }
}

const shown = (name: string) => (name.length <= MAX_SHOWN_NAME ? name : `${name.slice(0, MAX_SHOWN_NAME)}…`);

/**
 * Returns whether this text can be stored. PostgreSQL rejects NUL and unpaired surrogates. Other control characters
 * (except tab and line breaks) are rejected, because `row-text.ts` separates columns with them.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

function checkText(value: unknown, pointer: string, errors: InputIssue[]): void {
  if (errors.length >= MAX_LISTED_ERRORS) return;
  if (typeof value === "string") {
    if (isStorable(value)) return;
    const detail = "Remove control characters and unpaired surrogates.";
    errors.push({ pointer, code: "unsupported_characters", detail });
  } else if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      checkText(entry, `${pointer}/${index}`, errors);
    });
  } else if (value !== null && typeof value === "object") {
    for (const [name, entry] of Object.entries(value)) {
      const place = `${pointer}/${pointerToken(name)}`;
      if (isStorable(name)) checkText(entry, place, errors);
      else
        errors.push({
          pointer: place,
          code: "unsupported_characters",
          detail: "This field name has unsupported characters. Remove control characters and unpaired surrogates.",
        });
    }
  }
}

/**
 * Returns a name as a reference token of a JSON pointer (RFC 6901 §3). Long names are truncated, and unprintable
 * characters are replaced.
 */
export function pointerToken(name: string): string {
  return shown(name).replaceAll("~", "~0").replaceAll("/", "~1").toWellFormed().replaceAll(CONTROLS, "\ufffd");
}
