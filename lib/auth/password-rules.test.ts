import { describe, expect, it } from "vitest";
import { findPasswordFault } from "./password-rules";

const owner = { name: "Noor van Dijk", email: "noor.vandijk@harbor.example" };
const faultOf = (password: string) => findPasswordFault(password, owner);

describe("a new password", () => {
  it.each(["password", "12345678", "Password1", "iloveyou", "QWERTYUIOP", "letmein1", "trustno1"])(
    "%s is refused as a common one, in any case",
    async (password) => {
      expect(await faultOf(password)).toMatch(/^This is one of the most common passwords\. Choose another/);
    },
  );

  it.each([" ".repeat(8), "zzzzzzzzzz", "hijklmnop", "98765432", "xyxyxyxyxy", "bcdebcdebcde", "x".repeat(1_000)])(
    "%s is refused as repeated or consecutive",
    async (password) => {
      expect(await faultOf(password)).toMatch(/is mostly repeated or consecutive characters\. Choose another/);
    },
  );

  it.each([
    ["noor.vandijk@harbor.example", "noor.vandijk@harbor.example"],
    ["Noor.vanDijk!", "noor.vandijk"],
    ["noor van dijk 77", "noor van dijk"],
    ["dijk-2026-dijk", "dijk"],
    ["Sightline2026", "sightline"],
  ])("%s is refused as too close to %s", async (password, word) => {
    expect(await faultOf(password)).toMatch(new RegExp(`^This password is too close to “${word}”`));
  });

  it.each([
    "correct horse battery staple",
    "ludag-mirok-tezan",
    "a sightline of nine herons",
    "vandalized piano",
    "Zoë's пароль 密码",
    "    x7 %Kq",
  ])("%s is taken", async (password) => {
    expect(await faultOf(password)).toBeNull();
  });

  it("isn't held against short names, which turn up in words by chance", async () => {
    expect(await findPasswordFault("joking aside", { name: "Jo", email: "jo@x.example" })).toBeNull();
  });
});
