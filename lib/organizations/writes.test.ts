import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { reservedSlugs, slugOf } from "./writes";

const app = resolve(import.meta.dirname, "../../app");

describe("the slug suggested for an organization name", () => {
  it("is Latin, lowercase and short", () => {
    expect(slugOf("Łódź Straße Øst ÆON")).toBe("lodz-strasse-ost-aeon");
    expect(slugOf("O'Neill’s  --  Cameras!")).toBe("oneills-cameras");
    expect(slugOf("北京")).toBe("team");
    expect(slugOf(`${"a".repeat(39)} bc`)).toBe("a".repeat(39));
  });

  it("excludes the path of every product page", () => {
    const segments = [app, resolve(app, "(site)")].flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
    );
    const fixed = segments.filter((segment) => /^[a-z0-9-]+$/.test(segment));
    expect(fixed).toContain("api");
    expect(fixed.filter((segment) => !reservedSlugs.has(segment))).toEqual([]);
  });
});
