import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type ScrollRegionProps = { label: string; className?: string; children: ReactNode };

// Scrollable areas must be focusable, so that keyboard users can scroll them. The region's name tells readers
// where they are.
const focusable = { tabIndex: 0 };

export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section
      {...focusable}
      aria-label={label}
      className={cn("overflow-x-auto focus-visible:-outline-offset-2", className)}
    >
      {children}
    </section>
  );
}
