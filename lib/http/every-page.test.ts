import { expect, it } from "vitest";
import { everyPage, type PageRequest } from "./every-page";

const pages: Record<string, { data: string[]; has_more: boolean; next_cursor: string | null }> = {
  "": { data: ["a", "b"], has_more: true, next_cursor: "after b" },
  "after b": { data: ["c", "d"], has_more: true, next_cursor: "after d" },
  "after d": { data: ["e"], has_more: false, next_cursor: null },
};

it("reads a list to its end with one request per page", async () => {
  const asked: PageRequest[] = [];
  const whole = await everyPage(async (page) => {
    asked.push(page);
    return pages[page.cursor ?? ""] ?? { data: [], has_more: false, next_cursor: null };
  });
  expect(whole).toEqual({ data: ["a", "b", "c", "d", "e"], has_more: false, next_cursor: null });
  expect(asked).toEqual([undefined, "after b", "after d"].map((cursor) => ({ limit: 200, cursor })));
});
