"use client";
import { createContext } from "react";
import { useListContext } from "@/components/list/list-context";
import type { ListState } from "@/components/list/use-list-state";
import type { DeliverySearch } from "./delivery-search";

export const DeliveryListContext = createContext<ListState<DeliverySearch> | null>(null);

/**
 * Returns the state of the list of deliveries that contains the calling component.
 * @throws Error outside of the list.
 */
export const useDeliveryList = () => useListContext(DeliveryListContext);
