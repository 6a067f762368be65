import { guides } from "@/components/docs/guide-list";
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

/** Returns all entries of the docs' navigation, in groups. */
export function docsNavigation(): DocsNavGroup[] {
  return [
    {
      title: "Guides",
      items: guides.map(({ slug, title, lead }) => ({ href: guideHref(slug), label: title, words: lead })),
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
