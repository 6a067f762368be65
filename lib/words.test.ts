import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const guides = readdirSync(join(root, "components/docs/guides")).map((name) => `components/docs/guides/${name}`);
const files = [...readdirSync(root), ...guides].filter((name) => /\.mdx?$/.test(name));

/** Words that the writing style avoids (CONTRIBUTING, "Writing"), each with what to write instead. */
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

describe("the words of comments, pages and docs", () => {
  it.each(files)("%s has none that the style avoids", (file) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    const found = lines.flatMap((line, index) =>
      avoided.flatMap(([pattern, instead]) =>
        [...line.matchAll(pattern)].map(([word]) => `${index + 1}: "${word}" (${instead})`),
      ),
    );
    expect(found).toEqual([]);
  });
});
