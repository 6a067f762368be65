import { describe, expect, it } from "vitest";
import { isForNewcomers, safeCallback, withCallback, withoutRscParameter } from "./callback";

describe("the sign-in callback", () => {
  it("keeps the requested path with its query and fragment", () => {
    expect(safeCallback("/demo/alerts?status=open&q=a%20b#x")).toBe("/demo/alerts?status=open&q=a%20b#x");
  });

  it("rejects external addresses, however they are written", () => {
    const hostile = [
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
      "/\n/evil.example",
      "/..//evil.example",
      "/.//evil.example",
      "/a/..//evil.example",
      "/./\\evil.example",
      "/%2e%2e//evil.example",
      "https://evil.example",
      "https:/evil.example",
      " //evil.example",
      "javascript:alert(1)",
      "evil.example",
      "",
    ];
    expect(hostile.filter((value) => safeCallback(value) !== null)).toEqual([]);
  });

  it("stays on this site for every accepted path", () => {
    for (const value of ["/demo", "/@evil.example", "/:80", "/%2f%2fevil.example", "/a//b", "/?next=//evil.example"]) {
      const path = safeCallback(value);
      expect(path).not.toBeNull();
      expect(new URL(path ?? "", "https://portal.example").origin).toBe("https://portal.example");
    }
  });

  it("is null when the parameter is missing or repeated", () => {
    expect([safeCallback(undefined), safeCallback(["/a", "/b"])]).toEqual([null, null]);
  });
});

describe("passing the callback to another page", () => {
  it("preserves the path unchanged", () => {
    const path = "/oauth/authorize?client_id=sl_app_1&state=a%26b";
    const address = withCallback("/sign-in", path);
    expect(safeCallback(new URL(address, "https://portal.example").searchParams.get("callback") ?? "")).toBe(path);
    expect(withCallback("/sign-in", null)).toBe("/sign-in");
  });

  it("drops Next's _rsc parameter", () => {
    const paths = ["/demo", "/demo?_rsc=1x", "/demo?q=a&_rsc=1x", "/demo?_rsc=1x&q=a", "/demo?q=my_rsc=1"];
    expect(paths.map(withoutRscParameter)).toEqual(["/demo", "/demo", "/demo?q=a", "/demo?q=a", "/demo?q=my_rsc=1"]);
  });

  it("includes the email that the user typed", () => {
    const address = withCallback("/sign-in", "/demo?a=1", "ana+1@example.com");
    const { searchParams } = new URL(address, "https://portal.example");
    expect(Object.fromEntries(searchParams)).toEqual({ callback: "/demo?a=1", email: "ana+1@example.com" });
    expect(withCallback("/sign-in", null, "ana@example.com")).toBe("/sign-in?email=ana%40example.com");
  });

  it("allows new accounts only for the OAuth authorization path", () => {
    const open = ["/oauth/authorize?client_id=1", "/harbour/alerts", "/oauth/authorized", null].map(isForNewcomers);
    expect(open).toEqual([true, false, false, false]);
  });
});
