import { describe, expect, it } from "vitest";
import { jsonLines } from "./json-lines";

describe("the lines of a request body", () => {
  it.each([null, "text", {}, [], { a: 1, b: [true, { c: null }], d: {}, e: [], "f/g~h": "ä\n" }, [[1, [2]], "x"]])(
    "match formatted JSON: %j",
    (value) => {
      expect(
        jsonLines(value)
          .map(({ text }) => text)
          .join("\n"),
      ).toBe(JSON.stringify(value, null, 2));
    },
  );

  it("include the JSON pointer of each value", () => {
    const lines = jsonLines({ alerts: [{ "a/b": 1 }] });
    expect(lines.map(({ pointer }) => pointer)).toEqual([
      "",
      "/alerts",
      "/alerts/0",
      "/alerts/0/a~1b",
      null,
      null,
      null,
    ]);
  });
});
