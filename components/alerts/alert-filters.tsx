"use client";
import { ArrowDownWideNarrow } from "lucide-react";
import { lazy, type RefObject } from "react";
import { useAlertFacets } from "@/components/alerts/facets";
import { alertSortLabels } from "@/components/alerts/labels";
import { FilterBar } from "@/components/list/filter-bar";
import { SearchBox } from "@/components/list/search-box";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { alertSorts } from "@/lib/values";
import { useAlertList } from "./alert-list-context";

const loadSorts = () => import("@/components/alerts/sort-choices");
const SortChoices = lazy(() => loadSorts().then((module) => ({ default: module.SortChoices })));

/**
 * The filter bar of the alert list: search, facets and sort order. On phones, everything except the search is in a
 * sheet.
 */
export function AlertFilters({ searchRef }: { searchRef: RefObject<HTMLInputElement | null> }) {
  const list = useAlertList();
  const facets = useAlertFacets();
  const { search, patch } = list;
  const sort = search.sort ?? "-created_at";
  return (
    <FilterBar
      list={list}
      noun="alerts"
      facets={facets}
      search={
        <SearchBox
          ref={searchRef}
          label="Search alerts"
          placeholder="Search title, description, use case"
          value={search.q}
          onChange={(q) => patch({ q })}
        />
      }
      sheetFields={
        <Field label="Order">
          <Select
            value={sort}
            onChange={(event) => patch({ sort: alertSorts.find((one) => one === event.target.value) })}
            options={alertSorts.map((value) => ({ value, label: alertSortLabels[value] }))}
          />
        </Field>
      }
    >
      <div className="max-sm:hidden">
        <DropdownMenu
          label="Order"
          align="end"
          preload={loadSorts}
          trigger={
            <Button size="sm" variant="ghost" className="h-8" aria-label={`Order: ${alertSortLabels[sort]}`}>
              <ArrowDownWideNarrow aria-hidden />
              {alertSortLabels[sort]}
            </Button>
          }
        >
          <SortChoices />
        </DropdownMenu>
      </div>
    </FilterBar>
  );
}
