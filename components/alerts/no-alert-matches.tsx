"use client";
import { NoMatches } from "@/components/list/list-body";
import { useAlertList } from "./alert-list-context";

export function NoAlertMatches() {
  const { clearFilters } = useAlertList();
  return (
    <NoMatches
      noun={["alert", "alerts"]}
      onClear={clearFilters}
      description="Nothing has all of these filters at once. New alerts that match appear here by themselves."
    />
  );
}
