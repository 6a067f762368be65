"use client";
import { ArrowDownWideNarrow, ChevronDown, ListFilter, Search, X } from "lucide-react";
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import {
  type AlertFacet,
  alertFacets,
  alertSortLabels,
  clearAlertFacet,
  useAlertFacetLabels,
} from "@/components/alerts/facets";
import { useAlertFilter } from "@/components/alerts/filter-context";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { hasAlertFilter } from "./queries";

const FilterSheet = lazy(() =>
  import("@/components/alerts/filter-sheet").then((module) => ({ default: module.FilterSheet })),
);
const loadSorts = () => import("@/components/alerts/sort-choices");
const SortChoices = lazy(() => loadSorts().then((module) => ({ default: module.SortChoices })));
const loadPanels = () =>
  import("@/components/alerts/facet-panels").then((module) => ({ default: module.AlertFacetPanel }));
const FacetPanel = lazy(loadPanels);

const SEARCH_AFTER_MS = 250;

/** Search, one chip per facet, order; on a phone search and a sheet with the rest. */
export function FilterBar({ searchRef }: { searchRef: RefObject<HTMLInputElement | null> }) {
  const { filter, setFilter } = useAlertFilter();
  const textOf = useAlertFacetLabels();
  const [sheet, setSheet] = useState(false);
  const [sheetWanted, setSheetWanted] = useState(false);
  const inUse = alertFacets.filter((facet) => textOf(facet) !== null);

  return (
    <search className="flex flex-wrap items-center gap-1.5">
      <SearchField inputRef={searchRef} />
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
      {hasAlertFilter(filter) ? (
        <Button size="sm" variant="ghost" className="max-sm:hidden" onClick={() => setFilter({ sort: filter.sort })}>
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

function SearchField({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  const { filter, setFilter } = useAlertFilter();
  const q = filter.q ?? "";
  const [text, setText] = useState(q);
  const [known, setKnown] = useState(q);
  // Somebody else changed it (Clear filters, Back); what is being typed differs from it by spaces at most.
  if (known !== q) {
    setKnown(q);
    if (text.trim() !== q) setText(q);
  }
  const latest = useRef({ filter, setFilter });
  useEffect(() => {
    latest.current = { filter, setFilter };
  });
  useEffect(() => {
    if (text.trim() === (latest.current.filter.q ?? "")) return;
    const timer = setTimeout(() => {
      latest.current.setFilter({ ...latest.current.filter, q: text.trim() || undefined });
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <Input
      ref={inputRef}
      type="search"
      aria-label="Search alerts"
      placeholder="Search title, description, use case"
      leading={<Search aria-hidden />}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (text === "") event.currentTarget.blur();
        else setText("");
        event.preventDefault();
      }}
      className="min-w-0 flex-1 basis-40 sm:max-w-72"
    />
  );
}
