import { describe, expect, it } from "vitest";
import { isTimeZone } from "@/lib/time-zone";
import type { SeriesInterval } from "@/lib/values";
import { bucketStarts, dayBefore } from "./buckets";

const starts = (zone: string, interval: SeriesInterval, from: string, to: string) =>
  bucketStarts(zone, interval, Date.parse(from), Date.parse(to)).map((start) => new Date(start).toISOString());

describe("time buckets in a zone", () => {
  it("start the day at its first moment when midnight is skipped", () => {
    expect(starts("Africa/Cairo", "day", "2026-04-23T10:00:00Z", "2026-04-25T10:00:00Z")).toEqual([
      "2026-04-22T22:00:00.000Z",
      "2026-04-23T22:00:00.000Z",
      "2026-04-24T21:00:00.000Z",
    ]);
  });

  it("start the day at the first midnight when it occurs twice", () => {
    expect(starts("America/Havana", "day", "2026-11-01T00:00:00Z", "2026-11-02T06:00:00Z")).toEqual([
      "2026-10-31T04:00:00.000Z",
      "2026-11-01T04:00:00.000Z",
      "2026-11-02T05:00:00.000Z",
    ]);
  });

  it("skip a day that the zone skipped", () => {
    expect(starts("Pacific/Apia", "day", "2011-12-29T12:00:00Z", "2011-12-31T12:00:00Z")).toEqual([
      "2011-12-29T10:00:00.000Z",
      "2011-12-30T10:00:00.000Z",
      "2011-12-31T10:00:00.000Z",
    ]);
  });

  it("start a new hour at a half-hour clock change", () => {
    expect(starts("Australia/Lord_Howe", "hour", "2026-04-04T14:30:00Z", "2026-04-04T17:00:00Z")).toEqual([
      "2026-04-04T14:00:00.000Z",
      "2026-04-04T15:00:00.000Z",
      "2026-04-04T15:30:00.000Z",
      "2026-04-04T16:30:00.000Z",
    ]);
  });

  it("start weeks on Monday and months on the first", () => {
    expect(starts("Asia/Kathmandu", "week", "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z")).toEqual([
      "2026-02-22T18:15:00.000Z",
      "2026-03-01T18:15:00.000Z",
    ]);
    expect(starts("Europe/Berlin", "month", "2026-03-31T22:00:00Z", "2026-03-31T22:00:00.001Z")).toEqual([
      "2026-03-31T22:00:00.000Z",
    ]);
  });

  it("count back local days across a clock change", () => {
    const halfPastMidnight = Date.parse("2026-03-30T22:30:00Z");
    expect(new Date(dayBefore("Europe/Berlin", halfPastMidnight, 29)).toISOString()).toBe("2026-03-01T23:00:00.000Z");
  });
});

describe("a time zone", () => {
  it("is recognized only by a current or former name", () => {
    expect(
      ["Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv", "UTC", "Etc/GMT+5"].filter((zone) => !isTimeZone(zone)),
    ).toEqual([]);
    expect(["", "+01:00", "Europe/Atlantis", "Europe/Berlin\n", "UTC; select 1"].filter(isTimeZone)).toEqual([]);
  });
});
