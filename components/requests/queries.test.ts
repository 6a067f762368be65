import { describe, expect, it } from "vitest";
import { hasRequestFilter, parseRequestFilter, serializeRequestFilter } from "./queries";

const parse = (search: string) => parseRequestFilter(new URLSearchParams(search));

describe("the filter of the request log in an address", () => {
  it.each([
    "",
    "range=7d",
    "status=4xx,503&min_ms=0",
    "route=/alerts/{id}&min_ms=500&max_ms=1000",
    "ip=2001:db8::1&from=2026-11-21T12:00:00.000Z&to=2026-11-21T13:00:00.000Z",
  ])("comes back from %j as it was", (search) => {
    expect(decodeURIComponent(serializeRequestFilter(parse(search)))).toBe(search);
  });

  it("has durations as numbers", () => {
    expect(parse("min_ms=500&max_ms=1000")).toMatchObject({ min_ms: 500, max_ms: 1_000 });
    expect(hasRequestFilter(parse("max_ms=0"))).toBe(true);
  });

  it.each(["min_ms=-1", "min_ms=1e3", "max_ms=3600001", "status=6xx", "from=yesterday", "range=1y"])(
    "leaves %s out",
    (search) => expect(serializeRequestFilter(parse(search))).toBe(""),
  );

  it("leaves out an end that lies before its start", () => {
    expect(serializeRequestFilter(parse("min_ms=500&max_ms=20"))).toBe("min_ms=500");
  });
});
