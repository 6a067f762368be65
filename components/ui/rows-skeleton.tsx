import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

type RowsSkeletonProps = {
  label: string;
  rows?: number;
  /** A class with the height of a row in the list that the skeleton replaces. */
  rowClassName?: string;
};

/** A placeholder for a list of rows while it loads. */
export function RowsSkeleton({ label, rows = 6, rowClassName = "h-12" }: RowsSkeletonProps) {
  return (
    <section
      aria-busy="true"
      aria-label={label}
      className="divide-y divide-border rounded-lg border border-border bg-surface"
    >
      {Array.from({ length: rows }, (_, row) => String(row)).map((row) => (
        <div key={row} className={cn("flex items-center gap-6 px-4", rowClassName)}>
          <Skeleton className="h-3.5 w-32 shrink-0" />
          <Skeleton className="h-3.5 w-64 max-w-1/2" />
          <Skeleton className="ml-auto hidden h-3.5 w-24 sm:block" />
        </div>
      ))}
    </section>
  );
}
