import { describe, expect, it } from "vitest";
import { hashKey, isWellFormedKey, keyLabel, mintKey } from "./key";

describe("API keys", () => {
  it("are well formed, unique, and labeled by their start and last four characters", () => {
    const keys = Array.from({ length: 200 }, mintKey);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^sl_key_[0-9A-Za-z]{36}$/);
      expect(isWellFormedKey(key)).toBe(true);
      expect(keyLabel(key)).toEqual({ start: key.slice(0, 9), lastFour: key.slice(-4) });
    }
  });

  it("fail the format check when a character is changed, dropped or added", () => {
    const key = mintKey();
    for (let i = "sl_key_".length; i < key.length; i += 1) {
      const changed = `${key.slice(0, i)}${key[i] === "a" ? "b" : "a"}${key.slice(i + 1)}`;
      expect(isWellFormedKey(changed)).toBe(false);
    }
    for (const wrong of [key.slice(0, -1), `${key}a`, key.replace("sl_key_", "sl_app_"), `${key.slice(0, -1)}١`, ""]) {
      expect(isWellFormedKey(wrong)).toBe(false);
    }
  });

  it("are hashed with SHA-256", () => {
    expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
