import { describe, expect, it, vi } from "vitest";
import { makeAlert } from "./alert-fixture";
import { alertSearch } from "./alert-search";
import { toAlertLine, toAlertQuery } from "./queries";

const parse = (search: string) => alertSearch.parse(new URLSearchParams(search));

describe("the filter of the list", () => {
  it("becomes a query of the API: me is a person, a moving range a moment", () => {
    vi.useFakeTimers({ now: Date.parse("2026-01-01T01:00:00.000Z") });
    const query = toAlertQuery(parse("assignee_id=me,none&range=1h"), "user_x");
    vi.useRealTimers();
    expect(query).toEqual({
      assignee_id: ["user_x", "none"],
      occurred_after: "2026-01-01T00:00:00.000Z",
      occurred_before: undefined,
      sort: "-created_at",
      expand: ["camera"],
    });
  });
});

describe("a line of the list", () => {
  it("keeps what rows show and changes need, and of the media the first picture", () => {
    const video = { type: "video" as const, url: "https://media.example.com/1.mp4" };
    const picture = { type: "image" as const, url: "https://media.example.com/1.jpg" };
    const alert = makeAlert({ description: "Long", metadata: { zone: 1 }, media: [video, picture, picture] });
    const line = toAlertLine(alert);
    expect(line).not.toHaveProperty("description");
    expect(line).not.toHaveProperty("metadata");
    expect(line.media).toEqual([picture]);
    expect(alert).toMatchObject({ ...line, media: alert.media });
  });

  it("is the same however often it is made", () => {
    const line = toAlertLine(makeAlert({ tags: ["night"], occurrence_count: 3 }));
    expect(toAlertLine(line)).toEqual(line);
  });
});
