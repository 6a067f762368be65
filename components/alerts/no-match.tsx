"use client";
import { SearchX } from "lucide-react";
import { useFilter } from "@/components/alerts/filter-context";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export function NoMatch() {
  const { filter, setFilter } = useFilter();
  return (
    <EmptyState
      icon={<SearchX />}
      title="No alert matches"
      description="Nothing has all of these filters at once. New alerts that match appear here by themselves."
      action={<Button onClick={() => setFilter({ sort: filter.sort })}>Clear filters</Button>}
    />
  );
}
