"use client";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Sheet } from "@/components/ui/sheet";
import { type Chip, FacetPanel, type FacetPanels, inSentence } from "./facets";

type FilterSheetProps = {
  /** The plural noun of the rows, such as "alerts". */
  noun: string;
  chips: readonly Chip[];
  panels: FacetPanels;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClear: () => void;
  /** Fields shown above the facets. */
  children?: ReactNode;
};

/** Shows all facets in one sheet, for phones. Each choice takes effect immediately. */
export function FilterSheet({ noun, chips, panels, open, onOpenChange, onClear, children }: FilterSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Filters" size="sm">
      <DialogBody className="flex flex-col gap-0">
        {children ? <div className="pb-3">{children}</div> : null}
        {chips.map(({ label, initial, text, clear }) => (
          <details key={label} className="group border-t border-border" open={text !== null}>
            <summary className="flex min-h-11 list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
              {label}
              <span className="min-w-0 flex-1 truncate text-right font-normal text-muted-foreground">
                {text ?? initial}
              </span>
              <ChevronDown aria-hidden className="size-4 text-muted-foreground group-open:rotate-180" />
            </summary>
            <div className="pb-3">
              <FacetPanel panels={panels} label={label} />
              {text === null ? null : (
                <Button size="sm" className="mt-2" onClick={clear}>
                  {initial ?? `Clear ${inSentence(label)}`}
                </Button>
              )}
            </div>
          </details>
        ))}
      </DialogBody>
      <DialogFooter className="border-t border-border pt-3">
        <Button onClick={onClear}>Clear filters</Button>
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Show {noun}
        </Button>
      </DialogFooter>
    </Sheet>
  );
}
