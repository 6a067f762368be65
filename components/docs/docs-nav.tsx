"use client";
import { usePathname } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import type { DocsNavGroup } from "@/components/docs/navigation";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Kbd } from "@/components/ui/kbd";
import { Link } from "@/components/ui/link";
import { MethodBadge } from "@/components/ui/method-badge";
import { SearchInput } from "@/components/ui/search-input";

type DocsNavProps = {
  groups: readonly DocsNavGroup[];
  label: string;
  /** Whether the `/` key focuses the filter. Set it for only one navigation on a page. */
  hasShortcut?: boolean;
  onNavigate?: () => void;
};

/** All pages of the docs, with a filter over titles, paths and operation IDs. */
export function DocsNav({ groups, label, hasShortcut = false, onNavigate }: DocsNavProps) {
  const pathname = usePathname();
  const baseId = useId();
  const [query, setQuery] = useState("");
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector(`[href="${pathname}"]`);
    current?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = groups
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => {
        const text = `${group.title} ${item.label} ${item.words}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((group) => group.items.length > 0);

  return (
    <div className="flex min-h-0 flex-col gap-4">
      <FilterBox query={query} onQueryChange={setQuery} hasShortcut={hasShortcut} />
      <nav ref={list} aria-label={label} className="-mx-1 flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-1 pb-6">
        {matching.map((group, index) => (
          <div key={group.title}>
            <h2 id={`${baseId}-${index}`} className="px-2 pb-1 text-xs font-medium text-muted-foreground">
              {group.title}
            </h2>
            <ul aria-labelledby={`${baseId}-${index}`} className="flex flex-col gap-px">
              {group.items.map((item) => (
                <li key={item.href}>
                  <Link
                    href={item.href}
                    onClick={onNavigate}
                    aria-current={pathname === item.href ? "page" : undefined}
                    className="flex min-h-8 items-center justify-between gap-2 rounded-md px-2 py-1 text-sm text-muted-foreground transition-colors duration-75 hover:bg-muted hover:text-foreground aria-[current=page]:bg-muted aria-[current=page]:font-medium aria-[current=page]:text-foreground pointer-coarse:min-h-10"
                  >
                    <span className="min-w-0">{item.label}</span>
                    {item.method ? <MethodBadge method={item.method} className="justify-end" /> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <p role="status" className={matching.length === 0 ? "px-2 text-sm text-muted-foreground" : "sr-only"}>
          {matching.length === 0 ? `No page matches “${query}”.` : ""}
        </p>
      </nav>
    </div>
  );
}

type FilterBoxProps = { query: string; onQueryChange: (query: string) => void; hasShortcut: boolean };

function FilterBox({ query, onQueryChange, hasShortcut }: FilterBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const focus = { keys: "/", description: "Filter the pages", run: () => box.current?.focus() };
  useShortcuts("Docs", hasShortcut ? [focus] : []);
  return (
    <SearchInput
      ref={box}
      label="Filter the pages"
      placeholder="Filter"
      value={query}
      onValueChange={onQueryChange}
      trailing={hasShortcut ? <Kbd className="mr-1">/</Kbd> : null}
    />
  );
}
