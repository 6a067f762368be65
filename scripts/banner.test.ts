import { expect, test } from "vitest";
import { bannerLines } from "./banner";

const admin = { email: "admin@demo.example", password: "ludag-mirok-tezan" };

test("prints each fact on its own line and a standalone curl line", () => {
  const lines = bannerLines({ url: "http://localhost:3000/", admin, support: admin, apiKey: "sl_key_x" });
  expect(lines).toContain("  URL      http://localhost:3000");
  expect(lines).toContain("  Admin    admin@demo.example  ludag-mirok-tezan");
  expect(lines).toContain("  API key  sl_key_x");
  expect(lines.filter((line) => line.startsWith("curl "))).toEqual([
    'curl -sS -X POST http://localhost:3000/api/v1/alerts -H "Authorization: Bearer sl_key_x" ' +
      `-H "Content-Type: application/json" -d '{"camera_id":"rtm-dock-3-east","use_case":"intrusion","status":"open"}'`,
  ]);
});

test("explains how to sign up without a demo and omits the curl line", () => {
  const lines = bannerLines({ url: "http://localhost:3000" });
  expect(lines.join("\n")).toContain("http://localhost:3000/sign-up");
  expect(lines.some((line) => line.startsWith("curl "))).toBe(false);
  const closed = bannerLines({ url: "http://localhost:3000", inviteOnly: true }).join("\n");
  expect(closed).toContain("SIGN_UP=open");
  expect(closed).not.toContain("/sign-up");
});
