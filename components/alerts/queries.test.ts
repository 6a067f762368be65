import { describe, expect, it } from "vitest";
import { makeAlert } from "./alert-fixture";
import {
  hasAlertFilter,
  parseAlertListFilter,
  serializeAlertListFilter,
  toAlertLine,
  toAlertListQuery,
} from "./queries";

const parse = (search: string) => parseAlertListFilter(new URLSearchParams(search));
const site = "site_01k9t0w5a7f0gs3m5h1v2c4x6z";

describe("the filter in the page's address", () => {
  it("is read from repeated and from comma-separated values alike", () => {
    expect(parse("status=open,resolved")).toEqual({ status: ["open", "resolved"] });
    expect(parse("status=open&status=resolved")).toEqual({ status: ["open", "resolved"] });
  });

  it("leaves out what breaks a rule and keeps the rest, so that an old link still opens", () => {
    expect(parse("status=open,nonsense&severity=loud&site_id=7&color=red&q=&sort=upwards")).toEqual({
      status: ["open"],
    });
    expect(parse(`site_id=${site},site_x&q=a,b`)).toEqual({ site_id: [site], q: "a,b" });
  });

  it("is written as the same text for the same filter, whatever the order of its values", () => {
    const text = serializeAlertListFilter({ status: ["resolved", "open"], q: "dock 3", sort: "-created_at" });
    expect(text).toBe("status=open,resolved&q=dock+3");
    expect(serializeAlertListFilter(parse("q=dock+3&status=resolved&status=open"))).toBe(text);
  });

  it("survives writing and reading", () => {
    const filter = parse(
      `status=open&use_case=intrusion&site_id=${site}&assignee_id=me,none&range=24h&sort=created_at`,
    );
    expect(parse(serializeAlertListFilter(filter))).toEqual(filter);
  });

  it("prefers the moving range to fixed moments", () => {
    const filter = parse("range=1h&occurred_after=2026-01-01T00:00:00Z&occurred_before=2026-02-01T00:00:00Z");
    expect(serializeAlertListFilter(filter)).toBe("range=1h");
  });

  it("counts the order of the rows as no filter", () => {
    expect(hasAlertFilter(parse("sort=created_at"))).toBe(false);
    expect(hasAlertFilter(parse("q=x"))).toBe(true);
  });

  it("becomes a query of the API: me is a person, a moving range a moment", () => {
    const query = toAlertListQuery(parse("assignee_id=me,none&range=1h"), "user_x", "2026-01-01T00:00:00.000Z");
    expect(query).toEqual({
      assignee_id: ["user_x", "none"],
      occurred_after: "2026-01-01T00:00:00.000Z",
      occurred_before: undefined,
      sort: "-created_at",
      expand: ["camera"],
      limit: 50,
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
