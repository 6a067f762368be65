import type { GuideContent } from "@/components/docs/guide";
import { guides } from "@/components/docs/guide-list";
import type { DocsReader } from "@/components/docs/reader";
import { referenceOrder } from "@/lib/api/catalog";
import type { Method, Operation } from "@/lib/http/operation";

interface DocsNavItem {
  href: string;
  label: string;
  method?: Method;
  /** Additional words that the filter matches. */
  words: string;
}
export interface DocsNavGroup {
  title: string;
  items: DocsNavItem[];
}

export const guideHref = (slug: string) => (slug === "" ? "/docs" : `/docs/${slug}`);
export const operationHref = ({ id }: Pick<Operation, "id">) => `/docs/reference/${id}`;

/** Returns the operations grouped by tag, in reference order. */
export function operationsByTag(): { tag: string; operations: Operation[] }[] {
  const groups = new Map<string, Operation[]>();
  for (const operation of referenceOrder) groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation]);
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

const anyReader: DocsReader = { baseUrl: "", signedIn: false, organizations: [], key: null };

const guideWords = new Map<string, string>();

/** Returns the text that the filter searches in a guide: its lead and its headings. Rendering takes 0.5 ms a guide. */
function wordsOf({ slug, lead, sections }: GuideContent): string {
  const words = guideWords.get(slug) ?? [lead, ...sections(anyReader).map(({ title }) => title)].join(" ");
  guideWords.set(slug, words);
  return words;
}

/** Returns all entries of the docs' navigation, in groups. */
export function docsNavigation(): DocsNavGroup[] {
  return [
    {
      title: "Guides",
      items: guides.map((guide) => ({ href: guideHref(guide.slug), label: guide.title, words: wordsOf(guide) })),
    },
    {
      title: "API reference",
      items: [{ href: "/docs/reference", label: "Overview", words: "all operations openapi" }],
    },
    ...operationsByTag().map(({ tag, operations }) => ({
      title: tag,
      items: operations.map((operation) => ({
        href: operationHref(operation),
        label: operation.summary,
        method: operation.method,
        words: `${operation.method} ${operation.path} ${operation.id}`,
      })),
    })),
  ];
}
