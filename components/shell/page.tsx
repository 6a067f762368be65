import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type PageProps = { width?: "narrow" | "default" | "full"; className?: string; children: ReactNode };

const widths = { narrow: "max-w-3xl", default: "max-w-6xl", full: "max-w-none" };

/** The space around a portal page's content: narrow for settings and forms, full for wide tables. */
export function Page({ width = "default", className, children }: PageProps) {
  return (
    <div className={cn("mx-auto w-full px-4 py-5 sm:px-6 lg:px-8 lg:py-6", widths[width], className)}>{children}</div>
  );
}
