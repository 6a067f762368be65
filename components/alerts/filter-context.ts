"use client";
import { createContext, useContext } from "react";
import type { SiteName } from "@/lib/sites/schema";
import type { AlertListFilter } from "./alert-search";

export interface AlertFilterState {
  filter: AlertListFilter;
  setFilter: (filter: AlertListFilter) => void;
  sites: readonly SiteName[];
}

export const AlertFilterContext = createContext<AlertFilterState | null>(null);

export function useAlertFilter(): AlertFilterState {
  const state = useContext(AlertFilterContext);
  if (!state) throw new Error("Filters must stand inside FilterContext.");
  return state;
}
