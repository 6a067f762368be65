"use client";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import type { ListNoun } from "./list-body";
import type { Selection } from "./use-selection";

type SelectionBarProps<Row extends { id: string }> = {
  selection: Selection<Row>;
  noun: ListNoun;
  /**
   * The number of rows that match the filter. Null if there are too many to count, undefined if all of them are
   * loaded.
   */
  total: number | null | undefined;
  /** The progress of the current action, such as "Resolving 3 of 12". */
  progress: string | null;
  children: ReactNode;
};

/** Shows the actions for selected rows. It covers the filters, or is at the bottom on phones. */
export function SelectionBar<Row extends { id: string }>({
  selection,
  noun: [, many],
  total,
  progress,
  children,
}: SelectionBarProps<Row>) {
  const { rows, isAll } = selection;
  const isEverything = selection.everythingAt !== null;
  const everything = total === null ? "everything that matches" : `all ${formatCount(total ?? rows.length)} that match`;
  return (
    <section
      aria-label={`Selected ${many}`}
      className="z-10 flex flex-wrap items-center gap-1.5 rounded-lg border border-border bg-raised px-2 py-1.5 shadow-raised max-sm:fixed max-sm:inset-x-2 max-sm:bottom-[max(0.5rem,env(safe-area-inset-bottom))] sm:absolute sm:inset-x-0 sm:top-0"
    >
      <p role="status" className="pl-1 text-sm font-medium whitespace-nowrap tabular-nums">
        {progress ?? (isEverything ? `Selected ${everything}` : `${formatCount(rows.length)} selected`)}
      </p>
      <Button variant="ghost" size="icon-sm" aria-label="Clear the selection" onClick={() => selection.setAll(false)}>
        <X aria-hidden />
      </Button>
      {total !== undefined && isAll && !isEverything && progress === null ? (
        <Button variant="link" size="sm" onClick={selection.selectEverything}>
          Select {everything}
        </Button>
      ) : null}
      {children}
    </section>
  );
}
