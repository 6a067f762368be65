import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const css = readFileSync(join(root, "app/globals.css"), "utf8");

const TEXT = 4.5;
const MARK = 3;

type Tokens = Record<string, string>;

function tokensOf(theme: "light" | "dark"): Tokens {
  const start = css.indexOf(`\n.${theme} {`);
  const block = css.slice(start, css.indexOf("\n}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const light = tokensOf("light");
const themes: [name: string, tokens: Tokens][] = [
  ["light", light],
  // The dark theme inherits the light theme's values for tokens that it doesn't set.
  ["dark", { ...light, ...tokensOf("dark") }],
];

/**
 * Converts an `oklch(l c h)` color to linear sRGB. Colors outside sRGB are clipped, as in a browser without
 * wide-gamut colors.
 */
function toLinear(color: string): number[] {
  const [l = 0, c = 0, h = 0] = (color.match(/^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/) ?? []).slice(1).map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const inGamut = (channel: number) => Math.min(1, Math.max(0, channel));
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map(inGamut);
}

function luminance([red = 0, green = 0, blue = 0]: number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the WCAG contrast ratio between two tokens' colors. */
function contrast(tokens: Tokens, first: string, second: string): number {
  const [dark = 0, bright = 0] = [first, second]
    .map((name) => luminance(toLinear(resolveToken(tokens, name))))
    .sort((one, other) => one - other);
  return (bright + 0.05) / (dark + 0.05);
}

function resolveToken(tokens: Tokens, name: string): string {
  const value = tokens[name];
  if (!value) throw new Error(`There is no token ${name}`);
  const reference = value.match(/^var\(--([\w-]+)\)$/)?.[1];
  return reference ? resolveToken(tokens, reference) : value;
}

/** Returns a description of each token and background pair whose contrast ratio is below `least`. */
function tooFaint(tokens: Tokens, names: readonly string[], grounds: readonly string[], least: number): string[] {
  return names.flatMap((name) =>
    grounds
      .map((ground) => ({ ground, ratio: contrast(tokens, name, ground) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ ground, ratio }) => `${name} on ${ground}: ${ratio.toFixed(2)}`),
  );
}

const grounds = ["background", "surface", "raised", "muted"];
const severities = ["critical", "high", "medium", "low", "info"];
const texts = ["foreground", "muted-foreground", "primary", "link", "danger", "warning", "success", "notice"];
const marks = ["input", "ring", "signal", "outage", ...[1, 2, 3, 4, 5, 6].map((series) => `chart-${series}`)];

describe.each(themes)("colors of the %s theme", (_, tokens) => {
  it("have sufficient text contrast on every background", () => {
    const names = [...texts, ...severities.map((severity) => `severity-${severity}-text`)];
    expect(tooFaint(tokens, names, grounds, TEXT)).toEqual([]);
  });

  it("have sufficient non-text contrast on every background", () => {
    const names = [...marks, ...severities.map((severity) => `severity-${severity}`)];
    expect(tooFaint(tokens, names, grounds, MARK)).toEqual([]);
  });

  it("have sufficient text contrast on filled buttons, code and pictures", () => {
    expect(tooFaint(tokens, ["primary-foreground"], ["primary", "primary-hover"], TEXT)).toEqual([]);
    expect(tooFaint(tokens, ["destructive-foreground"], ["destructive", "destructive-hover"], TEXT)).toEqual([]);
    const code = ["key", "string", "number", "comment", "property"].map((kind) => `code-${kind}`);
    expect(tooFaint(tokens, code, ["code-bg"], TEXT)).toEqual([]);
    expect(tooFaint(tokens, ["scene-ink"], ["scene-0", "scene-1", "scene-2"], TEXT)).toEqual([]);
  });
});

describe("color usage", () => {
  const sources = [...filesBelow("app"), ...filesBelow("components")].filter((file) => !/\.test\.tsx?$/.test(file));
  const using = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(join(root, file), "utf8")));

  it("limits severity colors to marks, alert rows and picture annotations", () => {
    expect(using(/--severity-/).sort()).toEqual([
      "app/globals.css",
      "components/alerts/alert-row.css",
      "components/ui/marks.css",
      "components/ui/viewfinder.css",
    ]);
    expect(using(/\b(?:text|bg|border|fill|stroke|ring|outline|decoration)-severity-/)).toEqual([]);
  });

  it("uses a token for every color", () => {
    // These files may contain literal colors, which apply before any style sheet is loaded.
    const own = /^app\/(?:layout|global-error)\.tsx$/;
    expect(using(/["[:]\s*#[0-9a-f]{3,8}\b/i).filter((file) => !own.test(file))).toEqual([]);
    expect(using(/\b(?:text|bg|border|fill|stroke)-(?:red|amber|yellow|green|blue|gray|slate|zinc)-\d/)).toEqual([]);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
