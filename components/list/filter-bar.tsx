"use client";
import { ChevronDown, ListFilter, X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover } from "@/components/ui/popover";
import { type Chip, clearFacet, type Facet, FacetPanel, type FacetPanels, type FacetSet, inSentence } from "./facets";
import type { ListState } from "./use-list-state";

const FilterSheet = lazy(() => import("./filter-sheet").then((module) => ({ default: module.FilterSheet })));

type FilterBarProps<Search extends object, F extends Facet<Search>> = {
  list: ListState<Search>;
  /** What is listed: "alerts". */
  noun: string;
  /** A SearchBox, or what is in its place. */
  search?: ReactNode;
  /** Chips; on a phone a sheet. */
  facets?: FacetSet<Search, F>;
  /** Above the facets in the sheet: what stands in the bar elsewhere. */
  sheetFields?: ReactNode;
  /** Saved views, before the search. */
  views?: ReactNode;
  /** After the chips: what else decides which rows are shown. */
  children?: ReactNode;
  /** At the other end of the bar: how the rows are shown. It keeps its place while filters come and go. */
  end?: ReactNode;
  className?: string;
};

/** The search of a list, one chip for each facet, and what else decides which rows are shown. */
export function FilterBar<Search extends object, F extends Facet<Search> = Facet<Search>>({
  list,
  noun,
  search,
  facets,
  sheetFields,
  views,
  children,
  end,
  className,
}: FilterBarProps<Search, F>) {
  const [sheet, setSheet] = useState<{ open: boolean } | null>(null);
  const chips = (facets?.facets ?? []).map((facet) => ({
    ...facet,
    text: facets?.textOf(facet) ?? null,
    clear: () => list.setSearch(clearFacet(list.search, facet)),
  }));
  const inUse = chips.filter(({ text }) => text !== null).length;

  return (
    <search className={cn("flex flex-wrap items-start gap-1.5", className)}>
      {views}
      {search}
      {facets ? (
        <>
          <Button className="sm:hidden" onClick={() => setSheet({ open: true })} onPointerEnter={facets.panels.preload}>
            <ListFilter aria-hidden />
            Filters{inUse > 0 ? ` (${inUse})` : ""}
          </Button>
          <div className="hidden sm:contents">
            {chips.map((chip) =>
              chip.isHiddenWhenUnused && chip.text === null ? null : (
                <FacetChip key={chip.label} {...chip} panels={facets.panels} />
              ),
            )}
          </div>
          {sheet ? (
            <Suspense fallback={null}>
              <FilterSheet
                noun={noun}
                chips={chips}
                panels={facets.panels}
                open={sheet.open}
                onOpenChange={(open) => setSheet({ open })}
                onClear={list.clearFilters}
              >
                {sheetFields}
              </FilterSheet>
            </Suspense>
          ) : null}
        </>
      ) : null}
      {children}
      {list.isFiltered ? (
        <Button
          size="sm"
          variant="ghost"
          // A phone has no room for it beside the search, and in a line of its own it would move the list.
          className="mt-0.5 max-sm:hidden"
          onClick={list.clearFilters}
        >
          <X aria-hidden />
          Clear filters
        </Button>
      ) : null}
      {end ? <div className="ml-auto">{end}</div> : null}
    </search>
  );
}

function FacetChip({ label, initial, text, clear, panels }: Chip & { panels: FacetPanels }) {
  const name = inSentence(label);
  return (
    <Popover
      label={`Filter by ${name}`}
      trigger={
        <Button
          size="sm"
          {...(initial === undefined && { "aria-label": text === null ? label : `${label}: ${text}` })}
          onPointerEnter={panels.preload}
          onFocus={panels.preload}
          className={cn(
            "mt-0.5 min-w-0 max-w-64",
            text === null
              ? initial === undefined && "border-dashed text-muted-foreground shadow-none"
              : "border-primary/50 bg-primary/8 dark:bg-primary/12",
          )}
        >
          <span className="min-w-0 truncate">
            {initial === undefined ? (
              <>
                {label}
                {text === null ? null : <span className="text-muted-foreground">: </span>}
              </>
            ) : null}
            <bdi>{text ?? initial}</bdi>
          </span>
          <ChevronDown aria-hidden className="size-3.5! text-muted-foreground" />
        </Button>
      }
    >
      <FacetPanel panels={panels} label={label} takesFocus />
      {text === null ? null : (
        <div className="mt-2 border-t border-border pt-2">
          <Button size="sm" variant="ghost" onClick={clear}>
            {initial ?? `Clear ${name}`}
          </Button>
        </div>
      )}
    </Popover>
  );
}
