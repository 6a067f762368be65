"use client";
import { History, SearchX } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function AuditSkeleton() {
  return (
    <section
      aria-busy="true"
      aria-label="Loading the audit log"
      className="divide-y divide-border rounded-lg border border-border bg-surface"
    >
      {ROWS.map((row) => (
        <div key={row} className="flex h-12 items-center gap-4 px-4">
          <Skeleton className="size-6 rounded-full" />
          <Skeleton className="h-4 w-64 max-w-1/2" />
          <Skeleton className="ml-auto hidden h-4 w-24 sm:block" />
        </div>
      ))}
    </section>
  );
}

export function NoAuditEntries() {
  return (
    <div className="rounded-lg border border-border bg-surface">
      <EmptyState
        icon={<History />}
        title="Nothing was changed yet"
        description="As soon as somebody changes a setting, a key, an app or a person of this organization, it stands here."
      />
    </div>
  );
}

export function NoAuditMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No entry matches"
      description="Nothing in the audit log has this combination of filters."
      action={<Button onClick={onClear}>Clear the filters</Button>}
    />
  );
}
