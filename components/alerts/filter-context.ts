"use client";
import { createContext, useContext } from "react";
import type { SiteName } from "@/lib/sites/schema";
import type { AlertFilter } from "./queries";

export interface FilterState {
  filter: AlertFilter;
  setFilter: (filter: AlertFilter) => void;
  sites: readonly SiteName[];
}

export const FilterContext = createContext<FilterState | null>(null);

export function useFilter(): FilterState {
  const state = useContext(FilterContext);
  if (!state) throw new Error("Filters must stand inside FilterContext.");
  return state;
}
