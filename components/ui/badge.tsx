import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const shape =
  "inline-flex h-5 max-w-full shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm px-1.5 text-xs font-medium [&_svg]:size-3 [&_svg]:shrink-0";

const tones = {
  neutral: "bg-muted text-muted-foreground",
  outline: "border border-border text-muted-foreground",
  primary: "bg-primary/12 text-link",
  success: "bg-success/12 text-success",
  warning: "bg-warning/12 text-warning",
  danger: "bg-danger/12 text-danger",
  notice: "bg-notice/12 text-notice",
};

export type BadgeTone = keyof typeof tones;
type BadgeProps = ComponentProps<"span"> & { tone?: BadgeTone; dot?: boolean };

export function Badge({ tone = "neutral", dot, className, children, ...props }: BadgeProps) {
  return (
    <span className={cn(shape, tones[tone], className)} {...props}>
      {dot ? <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" /> : null}
      {children}
    </span>
  );
}
