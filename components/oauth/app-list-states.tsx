import { Blocks } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";

const SKELETON_ROWS = ["a", "b", "c"];

export function RowsSkeleton({ label }: { label: string }) {
  return (
    <section
      aria-busy="true"
      aria-label={label}
      className="divide-y divide-border rounded-lg border border-border bg-surface"
    >
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex h-14 items-center gap-8 px-4">
          <div className="flex flex-col gap-1.5">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-56" />
          </div>
          <Skeleton className="h-5 w-20" />
          <Skeleton className="hidden h-3.5 w-36 sm:block" />
        </div>
      ))}
    </section>
  );
}

/** Before the first app: what an app is for, and how it differs from a key. */
export function NoApps({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={<Blocks />}
      title="No OAuth apps yet"
      description="A key is one long-lived secret for one system. An app exchanges its secret for tokens of an hour, and can also ask the organizations of your customers for access."
      action={action}
      className="rounded-lg border border-border bg-surface"
    />
  );
}
