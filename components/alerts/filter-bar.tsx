"use client";
import { ArrowDownWideNarrow, ChevronDown, ListFilter, X } from "lucide-react";
import { lazy, type RefObject, Suspense, useState } from "react";
import {
  type AlertFacet,
  alertFacets,
  alertSortLabels,
  clearAlertFacet,
  useAlertFacetLabels,
} from "@/components/alerts/facets";
import { useAlertFilter } from "@/components/alerts/filter-context";
import { SearchBox } from "@/components/list/search-box";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { alertSearch } from "./alert-search";

const FilterSheet = lazy(() =>
  import("@/components/alerts/filter-sheet").then((module) => ({ default: module.FilterSheet })),
);
const loadSorts = () => import("@/components/alerts/sort-choices");
const SortChoices = lazy(() => loadSorts().then((module) => ({ default: module.SortChoices })));
const loadPanels = () =>
  import("@/components/alerts/facet-panels").then((module) => ({ default: module.AlertFacetPanel }));
const FacetPanel = lazy(loadPanels);

/** Search, one chip per facet, order; on a phone search and a sheet with the rest. */
export function FilterBar({ searchRef }: { searchRef: RefObject<HTMLInputElement | null> }) {
  const { filter, setFilter } = useAlertFilter();
  const textOf = useAlertFacetLabels();
  const [sheet, setSheet] = useState(false);
  const [sheetWanted, setSheetWanted] = useState(false);
  const inUse = alertFacets.filter((facet) => textOf(facet) !== null);

  return (
    <search className="flex flex-wrap items-center gap-1.5">
      <SearchBox
        ref={searchRef}
        label="Search alerts"
        placeholder="Search title, description, use case"
        value={filter.q}
        onChange={(q) => setFilter({ ...filter, q })}
      />
      <Button
        className="sm:hidden"
        onClick={() => {
          setSheetWanted(true);
          setSheet(true);
        }}
      >
        <ListFilter aria-hidden />
        Filters{inUse.length > 0 ? ` (${inUse.length})` : ""}
      </Button>
      <div className="hidden sm:contents">
        {alertFacets.map((facet) =>
          facet.label === "Tag" && textOf(facet) === null ? null : (
            <FacetMenu key={facet.label} facet={facet} text={textOf(facet)} />
          ),
        )}
        <DropdownMenu
          label="Order"
          align="end"
          preload={loadSorts}
          trigger={
            <Button size="sm" variant="ghost" aria-label={`Order: ${alertSortLabels[filter.sort ?? "-created_at"]}`}>
              <ArrowDownWideNarrow aria-hidden />
              {alertSortLabels[filter.sort ?? "-created_at"]}
            </Button>
          }
        >
          <SortChoices />
        </DropdownMenu>
      </div>
      {alertSearch.isFiltered(filter) ? (
        <Button
          size="sm"
          variant="ghost"
          className="max-sm:hidden"
          onClick={() => setFilter(alertSearch.withoutFilters(filter))}
        >
          <X aria-hidden />
          Clear filters
        </Button>
      ) : null}
      {sheetWanted ? (
        <Suspense fallback={null}>
          <FilterSheet open={sheet} onOpenChange={setSheet} textOf={textOf} />
        </Suspense>
      ) : null}
    </search>
  );
}

function FacetMenu({ facet, text }: { facet: AlertFacet; text: string | null }) {
  const { filter, setFilter } = useAlertFilter();
  const { label } = facet;
  return (
    <Popover
      label={`Filter by ${label.toLowerCase()}`}
      trigger={
        <Button
          size="sm"
          aria-label={text === null ? label : `${label}: ${text}`}
          onPointerEnter={() => void loadPanels()}
          onFocus={() => void loadPanels()}
          className={cn(
            "max-w-64 min-w-0",
            text === null
              ? "border-dashed text-muted-foreground shadow-none"
              : "border-primary/50 bg-primary/8 dark:bg-primary/12",
          )}
        >
          <span className="min-w-0 truncate">
            {label}
            {text === null ? null : (
              <>
                <span className="text-muted-foreground">: </span>
                <bdi>{text}</bdi>
              </>
            )}
          </span>
          <ChevronDown aria-hidden className="size-3.5! text-muted-foreground" />
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-24" />}>
        <FacetPanel label={label} takesFocus />
      </Suspense>
      {text === null ? null : (
        <div className="mt-2 border-t border-border pt-2">
          <Button size="sm" variant="ghost" onClick={() => setFilter(clearAlertFacet(filter, facet))}>
            Clear {label.toLowerCase()}
          </Button>
        </div>
      )}
    </Popover>
  );
}
