import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type PageProps = { width?: "form" | "page" | "full"; className?: string; children: ReactNode };

/** The maximum widths of a page's content. */
const widths = { form: "max-w-[52rem]", page: "max-w-[76rem]", full: "max-w-none" };

/**
 * Positions the content of a page, so that all titles are in the same place. Pages differ only in width: forms are
 * narrow, and work lists use the full window.
 */
export function Page({ width = "page", className, children }: PageProps) {
  return (
    <div className={cn("w-full px-4 pt-4 pb-8 sm:px-6 lg:px-8 lg:pt-6", widths[width], className)}>{children}</div>
  );
}
