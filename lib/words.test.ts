import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const folders = ["app", "bench", "components", "docs", "e2e", "lib", "scripts"];
const paths = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
);
const files = [...readdirSync(root), ...paths].filter(
  (path) =>
    /\.(mdx?|tsx?|js|mjs|css|jsonc|example)$/.test(path) &&
    !/\/(node_modules|\.next)\//.test(path) &&
    !path.endsWith("words.test.ts"),
);
/** Matches names that can't change: a table, a kind of cursor, and an operating system user. */
const names = /"mails"|\b(update|from|into) mails\b|[`"]nobody[`"]|\bnobody (=|\?\?)/g;

/** Words that the writing style avoids (see "Writing" in CONTRIBUTING), each with its replacement. */
const avoided: readonly [pattern: RegExp, instead: string][] = [
  [/\b(whoever|whomever|somebody|anybody|nobody)\b/gi, "name the person or role; someone, no one"],
  [/\banew\b/gi, "again"],
  [/\bmend(s|ed|ing)?\b/gi, "repair, correct"],
  [/\bfor ever\b/gi, "forever"],
  [/\bmeanwhile\b/gi, "while …"],
  [/\be-mails?\b/gi, "email"],
  [/\bmails\b/gi, "emails"],
  [/\b(colour|behaviour|favour|honour|neighbour|catalogue|centre|grey)(s|ed|ing)?\b/gi, "American spelling"],
  [
    /\b(organi|recogni|authori|normali|seriali|optimi|initiali|customi|synchroni|summari)s(e|es|ed|ing|ation)\b/gi,
    "American spelling: -ize",
  ],
  [/\b(cancell|travell|labell|modell|signall)(ed|ing)\b/gi, "American spelling: one l"],
];

describe("the wording of comments, pages and docs", () => {
  it("avoids words that the writing style excludes", () => {
    const found = files.flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((line, index) =>
          avoided.flatMap(([pattern, instead]) =>
            [...line.replace(names, "").matchAll(pattern)].map(
              ([word]) => `${file}:${index + 1}: "${word}" (${instead})`,
            ),
          ),
        ),
    );
    expect(found).toEqual([]);
  });
});
