import fc from "fast-check";
import { fromUUID } from "typeid-js";
import { describe, expect, it } from "vitest";
import { decodeId, encodeId, firstIdAt, idKinds, mintId, newId, timeOfId } from "./ids";
import { containsPattern, isoTime } from "./text";

describe("IDs", () => {
  it("sort by creation time, strictly within one process", () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(1_000);
  });

  it("survive encoding and decoding", () => {
    for (const kind of idKinds) {
      const uuid = newId();
      expect(decodeId(kind, encodeId(kind, uuid))).toBe(uuid);
      expect(decodeId(kind, mintId(kind))).not.toBeNull();
    }
  });

  it("follow the TypeID specification", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...idKinds), (uuid, kind) => {
        expect(encodeId(kind, uuid)).toBe(fromUUID(uuid, kind));
        expect(encodeId(kind, uuid.toUpperCase())).toBe(fromUUID(uuid, kind));
      }),
    );
  });

  it("are rejected when of another kind, mistyped or out of range", () => {
    const id = encodeId("alert", newId());
    expect(decodeId("camera", id)).toBeNull();
    for (const wrong of [
      id.slice(0, -1),
      `${id}0`,
      id.toUpperCase(),
      id.replace("alert_", "alert_8").slice(0, 32),
      "alert_00000000000000000000000001",
      "alert_",
      "",
      "\u0000",
    ]) {
      expect(decodeId("alert", wrong)).toBeNull();
    }
  });

  it("encode their time, and an ID for a time bounds later IDs", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }), (time) => {
        expect(timeOfId(firstIdAt(time)).getTime()).toBe(time.getTime());
      }),
    );
    const before = firstIdAt(new Date(Date.now() - 1));
    expect(newId() > before).toBe(true);
    expect(newId() < firstIdAt(new Date(Date.now() + 60_000))).toBe(true);
  });
});

describe("converting text for PostgreSQL", () => {
  it("escapes wildcards", () => {
    expect(containsPattern("100%_\\")).toBe("%100\\%\\_\\\\%");
  });

  it.each([
    ["2026-01-02 03:04:05+00", "2026-01-02T03:04:05.000Z"],
    ["2026-01-02 03:04:05.1+00", "2026-01-02T03:04:05.100Z"],
    ["2026-01-02 03:04:05.123+00", "2026-01-02T03:04:05.123Z"],
  ])("converts %s to %s", (text, iso) => {
    expect(isoTime(text)).toBe(iso);
    expect(new Date(iso).toISOString()).toBe(iso);
  });
});
