import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curlSnippet } from "@/components/snippets/request-snippets";
import { type CodeLanguage, codeLanguage, codeTokens } from "./code-tokens";

const languages: CodeLanguage[] = ["shell", "javascript", "python", "json", "http"];

function kindsOf(code: string, language: CodeLanguage | null) {
  return Object.fromEntries(codeTokens(code, language).map(({ kind, text }) => [text.trim(), kind]));
}

describe("code tokens", () => {
  it("add up to the original code for any input", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("'", '"', "`", "\\", "#", "//", "$", "-", "{", " ", "\n", "'{"),
    );
    const code = fc.array(unit).map((parts) => parts.join(""));
    fc.assert(
      fc.property(code, fc.constantFrom(...languages, null), (text, language) => {
        const joined = codeTokens(text, language).map((token) => token.text);
        expect(joined.join("")).toBe(text);
      }),
    );
  });

  it("highlight a request's JSON and shell variables in a curl command", () => {
    const code = curlSnippet({ method: "POST", url: "https://a.example/v1", authorized: true, body: { count: 2 } });
    expect(kindsOf(code, codeLanguage("curl", code))).toMatchObject({
      curl: "key",
      "-X": "property",
      "-H": "property",
      $SIGHTLINE_API_KEY: "property",
      "'https://a.example/v1'": "string",
      '"count"': "property",
      "2": "number",
    });
  });

  it("distinguish keys, strings, numbers and keywords in JSON", () => {
    expect(kindsOf('{"a": "b", "c": 1.5, "d": null}', "json")).toMatchObject({
      '"a"': "property",
      '"b"': "string",
      "1.5": "number",
      null: "key",
    });
  });

  it("treat quoted and unquoted JavaScript object keys alike", () => {
    expect(kindsOf('const a = { b: "c", "d": isOpen ? 1 : 2 };', "javascript")).toMatchObject({
      const: "key",
      b: "property",
      '"c"': "string",
      '"d"': "property",
      "1": "number",
    });
  });

  it.each([
    ["Python", "import os", "python"],
    ["client.ts", "import os", "javascript"],
    ["201 Created", '{"id": 1}', "json"],
    ["Shell", "export A='1'", "shell"],
    ["A reply", "Retry-After: 3", "http"],
    ["Base URL", "https://a.example/api/v1", null],
  ])("use the language detected for a snippet labeled %s", (label, code, language) => {
    expect(codeLanguage(label, code)).toBe(language);
  });

  it("form a single token when the code is long", () => {
    expect(codeTokens("1 ".repeat(20_000), "json")).toHaveLength(1);
  });

  it.each(languages)("are produced within 500 ms for repetitive input: %s", (language) => {
    const parts = ["\\", "'", '"a" ', "'{", "$a", " ", "-", "#"];
    for (const part of parts) {
      const started = performance.now();
      codeTokens(part.repeat(20_000 / part.length), language);
      expect(performance.now() - started).toBeLessThan(500);
    }
  });
});
