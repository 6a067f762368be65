import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type LabelProps = ComponentProps<"label"> & { htmlFor: string };

export function Label({ className, htmlFor, children, ...props }: LabelProps) {
  return (
    <label htmlFor={htmlFor} className={cn("block text-sm font-medium text-foreground", className)} {...props}>
      {children}
    </label>
  );
}
