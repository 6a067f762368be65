import type { ReactNode } from "react";
import { ListDetail } from "@/components/list/list-table";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Scope } from "@/lib/values";
import { describeAccess } from "./scopes";

/** Shows scopes as text. Tables show at most two lines, and all scopes on hover. */
export function GrantedAccess({ scopes }: { scopes: readonly Scope[] }) {
  // Prevent a line break after a colon.
  const words = describeAccess(scopes).map((access) => access.replace(": ", ":\u00a0"));
  return (
    <span title={scopes.join(", ")} className="@min-[42rem]:line-clamp-2">
      {words.join(", ") || "No access"}
    </span>
  );
}

type LastUsedProps = {
  value: string | null;
  /** Shown instead of the plain time. */
  time?: ReactNode;
};

export function LastUsed({ value, time }: LastUsedProps) {
  if (value === null) return <span className="text-muted-foreground">Never</span>;
  return time ?? <RelativeTime value={value} className="whitespace-nowrap" />;
}

/** Shows who created or authorized a credential, and when. */
export function MadeBy({ by, at }: { by: string; at: string }) {
  return (
    <>
      <span dir="auto" title={by} className="block truncate">
        {by}
      </span>
      <ListDetail>
        <RelativeTime value={at} mode="date" />
      </ListDetail>
    </>
  );
}
