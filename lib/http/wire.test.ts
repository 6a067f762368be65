import { describe, expect, it } from "vitest";
import { nameSchema, timestampSchema } from "./wire";

describe("a name", () => {
  const { safeParse } = nameSchema(20);

  it("is accepted in every script and trimmed", () => {
    for (const text of ["Dock 3", "مستودع", "倉庫", "🏭", "é", "नमस्ते"]) expect(safeParse(` ${text} `).data).toBe(text);
  });

  it("is rejected when nothing in it is visible", () => {
    for (const text of ["", "  ", "\u200b", "\u200d\u2060 \ufeff", "\u202e", "\u0301"]) {
      expect(safeParse(text).success).toBe(false);
    }
  });
});

describe("a timestamp", () => {
  const { safeParse } = timestampSchema;

  it.each([
    "2026-01-31T12:00:00Z",
    "2026-01-31T13:00:00+01:00",
    "2026-01-31T13:00:00.000000+0100",
    "2026-01-31T12:00:00-0000",
  ])("is parsed from %s", (text) => {
    expect(safeParse(text).data).toBe("2026-01-31T12:00:00.000Z");
  });

  it.each([
    "",
    "2026-01-31",
    "2026-01-31T12:00:00",
    "2026-01-31T12:00:00+01",
    "2026-01-31T12:00:00+2400",
    "2026-0131",
    1769860800,
  ])("is rejected for %s", (value) => {
    expect(safeParse(value).error?.issues[0]?.message).toMatch(/^Send an RFC 3339 time with a time zone/);
  });
});
