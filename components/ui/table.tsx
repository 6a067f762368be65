import { ArrowDown, ArrowUp } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { ScrollRegion } from "@/components/ui/scroll-region";

type TableProps = ComponentProps<"table"> & { label: string; containerClassName?: string };

/**
 * A table in a focusable region of its own that scrolls horizontally, so that the page doesn't scroll in narrow
 * windows.
 */
export function Table({ label, className, containerClassName, ...props }: TableProps) {
  return (
    <ScrollRegion label={label} className={cn("relative w-full rounded-[inherit]", containerClassName)}>
      <table aria-label={label} className={cn("w-full border-collapse text-left text-sm", className)} {...props} />
    </ScrollRegion>
  );
}

export function TableHeader({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={cn("border-b border-border text-xs text-muted-foreground", className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody className={cn("divide-y divide-border", className)} {...props} />;
}

type TableRowProps = ComponentProps<"tr"> & { selected?: boolean; interactive?: boolean };

export function TableRow({ selected, interactive, className, ...props }: TableRowProps) {
  return (
    <tr
      data-selected={selected || undefined}
      className={cn(
        "data-selected:bg-primary/8",
        interactive && "transition-colors duration-75 hover:bg-muted/60",
        className,
      )}
      {...props}
    />
  );
}

type TableHeadProps = ComponentProps<"th"> & { sort?: "ascending" | "descending" | "none"; onSort?: () => void };

export function TableHead({ sort, onSort, className, children, scope = "col", ...props }: TableHeadProps) {
  return (
    <th
      scope={scope}
      aria-sort={sort}
      className={cn("h-head whitespace-nowrap px-3 font-medium first:pl-4 last:pr-4", className)}
      {...props}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="-mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:text-foreground"
        >
          {children}
          {sort === "ascending" ? <ArrowUp aria-hidden className="size-3" /> : null}
          {sort === "descending" ? <ArrowDown aria-hidden className="size-3" /> : null}
        </button>
      ) : (
        children
      )}
    </th>
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("h-row px-3 py-1.5 align-middle first:pl-4 last:pr-4", className)} {...props} />;
}
