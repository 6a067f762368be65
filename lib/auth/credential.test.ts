import { describe, expect, it } from "vitest";
import { type CredentialKind, credentialPrefixes, isWellFormed, mintCredential } from "./credential";

const kinds = Object.keys(credentialPrefixes) as CredentialKind[];

describe("credentials", () => {
  it.each(kinds)("are unique and match only their own kind: %s", (kind) => {
    const made = Array.from({ length: 50 }, () => mintCredential(kind));
    expect(new Set(made).size).toBe(made.length);
    for (const text of made) {
      expect(text).toMatch(new RegExp(`^${credentialPrefixes[kind]}[0-9A-Za-z]{36}$`));
      expect(kinds.filter((other) => isWellFormed(other, text))).toEqual([kind]);
    }
  });

  it.each(kinds)("fail the format check when mistyped: %s", (kind) => {
    const text = mintCredential(kind);
    for (let i = 0; i < text.length; i += 1) {
      const changed = `${text.slice(0, i)}${text[i] === "x" ? "y" : "x"}${text.slice(i + 1)}`;
      expect(isWellFormed(kind, changed)).toBe(false);
    }
    for (const wrong of [text.slice(0, -1), `${text}a`, ` ${text}`, `${text.slice(0, -1)}١`, ""]) {
      expect(isWellFormed(kind, wrong)).toBe(false);
    }
  });
});
