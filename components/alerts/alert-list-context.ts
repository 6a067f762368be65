"use client";
import { createContext } from "react";
import { useListContext } from "@/components/list/list-context";
import type { ListState } from "@/components/list/use-list-state";
import type { SiteName } from "@/lib/sites/schema";
import type { AlertListFilter } from "./alert-search";

interface AlertListState extends ListState<AlertListFilter> {
  sites: readonly SiteName[];
}

export const AlertListContext = createContext<AlertListState | null>(null);

/**
 * Returns the state of the alert list that contains the calling component.
 * @throws Error outside of an alert list
 */
export const useAlertList = () => useListContext(AlertListContext);
