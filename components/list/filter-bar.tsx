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
  /** The plural noun of the rows, such as "alerts". */
  noun: string;
  /** The search field: a SearchBox or a replacement. */
  search?: ReactNode;
  /** The facets, shown as chips, or in a sheet on phones. */
  facets?: FacetSet<Search, F>;
  /** Controls shown above the facets in the sheet. On larger screens they are in the bar. */
  sheetFields?: ReactNode;
  /** Saved views, shown before the search. */
  views?: ReactNode;
  /** Other controls that filter rows, shown after the chips. */
  children?: ReactNode;
  /** Controls at the end of the bar, such as the view. They keep their place when filters change. */
  end?: ReactNode;
  className?: string;
};

/** The filter bar of a list: search, a chip per facet, and other filters. */
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
          // On phones there is no room next to the search, and a second line would move the list.
          className="h-8 max-sm:hidden"
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
            "h-8 min-w-0 max-w-64",
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
