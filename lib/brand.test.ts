import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { Failure, isFailure } from "@/lib/errors";

const root = resolve(import.meta.dirname, "..");
/** Libraries whose objects pass from one bundle to another through the shared pool. */
const SHARED = /^(?:drizzle-orm|postgres)(?:\/|$)/;

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !/^(?:node_modules|\..+)$/.test(entry.name)) yield* sourceFiles(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

const sources = [...sourceFiles(".")].map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/**
 * Returns the names that a file imports from a shared library, such as `postgres`, `DrizzleQueryError` and `type
 * Sql`.
 */
function sharedNames(text: string): string[] {
  const imports = text.matchAll(/import\s+(?:type\s+)?([^"]+?)\s+from\s+"([^"]+)"/g);
  return [...imports].flatMap(([, names = "", module = ""]) =>
    SHARED.test(module) ? (names.match(/\w+/g) ?? []) : [],
  );
}

it("recognizes our, Drizzle's and the driver's objects by brand", () => {
  const classes = sources.flatMap(({ text }) => [...text.matchAll(/\bclass\s+(\w+)/g)].map(([, name = ""]) => name));
  expect(classes).toContain("Failure");
  const tests = sources.flatMap(({ file, text }) => {
    const names = new Set([...classes, ...sharedNames(text)]);
    const found = [...text.matchAll(/\binstanceof\s+(\w+)/g)];
    return found.filter(([, name = ""]) => names.has(name)).map(([what]) => `${file}: ${what}`);
  });
  expect(tests).toEqual([]);
});

it("recognizes a failure created by another copy of the module", async () => {
  const copy = `./errors?copy`;
  const other: typeof import("./errors") = await import(/* @vite-ignore */ copy);
  expect(other.Failure).not.toBe(Failure);
  expect(isFailure(new other.Failure("not_found", "Not here."))).toBe(true);
  expect(other.isFailure(new Failure("not_found", "Not here."))).toBe(true);
  expect([null, undefined, "text", {}, new Error("no")].filter(isFailure)).toEqual([]);
});
