"use client";
import { SearchX } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useAlertFilter } from "./filter-context";

export function NoAlertMatches() {
  const { filter, setFilter } = useAlertFilter();
  return (
    <EmptyState
      icon={<SearchX />}
      title="No alert matches"
      description="Nothing has all of these filters at once. New alerts that match appear here by themselves."
      action={<Button onClick={() => setFilter({ sort: filter.sort })}>Clear filters</Button>}
    />
  );
}
