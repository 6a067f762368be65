import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type PageProps = { width?: "form" | "page" | "full"; className?: string; children: ReactNode };

/** Room for the content, and the gutters around it. */
const widths = { form: "max-w-[52rem]", page: "max-w-[76rem]", full: "max-w-none" };

/**
 * The only owner of where a page begins: every title is at the same place, and what differs in width ends at the right.
 * Forms are narrow, lists that people work in are as wide as the window.
 */
export function Page({ width = "page", className, children }: PageProps) {
  return (
    <div className={cn("w-full px-4 pt-4 pb-8 sm:px-6 lg:px-8 lg:pt-6", widths[width], className)}>{children}</div>
  );
}
