"use client";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export function NoAuditEntries() {
  return (
    <div className="rounded-lg border border-border bg-surface">
      <EmptyState
        scene="log"
        title="Nothing was changed yet"
        description="As soon as somebody changes a setting, a key, an app or a person of this organization, it stands here."
      />
    </div>
  );
}

export function NoAuditMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      scene="blank"
      title="No entry matches"
      description="Nothing in the audit log has this combination of filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
