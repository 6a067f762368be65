"use client";
import { createContext, useContext } from "react";
import type { OperationLink } from "@/components/requests/operation-link";
import type { RequestFilter } from "./queries";

export interface FilterState {
  organization: string;
  filter: RequestFilter;
  setFilter: (filter: RequestFilter) => void;
  operations: readonly OperationLink[];
}

export const FilterContext = createContext<FilterState | null>(null);

export function useFilter(): FilterState {
  const state = useContext(FilterContext);
  if (!state) throw new Error("Filters must stand inside FilterContext.");
  return state;
}
