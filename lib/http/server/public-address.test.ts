import { describe, expect, it } from "vitest";
import { parseEnvironment } from "@/lib/env";
import { watchPublicAddress } from "./public-address";

describe("the warning about a missing BASE_URL", () => {
  /** Returns the warnings logged with these settings after requests with these headers. */
  function warnings(settings: Record<string, string>, ...requests: Record<string, string>[]): string[] {
    const lines: string[] = [];
    const watch = watchPublicAddress(parseEnvironment(settings), (line) => lines.push(line));
    for (const headers of requests) watch(headers);
    return lines;
  }

  const isNamed = expect.stringContaining("Set BASE_URL");

  it("appears once, for an HTTPS proxy or another host", () => {
    const tls = { host: "localhost:3000", "x-forwarded-proto": "https" };
    expect(warnings({}, tls, tls, { host: "evil.example" })).toEqual([isNamed]);
    const [line] = warnings({}, { host: "portal.example.com" });
    expect(line).toEqual(isNamed);
    expect(line).not.toContain("portal.example.com");
  });

  it("appears at startup when HOST is not a loopback address, and only once", () => {
    expect(warnings({ HOST: "0.0.0.0" }, { host: "portal.example.com" })).toEqual([isNamed]);
  });

  it.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"])("does not appear for %s", (host) => {
    expect(warnings({}, { host }, {})).toEqual([]);
  });

  it("does not appear when BASE_URL is set", () => {
    const settings = { BASE_URL: "https://portal.example.com", HOST: "0.0.0.0" };
    expect(warnings(settings, { host: "10.0.0.5", "x-forwarded-proto": "https" })).toEqual([]);
  });
});
