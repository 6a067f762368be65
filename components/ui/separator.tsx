import { cn } from "@/components/ui/cn";

type SeparatorProps = { orientation?: "horizontal" | "vertical"; className?: string };

export function Separator({ orientation = "horizontal", className }: SeparatorProps) {
  if (orientation === "horizontal") return <hr className={cn("h-px w-full border-0 bg-border", className)} />;
  return <span aria-hidden className={cn("inline-block w-px self-stretch bg-border", className)} />;
}
