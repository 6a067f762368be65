import { Eye, PencilLine } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { scopeMeanings } from "@/lib/api/scopes";
import { type Scope, scopes } from "@/lib/values";

type ScopeListProps = { granted: readonly Scope[]; className?: string };

const isReading = (scope: Scope) => scope.endsWith(":read");

/** Lists the granted scopes, one per line. Read scopes come first. */
export function ScopeList({ granted, className }: ScopeListProps) {
  const lines = scopes
    .filter((scope) => granted.includes(scope))
    .sort((a, b) => Number(isReading(b)) - Number(isReading(a)));
  return (
    <ul className={cn("divide-y divide-border rounded-lg border border-border", className)}>
      {lines.map((scope) => (
        <li key={scope} title={scope} className="flex items-start gap-2.5 px-3 py-2">
          <span aria-hidden className="mt-0.5 text-muted-foreground [&_svg]:size-4">
            {isReading(scope) ? <Eye /> : <PencilLine />}
          </span>
          <span className="min-w-0 flex-1">{scopeMeanings[scope]}</span>
          <Badge tone={isReading(scope) ? "neutral" : "warning"}>{isReading(scope) ? "Read" : "Change"}</Badge>
        </li>
      ))}
    </ul>
  );
}
