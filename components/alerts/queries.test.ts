import { describe, expect, it, vi } from "vitest";
import { makeAlert } from "./alert-fixture";
import { alertSearch } from "./alert-search";
import { toAlertLine, toAlertQuery } from "./queries";

const parse = (search: string) => alertSearch.parse(new URLSearchParams(search));

describe("the alert list filter", () => {
  it("replaces 'me' with the user ID and the range with a timestamp", () => {
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

describe("an alert reduced for the list", () => {
  it("omits the description and metadata and keeps only the first image", () => {
    const video = { type: "video" as const, url: "https://media.example.com/1.mp4" };
    const picture = { type: "image" as const, url: "https://media.example.com/1.jpg" };
    const alert = makeAlert({ description: "Long", metadata: { zone: 1 }, media: [video, picture, picture] });
    const line = toAlertLine(alert);
    expect(line).not.toHaveProperty("description");
    expect(line).not.toHaveProperty("metadata");
    expect(line.media).toEqual([picture]);
    expect(alert).toMatchObject({ ...line, media: alert.media });
  });

  it("stays the same when reduced again", () => {
    const line = toAlertLine(makeAlert({ tags: ["night"], occurrence_count: 3 }));
    expect(toAlertLine(line)).toEqual(line);
  });
});
