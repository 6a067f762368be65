"use client";
import { cn } from "./cn";
import { CopyButton } from "./copy-button";

/** Shows the request ID to quote to support, with a copy button. */
export function RequestId({ value, className }: { value: string; className?: string }) {
  return (
    <p className={cn("flex max-w-full flex-wrap items-center gap-1 text-xs", className)}>
      Request <code className="break-all font-mono">{value}</code>
      <CopyButton iconOnly value={value} label="Copy request ID" className="text-inherit" />
    </p>
  );
}
