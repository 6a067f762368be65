"use client";
import { FacetChoices } from "@/components/list/facet-choices";
import { deliveryStates, eventTypes } from "@/lib/values";
import { deliveryStateLabels } from "./delivery-labels";
import { useDeliveryList } from "./delivery-list-context";

/** The components with the choices of each facet, by facet label. */
export const deliveryPanels = { State: DeliveryStateChoices, "Event type": EventTypeChoices };

function DeliveryStateChoices() {
  const { search, patch } = useDeliveryList();
  return (
    <FacetChoices
      legend="State"
      choices={deliveryStates.map((value) => ({ value, text: deliveryStateLabels[value].label }))}
      selected={search.state ?? []}
      onChange={(state) => patch({ state })}
    />
  );
}

function EventTypeChoices() {
  const { search, patch } = useDeliveryList();
  return (
    <FacetChoices
      legend="Event type"
      searchLabel="Find an event type"
      choices={eventTypes.map((value) => ({
        value,
        text: value,
        label: <span className="font-mono text-xs">{value}</span>,
      }))}
      selected={search.event_type ?? []}
      onChange={(event_type) => patch({ event_type })}
    />
  );
}
