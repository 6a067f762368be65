import { type ParseOptions, SugarHigh, tokenize } from "sugar-high/core";
import * as json from "sugar-high/lang/json";
import * as python from "sugar-high/lang/python";
import * as shell from "sugar-high/lang/shell";

/** The kinds of tokens, which map to CSS variables such as `--code-key`. Null is shown in the text color. */
type CodeKind = "key" | "string" | "number" | "comment" | "property" | null;
export type CodeToken = { kind: CodeKind; text: string };
export type CodeLanguage = "shell" | "javascript" | "python" | "json" | "http";

/** Longer code isn't colored, because every token would add an element to the page. */
const MAX_COLORED = 20_000;

const options: Record<Exclude<CodeLanguage, "http">, ParseOptions> = {
  json,
  python: { ...python, keywords: new Set([...python.keywords, "True", "False", "None"]), quotedKeys: true },
  shell: { ...shell, keywords: new Set([...shell.keywords, "curl", "npx", "npm"]) },
  // The library's JavaScript lexer also supports JSX, types and regular expressions. It is three times the size of
  // the library's core.
  javascript: {
    onCommentStart: (current, next) => (current === "/" && next === "/" ? 1 : 0),
    onCommentEnd: (_, current) => (current === "\n" ? 1 : 0),
    keywords: new Set(
      "as async await break case catch const continue default delete do else export false finally for from function if import in instanceof let new null of return switch throw true try type typeof undefined while".split(
        " ",
      ),
    ),
    templateStrings: true,
    quotedKeys: true,
  },
};

/** Splits code into tokens that have one color each. The texts of all tokens together equal the code. */
export function codeTokens(code: string, language: CodeLanguage | null): CodeToken[] {
  if (!language || code.length > MAX_COLORED) return [{ kind: null, text: code }];
  if (language === "http") return merged(code.split(/(?<=\n)/).flatMap(headerTokens));
  return merged(lexed(code, language));
}

/**
 * Returns the language of a sample by its label, such as "Python", or else by its first characters. Null if it is
 * unknown.
 */
export function codeLanguage(label: string, code: string): CodeLanguage | null {
  if (/python/i.test(label)) return "python";
  // Go, Java and C# have the comments and strings of JavaScript.
  if (/javascript|typescript|\.ts$|\.mjs$|^(?:go|java|c#)$/i.test(label)) return "javascript";
  if (/^[[{]/.test(code)) return "json";
  if (/^(?:#|curl|export|npx|npm|[A-Z_]+=)/.test(code)) return "shell";
  return /^[A-Z][\w-]*: /.test(code) ? "http" : null;
}

function headerTokens(line: string): CodeToken[] {
  const end = line.indexOf(":");
  if (end === -1) return [{ kind: null, text: line }];
  return [
    { kind: "property", text: line.slice(0, end) },
    { kind: null, text: ":" },
    { kind: "string", text: line.slice(end + 1) },
  ];
}

function lexed(code: string, language: Exclude<CodeLanguage, "http">): CodeToken[] {
  let before = "";
  let isFlag = false;
  return tokenize(code, options[language]).flatMap(([type, text], index, all) => {
    const name = SugarHigh.TokenTypes[type] ?? "";
    const isKey = language === "javascript" && /^\w/.test(text) && all[index + 1]?.[1] === ":";
    const kind = isKey ? "property" : kindOf(name, text);
    if (language !== "shell") return [{ kind, text }];
    isFlag = name !== "space" && name !== "break" && (isFlag || (text === "-" && /^\s*$/.test(before.slice(-1))));
    before = text;
    if (isFlag && kind !== "string") return [{ kind: "property", text }];
    return kind === "string" ? shellText(text) : [{ kind, text }];
  });
}

function kindOf(name: string, text: string): CodeKind {
  if (name === "keyword") return "key";
  if (name === "string" || name === "comment" || name === "property") return name;
  if (name === "class") return /^\d/.test(text) ? "number" : null;
  return text.startsWith("$") && text.length > 1 ? "property" : null;
}

/** Splits a quoted shell string into tokens: JSON is colored as JSON, and variables as variables. */
function shellText(text: string): CodeToken[] {
  if (/^'[[{]/.test(text) && text.endsWith("'"))
    return [{ kind: "string", text: "'" }, ...lexed(text.slice(1, -1), "json"), { kind: "string", text: "'" }];
  if (!text.startsWith('"')) return [{ kind: "string", text }];
  return text
    .split(/(\$\w+)/)
    .map((part, index) => ({ kind: index % 2 === 1 ? ("property" as const) : ("string" as const), text: part }));
}

/**
 * Merges tokens to reduce the number of elements. White space joins the previous token, as do tokens of the same
 * color.
 */
function merged(tokens: CodeToken[]): CodeToken[] {
  const result: CodeToken[] = [];
  for (const { kind, text } of tokens) {
    const last = result.at(-1);
    if (last && (last.kind === kind || (kind === null && /^\s*$/.test(text)))) last.text += text;
    else if (text) result.push({ kind, text });
  }
  return result;
}
