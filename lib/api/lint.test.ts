import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Document, Spectral } from "@stoplight/spectral-core";
import { Json } from "@stoplight/spectral-parsers";
import { oas } from "@stoplight/spectral-rulesets";
import { describe, expect, it, vi } from "vitest";
import { openApiDocument } from "./catalog";

vi.stubEnv("BASE_URL", "https://sightline.example");

/** Rules that Redocly's strictest set disables but this document must follow. */
const furtherRules = {
  "component-name-unique": "error",
  "no-http-verbs-in-paths": "error",
  "operation-description": "error",
  "operation-singular-tag": "error",
  "operation-tag-defined": "error",
  "parameter-description": "error",
  "path-params-defined": "error",
  "paths-kebab-case": "error",
} as const;

/**
 * Disabled rules. Tags have their own order, the license has an SPDX name instead of a URL, and there is no
 * contact address.
 */
const notHeld = { "openapi-tags-alphabetical": "off", "license-url": "off", "contact-properties": "off" };

/** Redocly applies `paths-kebab-case` also to webhooks, whose names are event types and not paths. */
async function redocly(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"], rules: furtherRules });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "/openapi.json", config });
  return problems
    .map(({ severity, ruleId, location }) => `${severity} ${ruleId} at ${location[0]?.pointer}`)
    .filter((problem) => !problem.includes(" paths-kebab-case at #/webhooks/"));
}

async function spectral(document: object): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset({ extends: [[oas, "all"]], rules: notHeld } as Parameters<Spectral["setRuleset"]>[0]);
  const problems = await linter.run(new Document(JSON.stringify(document), Json, "openapi.json"));
  return problems.map(({ code, path, message }) => `${code} at ${path.join("/")}: ${message}`);
}

describe("the OpenAPI document under public linters", () => {
  it.each([
    ["Redocly, recommended-strict and more", redocly],
    ["Spectral, every rule for OpenAPI", spectral],
  ])(
    "passes %s, which rejects a broken document",
    async (name, lint) => {
      const document = openApiDocument();
      const problems = await lint(document);
      process.stdout.write(
        `${name}: ${problems.length} problems in ${Object.keys(document.paths ?? {}).length} paths\n`,
      );
      expect(problems).toEqual([]);
      expect(await lint({ ...document, paths: { "/x/{id}": { get: { responses: {} } } } })).not.toEqual([]);
    },
    180_000,
  );
});
