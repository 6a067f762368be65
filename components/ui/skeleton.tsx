import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A gray placeholder with the size of the content that is loading. Set `aria-busy` on the region around it. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div aria-hidden className={cn("animate-shimmer rounded-sm bg-muted", className)} {...props} />;
}
