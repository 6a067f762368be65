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

/** The state of the surrounding list of alerts. */
export const useAlertList = () => useListContext(AlertListContext);
