"use client";
import { createContext, useContext } from "react";
import type { OperationLink } from "@/components/requests/operation-link";
import type { RequestFilter } from "./request-search";

export interface RequestFilterState {
  organization: string;
  filter: RequestFilter;
  setFilter: (filter: RequestFilter) => void;
  operations: readonly OperationLink[];
}

export const RequestFilterContext = createContext<RequestFilterState | null>(null);

export function useRequestFilter(): RequestFilterState {
  const state = useContext(RequestFilterContext);
  if (!state) throw new Error("Filters must stand inside FilterContext.");
  return state;
}
