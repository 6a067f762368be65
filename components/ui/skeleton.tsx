import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A grey stand-in of the coming content's size. Put `aria-busy` on the region around a group of them. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div aria-hidden className={cn("animate-shimmer rounded-sm bg-muted", className)} {...props} />;
}
