import { Eye, PencilLine } from "lucide-react";
import { scopeKindLabels, scopeWords } from "@/components/oauth/scope-words";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { type Scope, scopes } from "@/lib/db/values";

type ScopeListProps = { granted: readonly Scope[]; className?: string };

/** One line for each scope, in words; what only reads comes first. */
export function ScopeList({ granted, className }: ScopeListProps) {
  const lines = scopes
    .filter((scope) => granted.includes(scope))
    .map((scope) => ({ scope, ...scopeWords[scope] }))
    .sort((a, b) => Number(a.kind === "change") - Number(b.kind === "change"));
  return (
    <ul className={cn("divide-y divide-border rounded-lg border border-border", className)}>
      {lines.map(({ scope, kind, words }) => (
        <li key={scope} title={scope} className="flex items-start gap-2.5 px-3 py-2">
          <span aria-hidden className="mt-0.5 text-muted-foreground [&_svg]:size-4">
            {kind === "read" ? <Eye /> : <PencilLine />}
          </span>
          <span className="min-w-0 flex-1">{words}</span>
          <Badge tone={kind === "read" ? "neutral" : "warning"}>{scopeKindLabels[kind]}</Badge>
        </li>
      ))}
    </ul>
  );
}
