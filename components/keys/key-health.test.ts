import { describe, expect, it } from "vitest";
import type { ApiKey } from "@/lib/keys/schema";
import { filterKeys } from "./key-filters";
import { countsTowardLimit, isEnded, keyHealth } from "./key-health";

const DAYS = Array.from({ length: 30 }, (_, index) => `2026-01-${String(index + 1).padStart(2, "0")}`);
const quietDay = { ok: 0, rate_limited: 0, denied: 0, invalid: 0, failed: 0 };

function key(values: Partial<ApiKey> = {}, today: Partial<ApiKey["usage"][number]> = {}): ApiKey {
  const usage = DAYS.map((day) => ({ day, ...quietDay }));
  Object.assign(usage.at(-1) ?? {}, today);
  const requests_7d = Object.values({ ...quietDay, ...today }).reduce<number>((sum, n) => sum + Number(n), 0);
  return {
    id: "key_01k9t0w5a7f0gs3m5h1v2c4x6z",
    name: "Gateway",
    start: "sl_key_ab",
    last_four: "wxyz",
    scopes: ["alerts:read"],
    state: "active",
    version: 1,
    created_at: "2025-06-01T00:00:00.000Z",
    created_by: "Ada",
    expires_at: "2026-06-01T00:00:00.000Z",
    disabled_at: null,
    revoked_at: null,
    replaced_by: null,
    last_used_at: "2026-01-30T09:00:00.000Z",
    last_used_ip: null,
    last_used_agent: null,
    usage,
    requests_7d,
    addresses_7d: 0,
    ...values,
  };
}

const labelOf = (...parameters: Parameters<typeof key>) => keyHealth(key(...parameters)).label;

describe("the status of a key", () => {
  it("shows the most severe problem", () => {
    const bad = { ok: 50, rate_limited: 20, invalid: 30 };
    expect(labelOf({ state: "expired" }, bad)).toBe("Expired");
    expect(labelOf({ state: "expiring" }, bad)).toBe("Expires soon");
    expect(labelOf({}, bad)).toBe("Rate limited");
    expect(labelOf({}, { ok: 50, denied: 30 })).toBe("Often rejected");
    expect(labelOf({ last_used_at: "2025-11-01T00:00:00.000Z" })).toBe("Unused");
    expect(labelOf({}, { ok: 50, invalid: 1 })).toBe("OK");
  });

  it("ignores rejections until there are enough requests", () => {
    expect(labelOf({}, { ok: 1, rate_limited: 3, denied: 3 })).toBe("OK");
  });

  it("does not call a new key unused", () => {
    expect(labelOf({ created_at: "2026-01-20T00:00:00.000Z", last_used_at: null })).toBe("OK");
    expect(labelOf({ last_used_at: null })).toBe("Unused");
  });

  it("is Off for an active key while API access is off", () => {
    expect(keyHealth(key(), false).label).toBe("Off");
    expect(keyHealth(key({ state: "revoked" }), false).label).toBe("Revoked");
  });
});

describe("the list of keys", () => {
  it("keeps a recently expired key among the current ones until it is replaced", () => {
    const lately = { state: "expired" as const, expires_at: "2026-01-28T00:00:00.000Z" };
    expect(isEnded(key(lately))).toBe(false);
    expect(isEnded(key({ ...lately, replaced_by: "key_01k9t0w5a7f0gs3m5h1v2c4x70" }))).toBe(true);
    expect(isEnded(key({ ...lately, expires_at: "2025-11-28T00:00:00.000Z" }))).toBe(true);
  });

  it("lists an expiring key as needing attention only while API access is on", () => {
    const bad = key({ state: "expiring" });
    expect(filterKeys([bad], "attention", "", true)).toEqual([bad]);
    expect(filterKeys([bad], "attention", "", false)).toEqual([]);
  });

  it("counts disabled keys toward the limit, but not replaced or revoked ones", () => {
    expect(countsTowardLimit(key({ state: "disabled" }))).toBe(true);
    expect(countsTowardLimit(key({ state: "rotating", replaced_by: "key_01k9t0w5a7f0gs3m5h1v2c4x70" }))).toBe(false);
    expect(countsTowardLimit(key({ state: "revoked" }))).toBe(false);
  });
});
