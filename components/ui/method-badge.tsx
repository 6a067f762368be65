import { cn } from "@/components/ui/cn";
import type { Method } from "@/lib/http/operation";

const tones: Record<Method, string> = {
  GET: "bg-severity-low/12 text-severity-low",
  POST: "bg-success/12 text-success",
  PATCH: "bg-warning/12 text-warning",
  DELETE: "bg-alert-open/12 text-alert-open",
};

export function MethodBadge({ method, className }: { method: Method; className?: string }) {
  return (
    <span
      className={cn(
        "inline-flex h-5 shrink-0 items-center justify-center rounded-sm px-1.5 font-mono text-[0.6875rem] font-semibold",
        tones[method],
        className,
      )}
    >
      {method}
    </span>
  );
}
