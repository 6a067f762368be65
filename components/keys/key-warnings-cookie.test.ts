import { describe, expect, it } from "vitest";
import { parseWarnings, warningToken } from "./key-warnings-cookie";

const id = "key_01k9t0w5a7f0gs3m5h1v2c4x6z";

describe("a dismissed key warning", () => {
  it("stays dismissed until the next threshold: 30, 7 or 1 days before expiry", () => {
    const given = [30, 29, 8, 7, 2, 1].map((days) => warningToken({ id, days }));
    expect(new Set(given).size).toBe(3);
    expect(given[0]).toBe(given[2]);
    expect(given[3]).toBe(given[4]);
  });

  it("is specific to its key and survives a cookie round trip", () => {
    const mine = warningToken({ id, days: 7 });
    const other = warningToken({ id: "key_01k9t0w5a7f0gs3m5h1v2c4x70", days: 7 });
    expect(mine).not.toBe(other);
    expect(parseWarnings([mine, other].join("_"))).toEqual([mine, other]);
    expect([mine, other].join("_")).toMatch(/^[\w.]+$/);
    expect(parseWarnings(undefined)).toEqual([]);
  });
});
