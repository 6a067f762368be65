import { cn } from "@/components/ui/cn";
import type { Method } from "@/lib/http/operation";

export function MethodBadge({ method, className }: { method: Method; className?: string }) {
  return (
    <span
      className={cn(
        "inline-flex h-5 shrink-0 items-center font-mono text-2xs font-semibold",
        method === "DELETE" ? "text-danger" : "text-foreground",
        className,
      )}
    >
      {method}
    </span>
  );
}
