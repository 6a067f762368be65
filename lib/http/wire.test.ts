import { describe, expect, it } from "vitest";
import { nameSchema } from "./wire";

describe("a name", () => {
  const { safeParse } = nameSchema(20);

  it("is taken in every script, without the space around it", () => {
    for (const text of ["Dock 3", "مستودع", "倉庫", "🏭", "é", "नमस्ते"]) expect(safeParse(` ${text} `).data).toBe(text);
  });

  it("is refused when nothing of it can be seen", () => {
    for (const text of ["", "  ", "\u200b", "\u200d\u2060 \ufeff", "\u202e", "\u0301"]) {
      expect(safeParse(text).success).toBe(false);
    }
  });
});
