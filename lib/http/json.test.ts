import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFailure } from "@/lib/errors";
import { isStorable, parseJson } from "./json";

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
  it("agrees with JSON.parse on every document that both accept", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        const value = JSON.parse(text);
        if (codeOf(bytes(text)) === "accepted") expect(parseJson(bytes(text))).toEqual(value);
        else expect(["validation_failed", "invalid_json"]).toContain(codeOf(bytes(text)));
      }),
    );
  });

  it("accepts nothing that JSON.parse refuses, and fails with a code whatever the bytes", () => {
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

  it("finds a repeated name at any depth and in any spelling", () => {
    expect(codeOf(bytes('{"a":{"b":1,"b":2}}'))).toBe("invalid_json");
    expect(codeOf(bytes('{"a":1,"\\u0061":2}'))).toBe("invalid_json");
    expect(codeOf(bytes('{"a":"\\"a\\":","b":{"a":1},"c":[{"a":1},{"a":2}]}'))).toBe("accepted");
  });

  it("counts 32 levels as enough and 33 as too many", () => {
    const nested = (depth: number) => bytes("[".repeat(depth) + "]".repeat(depth));
    expect(codeOf(nested(32))).toBe("accepted");
    expect(codeOf(nested(33))).toBe("invalid_json");
  });

  it("leaves prototypes alone", () => {
    expect(codeOf(bytes('{"a":{"__proto__":{"x":1}}}'))).toBe("validation_failed");
    parseJson(bytes('{"constructor":{"prototype":{"x":1}}}'));
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("keeps every double and every whole number that comes back as it was sent, and refuses the other whole numbers", () => {
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
  ])("refuses %s at its pointer, since a double would change it", (number) => {
    const refused = () => parseJson(bytes(`{"a":"1e400","b/c":[0,{"x":{}},{"d":[1,2],"n":${number}}],"e":7}`));
    expect(refused).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ pointer: "/b~1c/2/n" })] }));
  });

  it.each([
    "1.0",
    "-0",
    "1e22",
    "0.79999999999999993",
    "1.7976931348623157e308",
    "5e-324",
    "9007199254740992",
    "0e999",
  ])("takes %s", (number) => {
    expect(parseJson(bytes(`[${number}]`))).toEqual([Number(number)]);
  });

  it.each(["1e999", '"\\u0001"', '{"\\u0001":1}'])("gathers no more faults than a problem lists: %s", (fault) => {
    const body = bytes(`[${Array(1_000).fill(fault)}]`);
    expect(() => parseJson(body)).toThrow(expect.objectContaining({ errors: Array(25).fill(expect.anything()) }));
  });

  it("tells where a document breaks", () => {
    expect(() => parseJson(bytes('{"a":1,}'))).toThrow(/at character 7/);
  });

  it("refuses what PostgreSQL would refuse or change, and nothing else", () => {
    for (const text of ["a\u0000", "\ud800", "\u0085", "\u001b"]) expect(isStorable(text)).toBe(false);
    for (const text of ["a\tb\r\n", "🔥", "שלום", "\u202e", "é"]) expect(isStorable(text)).toBe(true);
  });
});
