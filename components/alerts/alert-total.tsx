"use client";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { formatAlertCount } from "@/components/alerts/labels";
import { useTriage } from "@/components/alerts/triage-context";
import { type AlertListFilter, alertSearch } from "./alert-search";
import { type AlertListPage, alertTotalOptions } from "./queries";

const never = () => () => {};

/** Returns false during server rendering and hydration, and true afterwards. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Returns the number of matching alerts: null if there are too many to count, undefined while loading. */
export function useAlertTotal(pages: readonly AlertListPage[], search: AlertListFilter): number | null | undefined {
  const { viewer } = useTriage();
  const hasMore = pages.at(-1)?.has_more ?? false;
  const counted = useQuery({ ...alertTotalOptions(viewer.organization, search, viewer.id), enabled: hasMore });
  // Wait for hydration: the count can arrive earlier, but the server's HTML doesn't contain it.
  const isAlive = useAlive();
  if (hasMore) return isAlive ? counted.data : undefined;
  return pages.reduce((sum, page) => sum + page.data.length, 0);
}

/**
 * Shows the number of matching alerts, such as "20,564 alerts" or "12 alerts match". Renders nothing while it is
 * unknown.
 */
export function AlertTotal({ pages, search }: { pages: readonly AlertListPage[]; search: AlertListFilter }) {
  const total = useAlertTotal(pages, search);
  if (total === null || total === undefined) return null;
  const verb = alertSearch.isFiltered(search) ? (total === 1 ? " matches" : " match") : "";
  return `${formatAlertCount(total)}${verb}`;
}
