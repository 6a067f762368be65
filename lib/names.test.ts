import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const sources = ["server.ts", ...["app", "components", "lib", "scripts", "e2e/fixtures", "bench"].flatMap(listSources)];

/** Next.js finds the exports of these files by name, so the same names occur in many pages and routes. */
const NEXT_FILES =
  /(?:^|\/)app\/(?:.*\/)?(?:page|layout|route|error|global-error|loading|not-found|template|default)\.[jt]sx?$/;
const NEXT_EXPORTS = new Set([
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
  ...["metadata", "generateMetadata", "viewport", "generateViewport", "generateStaticParams"],
  ...["dynamic", "dynamicParams", "revalidate", "fetchCache", "runtime", "preferredRegion", "maxDuration"],
]);

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((file) => /\.[jt]sx?$/.test(file) && !/\.(?:test|spec|d)\.tsx?$|\/(?:\.next|node_modules)\//.test(file));
}

/**
 * Returns the names that a file exports, except `default`. A type and a value with the same name in one file count
 * once.
 */
function exportedNames(file: string): Set<string> {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest);
  return new Set(source.statements.flatMap(namesOf));
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    if (!exportClause) throw new Error("`export *` hides which names a file exports. List them");
    const specifiers = ts.isNamedExports(exportClause) ? [...exportClause.elements] : [exportClause];
    return specifiers.map(({ name }) => name.text).filter((name) => name !== "default");
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
  if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

/**
 * Returns the variables that a declaration introduces, including those in nested patterns such as `const { a, b:
 * [c] } = …`.
 */
function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

describe("exported names", () => {
  it("are unique across the repository", () => {
    const filesByName = new Map<string, string[]>();
    for (const file of sources) {
      for (const name of exportedNames(file)) {
        if (NEXT_FILES.test(file) && NEXT_EXPORTS.has(name)) continue;
        filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
      }
    }
    expect(filesByName.size).toBeGreaterThan(1_000);
    const twice = [...filesByName].filter(([, files]) => files.length > 1);
    expect(twice.map(([name, files]) => `${name}: ${files.join(", ")}`).sort()).toEqual([]);
  });
});
