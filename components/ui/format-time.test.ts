import { describe, expect, it } from "vitest";
import { formatAbsolute, formatMoment, formatPeriod, formatTimecode, zoneName } from "./format-time";

const berlin = "Europe/Berlin";
const winter = "2026-01-21T13:03:00.000Z";
const summer = "2026-07-21T13:03:00.000Z";

describe("formatted times", () => {
  it("use the time zone abbreviation in effect on that date", () => {
    expect([winter, summer].map((time) => zoneName(new Date(time), berlin))).toEqual(["CET", "CEST"]);
    expect(formatAbsolute(new Date(summer), { timeZone: berlin })).toBe("21 Jul 2026, 15:03 CEST");
    expect(formatMoment(new Date(summer), { timeZone: "UTC" })).toBe("21 Jul, 13:03:00");
  });

  it("show milliseconds and the UTC offset in picture timecodes", () => {
    expect(formatTimecode(new Date("2026-07-21T22:41:07.318Z"), berlin)).toBe("2026-07-22 00:41:07.318 +02:00");
    expect(formatTimecode(new Date(winter), "UTC")).toBe("2026-01-21 13:03:00.000 +00:00");
    expect(formatTimecode(new Date(winter), "America/St_Johns")).toBe("2026-01-21 09:33:00.000 -03:30");
  });

  it.each([
    [{ from: winter, until: "2026-01-21T14:10:00.000Z" }, "21 Jan 2026, 14:03 – 15:10 CET"],
    [{ from: winter, until: "2026-01-21T13:03:12.000Z" }, "21 Jan 2026, 14:03:00 – 14:03:12 CET"],
    [{ from: winter, until: "2026-01-22T14:10:00.000Z" }, "21 Jan 2026, 14:03 – 22 Jan 2026, 15:10 CET"],
    [{ from: winter, until: summer }, "21 Jan 2026, 14:03 CET – 21 Jul 2026, 15:03 CEST"],
    [{ from: summer }, "Since 21 Jul 2026, 15:03 CEST"],
    [{ until: winter, from: null }, "Until 21 Jan 2026, 14:03 CET"],
    [{}, null],
  ])("show the ends of a period with their time zone: %o", (period, words) => {
    expect(formatPeriod(period, berlin)).toBe(words);
  });
});
