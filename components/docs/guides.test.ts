import { createElement, isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { referenceOrder } from "@/lib/api/catalog";
import { tagDescriptions } from "@/lib/api/document";
import { eventSchemaPath } from "@/lib/api/event-schemas";
import { problemExample } from "@/lib/api/problems";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import { eventTypes } from "@/lib/values";
import { guides } from "./guide-list";
import { GuidePage } from "./guide-page";
import { guideHref } from "./navigation";
import type { DocsReader } from "./reader";

// Replaces the link component, because it needs Next's router, which isn't mounted in unit tests.
vi.mock("@/components/ui/link", () => ({
  Link: ({ href, children }: LinkProps) => createElement("a", { href }, children),
}));
vi.stubEnv("BASE_URL", "https://sightline.example");

type LinkProps = { href: string; children: ReactNode };

const reader: DocsReader = { baseUrl: "https://sightline.example", signedIn: false, organizations: [], key: null };
const downloads = [
  "/docs/postman.json",
  "/docs/sightline.http",
  "/api/v1/openapi.json",
  ...eventTypes.map(eventSchemaPath),
];

/** Maps the path of each docs page to the IDs of its anchors. */
const pages = new Map<string, Set<string>>([
  ...guides.map(
    (guide) => [guideHref(guide.slug), new Set(guide.sections(reader).map(({ id }) => id))] as [string, Set<string>],
  ),
  ["/docs/reference", new Set([...Object.keys(tagDescriptions).map((tag) => tag.toLowerCase().replaceAll(" ", "-"))])],
  ...referenceOrder.map(({ id }) => [`/docs/reference/${id}`, new Set<string>()] as [string, Set<string>]),
  ...downloads.map((path) => [path, new Set<string>()] as [string, Set<string>]),
]);

/**
 * Returns all strings in a tree of elements and their props. Each `href` is returned as `](href)`, like in a
 * Markdown link.
 */
function textsOf(node: ReactNode | object): string[] {
  if (typeof node === "string") return [node];
  if (isValidElement<{ href?: string }>(node) && node.props.href) {
    return [`](${node.props.href})`, ...textsOf(Object.values(node.props))];
  }
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (isValidElement<object>(node)) return textsOf(Object.values(node.props));
  return typeof node === "object" && node !== null ? textsOf(Object.values(node)) : [];
}

describe.each(guides.map((guide) => [guide.title, guide] as const))("the guide %s", (_, guide) => {
  const sections = guide.sections(reader);

  it("has a unique anchor for each section", () => {
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9_-]+$/);
  });

  it("links only to existing pages and anchors", () => {
    const links = textsOf([guide.lead, ...sections.flatMap(({ title, blocks }) => [title, ...blocks])])
      .flatMap((text) => [...text.matchAll(/\]\((\/(?:docs|api)[^)]*)\)/g)])
      .map(([, href = ""]) => href);
    const broken = links.filter((href) => {
      const [page = "", anchor] = href.split("#");
      return !pages.has(page) || (anchor !== undefined && !pages.get(page)?.has(anchor));
    });
    expect(broken).toEqual([]);
  });
});

describe.each(guides.map((guide) => [guide.title, guide] as const))("the page of the guide %s", (_, guide) => {
  const html = renderToStaticMarkup(createElement(GuidePage, { guide, reader }));

  it("renders every section", () => {
    for (const { id, blocks } of guide.sections(reader)) {
      expect(blocks.length, id).toBeGreaterThan(0);
      expect(html).toContain(`id="${id}"`);
    }
  });

  it("renders without undefined values or unresolved expressions", () => {
    const text = html.replace(/<pre[\s\S]*?<\/pre>/g, "").replace(/<[^>]+>/g, "");
    expect(text).not.toMatch(/undefined|NaN|\[object| {2}|\{[A-Z]/);
  });
});

describe("the page that the type of a problem links to", () => {
  it.each(Object.keys(errorCodes) as ErrorCode[])("explains %s at its anchor", (code) => {
    const type = new URL(String(problemExample(code).type));
    expect(pages.get(type.pathname)).toContain(type.hash.slice(1));
  });
});
