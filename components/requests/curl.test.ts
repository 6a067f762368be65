import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { toCurl } from "./curl";

/**
 * Runs a curl command in a shell that replaces `curl` with a function. Returns the arguments that the function
 * received.
 */
function words(command: string): string[] {
  const script = `curl() { printf '%s\\n--\\n' "$@"; }\n${command}`;
  const env = { ...process.env, SIGHTLINE_API_KEY: "sl_key_x" };
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\n--\n").slice(0, -1);
}

describe("copy as curl", () => {
  it("reproduces the exact request and reads the key from a variable", () => {
    const body = `{"title":"it's $HOME \`id\` \\"x\\"\\n"}`;
    const request = {
      method: "POST",
      route: "/alerts",
      target: "/api/v1/alerts?q='a'&b=$c",
      request_body: body,
    } as const;
    expect(words(toCurl(request, "http://localhost:3000"))).toEqual([
      "-X",
      "POST",
      "http://localhost:3000/api/v1/alerts?q='a'&b=$c",
      "-H",
      "Authorization: Bearer sl_key_x",
      "-H",
      "Content-Type: application/json",
      "--data-raw",
      body,
    ]);
  });

  it("omits the method and body for a GET", () => {
    const request = { method: "GET", route: "/me", target: null, request_body: null } as const;
    expect(words(toCurl(request, "https://sightline.example"))).toEqual([
      "https://sightline.example/api/v1/me",
      "-H",
      "Authorization: Bearer sl_key_x",
    ]);
  });
});
