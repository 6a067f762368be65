"use client";
import { type Facet, type FacetSet, lazyPanels, summarizeChoices } from "@/components/list/facets";
import { cameraStatusLabels } from "@/components/shell/status-badge";
import { useCameraList } from "./camera-list-context";
import type { CameraSearch } from "./camera-search";

/** The facets of the camera list, in the order of their chips. */
const cameraFacets = [
  { label: "Status", fields: ["status"] },
  { label: "Site", fields: ["site_id"] },
  { label: "Tag", fields: ["tag"], isHiddenWhenUnused: true },
] as const satisfies readonly Facet<CameraSearch>[];

const panels = lazyPanels(cameraFacets, () => import("./facet-panels").then((module) => module.cameraPanels));

/** Returns the facets of the camera list, with the texts and panels of their chips. */
export function useCameraFacets(): FacetSet<CameraSearch, (typeof cameraFacets)[number]> {
  const { search, sites } = useCameraList();
  return {
    facets: cameraFacets,
    panels,
    textOf: ({ label }) => {
      if (label === "Status")
        return summarizeChoices((search.status ?? []).map((status) => cameraStatusLabels[status]));
      if (label === "Tag") return summarizeChoices(search.tag ?? []);
      return summarizeChoices((search.site_id ?? []).map((id) => sites.find((site) => site.id === id)?.name));
    },
  };
}
