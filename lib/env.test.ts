import { describe, expect, it } from "vitest";
import { parseEnvironment } from "./env";

describe("environment variables", () => {
  it("have defaults and treat empty values as unset", () => {
    expect(parseEnvironment({})).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      DATA_DIR: ".data",
      BASE_URL: "http://localhost:3000",
    });
    expect(parseEnvironment({ PORT: "", DATABASE_URL: "", BASE_URL: "" })).toEqual(parseEnvironment({}));
  });

  it("default to 1,200 requests per minute for a key and 6,000 for an organization", () => {
    expect(parseEnvironment({})).toMatchObject({ RATE_LIMIT_KEY: 1_200, RATE_LIMIT_ORGANIZATION: 6_000 });
  });

  it.each([
    ["PORT", "80a"],
    ["PORT", "70000"],
    ["DATABASE_URL", "mysql://x"],
    ["DATABASE_DIRECT_URL", "mysql://x"],
    ["DATABASE_REPLICA_URL", "replica.example"],
    ["DATABASE_REPLICA_URL", "postgres://replica.example/sightline"],
    ["BASE_URL", "example.test"],
    ["BASE_URL", "https://example.test/path"],
    ["AUTH_SECRET", "short"],
    ["RATE_LIMIT_KEY", "0"],
    ["TRUSTED_PROXY_HOPS", "-1"],
    ["PROBE_ALLOW", "10.0.0.0/33"],
    ["PROBE_ALLOW", "10.0.0.1,cameras.example"],
    ["REDIS_URL", "http://127.0.0.1:6379"],
    ["WORKER", "maybe"],
    ["SIGN_UP", "closed"],
  ])("reject %s=%s with a one-line error that omits the value", (name, value) => {
    const attempt = () => parseEnvironment({ [name]: value });
    expect(attempt).toThrow(new RegExp(`^${name} [^\n]+$`));
    if (value.length > 4) expect(attempt).not.toThrow(new RegExp(value.replaceAll(/[/.?]/g, "\\$&")));
  });

  it("list the ranges that may be probed, and default to an empty list", () => {
    expect(parseEnvironment({}).PROBE_ALLOW).toEqual([]);
    expect(parseEnvironment({ PROBE_ALLOW: " 10.0.0.0/8, fd00::/8," }).PROBE_ALLOW).toEqual(["10.0.0.0/8", "fd00::/8"]);
  });

  it("require AUTH_SECRET when DATABASE_URL is set", () => {
    const DATABASE_URL = "postgres://user:password@127.0.0.1/db";
    expect(() => parseEnvironment({ DATABASE_URL })).toThrow(/^AUTH_SECRET is required/);
    expect(parseEnvironment({ DATABASE_URL, AUTH_SECRET: "x".repeat(32) })).toMatchObject({ DATABASE_URL });
  });
});
