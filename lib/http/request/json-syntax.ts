import type { Failure } from "@/lib/errors";
import { invalidJson } from "@/lib/http/failures";

const BLANK = /[\t\n\r ]*/y;
const LITERAL = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const WORD = /[\w.+-]{1,20}/y;
const FOREIGN_LITERAL = /^(?:true|false|null|none|nil|nan|[+-]?infinity|undefined)$/i;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * Returns the failure for text that `JSON.parse` rejected. It describes the first violation of RFC 8259's grammar.
 * The engine's message isn't used: it differs between Node versions and doesn't always include a position.
 */
export function syntaxError(text: string): Failure {
  /** The closing brackets that are still expected, innermost last. */
  const closing: ("}" | "]")[] = [];
  let expected: "value" | "name" | "colon" | "comma" = "value";
  let previous = "";
  let offset = 0;
  const fail = (cause: string) => invalidJson(text, offset, cause);
  for (;;) {
    offset += matchAt(BLANK, text, offset).length;
    const char = text.charAt(offset);
    const close = closing.at(-1);
    if (char === "")
      return fail(
        close ? `The body ends here, but \`${close}\` is missing.` : "The body ends here, but a value is missing.",
      );
    if (char === close && (expected === "comma" || previous === (close === "}" ? "{" : "["))) {
      closing.pop();
      expected = "comma";
    } else if (expected === "comma") {
      if (close === undefined) return fail("Another value follows the document. Send one JSON document.");
      if (char !== ",") return fail(causeOf(text, offset) ?? `A comma or \`${close}\` is missing.`);
      expected = close === "}" ? "name" : "value";
    } else if (expected === "colon") {
      if (char !== ":") return fail("A colon is missing after the field name.");
      expected = "value";
    } else if (char === '"') {
      const end = endOfString(text, offset);
      if (typeof end !== "number") return end;
      offset = end;
      expected = expected === "name" ? "colon" : "comma";
    } else if (char === close && previous === ",") {
      return fail(`\`${close}\` follows a comma. Remove the comma.`);
    } else if (expected === "name") {
      return fail(causeOf(text, offset) ?? "A field name in double quotes is missing.");
    } else if (char === "{" || char === "[") {
      closing.push(char === "{" ? "}" : "]");
      expected = char === "{" ? "name" : "value";
    } else {
      const literal = matchAt(LITERAL, text, offset);
      if (literal === "") return fail(causeOf(text, offset) ?? "A value is missing.");
      offset += literal.length - 1;
      expected = "comma";
    }
    previous = char;
    offset += 1;
  }
}

/** Returns the cause of a common mistake, such as single quotes or comments. */
function causeOf(text: string, offset: number): string | undefined {
  const char = text.charAt(offset);
  if (char === "'") return "Put text and field names in double quotes, not single quotes.";
  if (char === "/" || char === "#") return "JSON doesn't allow comments. Remove the comment.";
  const word = matchAt(WORD, text, offset);
  if (word === "" || matchAt(LITERAL, text, offset) !== "") return undefined;
  if (FOREIGN_LITERAL.test(word)) return `JSON has no \`${word}\`. Send \`true\`, \`false\` or \`null\`.`;
  // The message doesn't quote the text, because the request log stores the message, and an unquoted password would
  // be in it.
  if (/^[\d.+-]/.test(word))
    return "This is not a JSON number. Write digits without leading zeros, such as 0.5 or 1e3.";
  return "Put text and field names in double quotes.";
}

/** Returns the offset of a string's closing quote, or the failure if the string is invalid. */
function endOfString(text: string, start: number): number | Failure {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) return offset;
    if (code < 0x20) {
      const escaped = code === 0x0a ? "\\n" : `\\u${code.toString(16).padStart(4, "0")}`;
      return invalidJson(text, offset, `A string has an unescaped control character. Write \`${escaped}\`.`);
    }
    if (code !== 0x5c) continue;
    const sequence = matchAt(ESCAPE, text, offset);
    if (sequence === "") {
      return invalidJson(text, offset, "This escape sequence is not valid JSON. Write a backslash as `\\\\`.");
    }
    offset += sequence.length - 1;
  }
  return invalidJson(text, start, "The string that starts here has no closing quote.");
}

function matchAt(sticky: RegExp, text: string, offset: number): string {
  sticky.lastIndex = offset;
  return sticky.exec(text)?.[0] ?? "";
}
