"use client";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field-context";
import { controlClasses } from "@/components/ui/input";

/**
 * A multi-line text field that starts at `rows` lines. In browsers that support it, the field grows with its
 * content.
 */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  const control = useFieldControl(props);
  return (
    <textarea
      {...props}
      {...control}
      rows={rows}
      className={cn(controlClasses, "field-sizing-content max-h-96 min-h-16 px-2.5 py-1.5 leading-5", className)}
    />
  );
}
