import { Failure, type InputIssue } from "@/lib/errors";
import { MAX_JSON_DEPTH, MAX_LISTED_ERRORS } from "@/lib/limits";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const NEEDS_TEXT_CHECK = /\\[ubf]|(?![\t\n\r])\p{Cc}/u;
/** No number of so few characters is too big, too small or too precise for a double. */
const SAFE_LENGTH = 4;
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

function invalid(detail: string, offset: number): Failure {
  return new Failure("invalid_json", `${detail} (at character ${offset} of the body)`);
}

/**
 * Parses a body as I-JSON (RFC 7493): UTF-8 without a byte order mark, no repeated names, at most
 * `MAX_JSON_DEPTH` levels. Depth and names are checked before `JSON.parse`, which would keep the last of
 * two names and overflow the stack of whoever walks a very deep value.
 * @throws Failure `invalid_json` with the offset; `validation_failed` for text that PostgreSQL refuses or changes, and
 * for numbers that `JSON.parse` would change.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalid("The body must be UTF-8", 0);
  }
  const errors = scan(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    throw invalid("The body must be one JSON document", position ? Number(position) : text.length);
  }
  if (NEEDS_TEXT_CHECK.test(text)) checkText(value, "", errors);
  if (errors.length > 0)
    throw new Failure("validation_failed", "The body has text or numbers that cannot be stored.", { errors });
  return value;
}

// Libraries drop or follow this name; refused, it can do neither.
function reservedName(): Failure {
  const detail = "No field may have this name.";
  return new Failure("validation_failed", "Remove the field `__proto__`.", {
    errors: [{ pointer: "/__proto__", code: "unknown_field", detail }],
  });
}

/**
 * Walks the brackets, names and numbers of a document; everything else is left to `JSON.parse`.
 * @returns the first numbers that a double cannot hold, as many as a problem lists.
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
        if (names.length > MAX_JSON_DEPTH) throw invalid(`The body is nested deeper than ${MAX_JSON_DEPTH} levels`, i);
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
          const name = readName(text.slice(i, end + 1), i);
          if (name === "__proto__") throw reservedName();
          const known = names.at(-1);
          if (known?.has(name)) throw invalid(`The name ${JSON.stringify(name)} is repeated in one object`, i);
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
        if (issues.length < MAX_LISTED_ERRORS && !isKept(text, i, end)) {
          const pointer = place.map((token) => `/${pointerToken(String(token))}`).join("");
          issues.push({ pointer, code: "unsupported_number", detail: "A double cannot hold it: send it as text." });
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
 * Whether a number survives as a double: whole numbers exactly, others as far as 17 digits say, which is all that a
 * double has (RFC 8259 §6, RFC 7493 §2.2). What is no number at all is left to `JSON.parse`.
 */
function isKept(text: string, start: number, end: number): boolean {
  if (end - start <= SAFE_LENGTH) return true;
  const number = text.slice(start, end);
  const value = Number(number);
  if (String(value) === number || Number.isNaN(value)) return true;
  if (!Number.isFinite(value)) return false;
  const given = decimal(number);
  const kept = decimal(String(value));
  if (given.digits === kept.digits && given.exponent === kept.exponent) return true;
  const isNormal = Math.abs(value) >= 2 ** -1022;
  return given.exponent < 0 && given.digits.length <= 17 && isNormal;
}

/** A number as its digits without zeros at either end, and the power of ten of the last one. */
function decimal(number: string): { digits: string; exponent: number } {
  const [mantissa = "", power = "0"] = number.replace("-", "").toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = `${whole}${fraction}`.replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  if (digits === "") return { digits, exponent: 0 };
  return { digits, exponent: Number(power) - fraction.length + all.length - digits.length };
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  throw invalid("A string is not closed", start);
}

function readName(quoted: string, offset: number): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw invalid("A name is not valid", offset);
  }
}

/** Whether PostgreSQL stores this text as it is: no control characters (tab and line breaks aside), no lone surrogates. */
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
        errors.push({ pointer: place, code: "unsupported_characters", detail: "A name has unsupported characters." });
    }
  }
}

/** One reference token of a JSON pointer (RFC 6901 §3), with characters that cannot be shown replaced. */
export function pointerToken(name: string): string {
  return name
    .replaceAll("~", "~0")
    .replaceAll("/", "~1")
    .toWellFormed()
    .replaceAll(new RegExp(CONTROL, "gu"), "\ufffd");
}
