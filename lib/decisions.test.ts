import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "docs/decisions");
const records = readdirSync(folder).filter((file) => /^\d{3}-/.test(file));
const read = (file: string) => readFileSync(join(folder, file), "utf8");

/**
 * Returns the files to which a text refers, as links or as paths in backticks. A pattern such as `chart-*.tsx` is
 * replaced with its folder.
 */
function filesNamed(text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = ""]) => join("docs/decisions", link));
  const paths = [...text.matchAll(/`((?:app|bench|components|docs|drizzle|e2e|lib|scripts)\/[^`\s]*)`/g)];
  return [...links, ...paths.map(([, path = ""]) => path.replace(/\/[^/]*\*.*$/, ""))];
}

describe("docs/decisions", () => {
  it("lists every record in its index, in order", () => {
    const listed = [...read("README.md").matchAll(/^\| \[\d{3}\]\(([^)]+)\)/gm)].map(([, file]) => file);
    expect(listed).toEqual(records.toSorted());
    expect(records.map((file) => Number.parseInt(file, 10))).toEqual(records.map((_, index) => index + 1));
  });

  it.each(["README.md", "CONTRIBUTING.md"])("references only existing files in %s", (file) => {
    const text = readFileSync(join(root, file), "utf8").replace(/\]\((?!https?:)[^)]*\)/g, "]");
    const named = filesNamed(text).filter((path) => !path.includes("<"));
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(records)("references only existing files in %s", (record) => {
    expect(filesNamed(read(record)).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
