import { afterEach, describe, expect, it, vi } from "vitest";

describe("the warning about a missing BASE_URL", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  /** The warnings of a server with these settings after requests with these headers. */
  async function warnings(settings: Record<string, string>, ...requests: Record<string, string>[]): Promise<string[]> {
    vi.stubEnv("BASE_URL", "");
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const { watchPublicAddress } = await import("./public-address");
    const lines: string[] = [];
    const watch = watchPublicAddress((line) => lines.push(line));
    for (const headers of requests) watch(headers);
    return lines;
  }

  const isNamed = expect.stringContaining("Set BASE_URL");

  it("comes once, for a proxy that speaks HTTPS or another host", async () => {
    const tls = { host: "localhost:3000", "x-forwarded-proto": "https" };
    expect(await warnings({}, tls, tls, { host: "evil.example" })).toEqual([isNamed]);
    vi.resetModules();
    const [line] = await warnings({}, { host: "portal.example.com" });
    expect(line).toEqual(isNamed);
    expect(line).not.toContain("portal.example.com");
  });

  it("comes at the start when HOST is no loopback address, and then no more", async () => {
    expect(await warnings({ HOST: "0.0.0.0" }, { host: "portal.example.com" })).toEqual([isNamed]);
  });

  it.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"])("does not come for %s", async (host) => {
    expect(await warnings({}, { host }, {})).toEqual([]);
  });

  it("does not come when BASE_URL is set", async () => {
    const settings = { BASE_URL: "https://portal.example.com", HOST: "0.0.0.0" };
    expect(await warnings(settings, { host: "10.0.0.5", "x-forwarded-proto": "https" })).toEqual([]);
  });
});
