"use client";
import { type Facet, type FacetSet, lazyPanels, summarizeChoices } from "@/components/list/facets";
import { deliveryStateLabels } from "./delivery-labels";
import { useDeliveryList } from "./delivery-list-context";
import type { DeliverySearch } from "./delivery-search";

/** The facets of the list of deliveries, in the order of their chips. */
const deliveryFacets = [
  { label: "State", fields: ["state"] },
  { label: "Event type", fields: ["event_type"] },
] as const satisfies readonly Facet<DeliverySearch>[];

const panels = lazyPanels(deliveryFacets, () =>
  import("./delivery-facet-panels").then((module) => module.deliveryPanels),
);

/** Returns the facets of the list of deliveries, with the texts and panels of their chips. */
export function useDeliveryFacets(): FacetSet<DeliverySearch, (typeof deliveryFacets)[number]> {
  const { state = [], event_type = [] } = useDeliveryList().search;
  return {
    facets: deliveryFacets,
    panels,
    textOf: ({ label }) =>
      summarizeChoices(label === "State" ? state.map((value) => deliveryStateLabels[value].label) : event_type),
  };
}
