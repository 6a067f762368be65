import { describe, expect, it } from "vitest";
import { timeTicks } from "./time-ticks";

const at = (text: string) => Date.parse(text);
const labelsOf = (from: string, to: string, zone: string) =>
  timeTicks(at(from), at(to), zone).flatMap(({ label }) => label ?? []);

describe("time axis ticks", () => {
  it("fall on round local times", () => {
    expect(labelsOf("2026-11-20T21:20:00Z", "2026-11-21T21:20:00Z", "Europe/Berlin")).toEqual([
      "21 Nov",
      "03:00",
      "06:00",
      "09:00",
      "12:00",
      "15:00",
      "18:00",
      "21:00",
    ]);
    expect(labelsOf("2026-11-20T21:20:00Z", "2026-11-20T21:24:00Z", "Asia/Kolkata")).toEqual([
      "02:50",
      "02:51",
      "02:52",
      "02:53",
      "02:54",
    ]);
  });

  it("stay on local days across a clock change", () => {
    const labels = labelsOf("2026-10-23T00:00:00Z", "2026-10-28T12:00:00Z", "Europe/Berlin");
    expect(labels).toEqual(["24 Oct", "25 Oct", "26 Oct", "27 Oct", "28 Oct"]);
  });

  it("are few, ordered and within range for any duration", () => {
    for (const minutes of [1, 5, 60, 360, 1_440, 10_080, 43_200, 525_600]) {
      const ticks = timeTicks(at("2026-01-01T00:07:00Z"), at("2026-01-01T00:07:00Z") + minutes * 60_000, "UTC");
      expect(ticks.length).toBeLessThan(80);
      expect(ticks.map((tick) => tick.at)).toEqual(ticks.map((tick) => tick.at).toSorted((one, other) => one - other));
      expect(ticks.every((tick) => tick.at >= 0 && tick.at <= 1)).toBe(true);
      expect(ticks.filter(({ label }) => label).length).toBeLessThanOrEqual(10);
    }
    expect(timeTicks(1, 1, "UTC")).toEqual([]);
  });
});
