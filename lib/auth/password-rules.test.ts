import { describe, expect, it } from "vitest";
import { findPasswordFault } from "./password-rules";

const owner = { name: "Noor van Dijk", email: "noor.vandijk@harbor.example" };
const faultOf = (password: string) => findPasswordFault(password, owner);

describe("checking a new password", () => {
  it.each(["password", "12345678", "Password1", "iloveyou", "QWERTYUIOP", "letmein1", "trustno1"])(
    "rejects %s as a common password",
    async (password) => {
      expect(await faultOf(password)).toMatch(/^This is one of the most common passwords\. Choose another/);
    },
  );

  it.each([" ".repeat(8), "zzzzzzzzzz", "hijklmnop", "98765432", "xyxyxyxyxy", "bcdebcdebcde", "x".repeat(1_000)])(
    "rejects %s as repeated or consecutive characters",
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
  ])("rejects %s as too close to %s", async (password, word) => {
    expect(await faultOf(password)).toMatch(new RegExp(`^This password is too close to “${word}”`));
  });

  it.each([
    "correct horse battery staple",
    "ludag-mirok-tezan",
    "a sightline of nine herons",
    "vandalized piano",
    "Zoë's пароль 密码",
    "    x7 %Kq",
  ])("accepts %s", async (password) => {
    expect(await faultOf(password)).toBeNull();
  });

  it("ignores short names that appear inside words", async () => {
    expect(await findPasswordFault("joking aside", { name: "Jo", email: "jo@x.example" })).toBeNull();
  });
});
