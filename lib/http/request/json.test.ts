import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFailure } from "@/lib/errors";
import { isStorable, parseJson } from "./json";
import { syntaxError } from "./json-syntax";

const bytes = (text: string) => Buffer.from(text);

function codeOf(body: Uint8Array): string {
  try {
    parseJson(body);
    return "accepted";
  } catch (error) {
    return isFailure(error) ? error.code : String(error);
  }
}

describe("parseJson", () => {
  it("agrees with JSON.parse on every document it accepts", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        const value = JSON.parse(text);
        if (codeOf(bytes(text)) === "accepted") expect(parseJson(bytes(text))).toEqual(value);
        else expect(["validation_failed", "invalid_json"]).toContain(codeOf(bytes(text)));
      }),
    );
  });

  it("rejects everything that JSON.parse rejects, with an error code", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom(...'{}[]",:\\ 1u0') })),
        (text) => {
          const code = codeOf(bytes(text));
          expect(["accepted", "invalid_json", "validation_failed"]).toContain(code);
          if (code === "accepted") expect(() => JSON.parse(text)).not.toThrow();
        },
      ),
    );
  });

  it("detects repeated names at any depth and in any escaped form", () => {
    expect(codeOf(bytes('{"a":{"b":1,"b":2}}'))).toBe("invalid_json");
    expect(codeOf(bytes('{"a":1,"\\u0061":2}'))).toBe("invalid_json");
    expect(codeOf(bytes('{"a":"\\"a\\":","b":{"a":1},"c":[{"a":1},{"a":2}]}'))).toBe("accepted");
  });

  it("accepts 32 levels of nesting and rejects 33", () => {
    const nested = (depth: number) => bytes("[".repeat(depth) + "]".repeat(depth));
    expect(codeOf(nested(32))).toBe("accepted");
    expect(codeOf(nested(33))).toBe("invalid_json");
  });

  it("does not modify prototypes", () => {
    expect(codeOf(bytes('{"a":{"__proto__":{"x":1}}}'))).toBe("validation_failed");
    expect(() => parseJson(bytes('{"a":[1,{"__proto__":{"x":1}}]}'))).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: "/a/1/__proto__" })] }),
    );
    parseJson(bytes('{"constructor":{"prototype":{"x":1}}}'));
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("accepts every double, but only whole numbers that round-trip exactly", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (n) => codeOf(bytes(JSON.stringify(n))) === "accepted",
      ),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 21n) + 1n, max: 10n ** 21n - 1n }), (n) => {
        const isKept = String(Number(n)) === String(n);
        expect(codeOf(bytes(`{"n":[${n}]}`))).toBe(isKept ? "accepted" : "validation_failed");
      }),
    );
  });

  it.each([
    "1e400",
    "-1e400",
    "9007199254740993",
    "1e-400",
    "123456789012345678.5",
    "0.12345678901234567890",
    "4.9e-324",
    "-0",
    "-0.0",
    "-0e5",
    "-0e999",
    "-0.000000",
    "-1e-400",
  ])("rejects %s with its pointer, because a double would change it", (number) => {
    const refused = () => parseJson(bytes(`{"a":"1e400","b/c":[0,{"x":{}},{"d":[1,2],"n":${number}}],"e":7}`));
    expect(refused).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ pointer: "/b~1c/2/n" })] }));
  });

  it.each([
    "1.0",
    "-1",
    "-0.5",
    "-10",
    "1e22",
    "0.79999999999999993",
    "1.7976931348623157e308",
    "5e-324",
    "9007199254740992",
    "0e999",
  ])("accepts %s", (number) => {
    expect(parseJson(bytes(`[${number}]`))).toEqual([Number(number)]);
  });

  it.each(["1e999", '"\\u0001"', '{"\\u0001":1}'])("caps the number of listed errors: %s", (fault) => {
    const body = bytes(`[${Array(1_000).fill(fault)}]`);
    expect(() => parseJson(body)).toThrow(expect.objectContaining({ errors: Array(25).fill(expect.anything()) }));
  });

  it.each([
    ['{"a":1,}', "line 1, column 8: `}` follows a comma. Remove the comma."],
    ["[1,\n 2,\n]", "line 3, column 1: `]` follows a comma. Remove the comma."],
    ["{'a':1}", "line 1, column 2: Put text and field names in double quotes, not single quotes."],
    ['{"a":\'it"s\'}', "line 1, column 6: Put text and field names in double quotes, not single quotes."],
    ["{a:1}", "line 1, column 2: Put text and field names in double quotes."],
    ['{"a":True}', "line 1, column 6: JSON has no `True`. Send `true`, `false` or `null`."],
    ['{"a":01}', "line 1, column 6: This is not a JSON number."],
    ['{"a":.5}', "line 1, column 6: This is not a JSON number."],
    ['{"a":1 "b":2}', "line 1, column 8: A comma or `}` is missing."],
    ["[1 2]", "line 1, column 4: A comma or `]` is missing."],
    ['{"a" 1}', "line 1, column 6: A colon is missing after the field name."],
    ['{"a":1', "line 1, column 7: The body ends here, but `}` is missing."],
    ["[", "line 1, column 2: The body ends here, but `]` is missing."],
    ['{"a":"b}', "line 1, column 6: The string that starts here has no closing quote."],
    ['{"a":"b\nc"}', "line 1, column 8: A string has an unescaped control character. Write `\\n`."],
    ['{"a":"\\x"}', "line 1, column 7: This escape sequence is not valid JSON. Write a backslash as `\\\\`."],
    ['{"a":1} {"b":2}', "line 1, column 9: Another value follows the document. Send one JSON document."],
    ['{"a":1 // one\n}', "line 1, column 8: JSON doesn't allow comments. Remove the comment."],
    ["[}", "line 1, column 2: A value is missing."],
    ["{,}", "line 1, column 2: A field name in double quotes is missing."],
    ['{"a":1,"a":2}', 'line 1, column 8: The field "a" is repeated in one object. Send each field once.'],
  ])("explains where and why %j is invalid", (text, sentence) => {
    expect(() => parseJson(bytes(text))).toThrow(`Not valid JSON at ${sentence}`);
  });

  it("never repeats values from the body in its error", () => {
    for (const text of ['{"password":hunter22}', '{"code":0123456}', '{"a":"b" hunter22}', "{hunter22:1}"]) {
      expect(() => parseJson(bytes(text))).toThrow(
        expect.objectContaining({ message: expect.not.stringMatching(/hunter|123/) }),
      );
    }
  });

  it("locates errors at the first invalid token, never beyond JSON.parse's position", () => {
    const json = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ \n1.-eu0tn', "true", "null", '"a"', "\\n") });
    fc.assert(
      fc.property(json, (text) => {
        let position: string | undefined;
        try {
          JSON.parse(text);
          return;
        } catch (error) {
          position = /position (\d+)/.exec(String(error))?.[1];
        }
        const message = syntaxError(text).message;
        const [, line, column] = /^Not valid JSON at line (\d+), column (\d+): [A-Z`]/.exec(message) ?? [];
        const start = text.split("\n", Number(line) - 1).reduce((sum, each) => sum + each.length + 1, 0);
        const found = start + Number(column) - 1;
        expect(found).toBeLessThanOrEqual(text.length);
        // The product reports the start of an invalid string or number, while JSON.parse reports the invalid
        // character inside it.
        if (position !== undefined) expect(found).toBeLessThanOrEqual(Number(position));
        const before = text.slice(0, found);
        const isWhole = codeOf(bytes(before)) !== "invalid_json";
        if (!isWhole) expect(syntaxError(before).message).toMatch(/The body ends here|has no closing quote/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("reports the first byte that is not UTF-8, and a byte order mark", () => {
    const latin1 = Buffer.from('{"name":"Tür \ufffd"}', "latin1");
    expect(() => parseJson(latin1)).toThrow("Byte 11 of the body, 0xFC, is not UTF-8.");
    const late = Buffer.concat([Buffer.from('{"a":"é🔥\ufffd'), Buffer.from([0xef, 0xbf, 0x41])]);
    expect(() => parseJson(late)).toThrow("Byte 16 of the body, 0xEF, is not UTF-8.");
    expect(() => parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toThrow("Byte 2 of the body, 0xED");
    expect(() => parseJson(Buffer.from([0x22, 0xe2, 0x82]))).toThrow("Byte 2 of the body, 0xE2");
    expect(() => parseJson(bytes("\ufeff{}"))).toThrow("The body starts with a byte order mark.");
  });

  it("rejects control characters and unpaired surrogates, and accepts other text", () => {
    for (const text of ["a\u0000", "\ud800", "\u0085", "\u001b"]) expect(isStorable(text)).toBe(false);
    for (const text of ["a\tb\r\n", "🔥", "שלום", "\u202e", "é"]) expect(isStorable(text)).toBe(true);
  });
});
