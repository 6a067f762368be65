import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RATE_WINDOW_S } from "@/lib/limits";
import { createWindows } from "./windows";

const key = { subject: "key", quota: 10 };
const other = { subject: "other key", quota: 10 };
const organization = { subject: "organization", quota: 15 };

describe("in-memory rate limit windows", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => vi.useRealTimers());

  it("grant exactly the quota in each window, including at its edges", () => {
    const take = createWindows(RATE_WINDOW_S);
    for (let window = 0; window < 5; window += 1) {
      const left = Array.from({ length: 50 }, () => take([key], 1)).flatMap(([count]) =>
        count?.fits ? [count.remaining] : [],
      );
      expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
      vi.advanceTimersByTime(RATE_WINDOW_S * 1_000 - 1);
      expect(take([key], 1)).toMatchObject([{ fits: false, remaining: 0, resetMs: 1 }]);
      vi.advanceTimersByTime(1);
    }
  });

  it("do not charge the organization for requests that the key's limit rejects", () => {
    const take = createWindows(RATE_WINDOW_S);
    for (let n = 0; n < 100; n += 1) take([key, organization], 1);
    expect(take([other, organization], 0)).toMatchObject([{ remaining: 10 }, { remaining: 5 }]);
    for (let n = 0; n < 100; n += 1) take([other, organization], 1);
    expect(take([other, organization], 1)).toMatchObject([
      { fits: true, remaining: 5 },
      { fits: false, remaining: 0 },
    ]);
  });

  it("keep the remaining quota available when a batch does not fit", () => {
    const take = createWindows(RATE_WINDOW_S);
    take([key, organization], 8);
    expect(take([key, organization], 3)).toMatchObject([{ fits: false, remaining: 2 }, { fits: true }]);
    expect(take([key, organization], 2)).toMatchObject([
      { fits: true, remaining: 0 },
      { fits: true, remaining: 5 },
    ]);
  });

  it("count nothing when only checked", () => {
    const take = createWindows(RATE_WINDOW_S);
    for (let n = 0; n < 20; n += 1) expect(take([key], 0)).toMatchObject([{ fits: true, remaining: 10 }]);
  });
});
