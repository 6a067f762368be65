"use client";
import { LayoutGrid, Rows3 } from "lucide-react";
import type { RefObject } from "react";
import { type CameraView, cameraViews } from "@/components/cameras/camera-search";
import { useCameraFacets } from "@/components/cameras/facets";
import { FilterBar } from "@/components/list/filter-bar";
import { SearchBox } from "@/components/list/search-box";
import { Segmented } from "@/components/ui/segmented";
import { useCameraList } from "./camera-list-context";

const viewIcons = { table: <Rows3 aria-hidden />, cards: <LayoutGrid aria-hidden /> };
const viewLabels: Record<CameraView, string> = { table: "Table", cards: "Cards" };

/** The filter bar of the cameras page: search, facets, and the choice between table and cards. */
export function CameraFilters({ searchRef }: { searchRef: RefObject<HTMLInputElement | null> }) {
  const list = useCameraList();
  const facets = useCameraFacets();
  const { search, patch } = list;
  return (
    <FilterBar
      list={list}
      noun="cameras"
      facets={facets}
      search={
        <SearchBox
          ref={searchRef}
          label="Search by name or external ID"
          placeholder="Search name or external ID"
          value={search.q}
          onChange={(q) => patch({ q })}
        />
      }
      end={
        <Segmented
          label="View"
          value={search.view ?? "table"}
          onValueChange={(view) => patch({ view })}
          options={cameraViews.map((view) => ({ value: view, label: viewIcons[view], ariaLabel: viewLabels[view] }))}
        />
      }
      className="mb-4"
    />
  );
}
