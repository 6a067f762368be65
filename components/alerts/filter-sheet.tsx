"use client";
import { ChevronDown } from "lucide-react";
import { AlertFacetPanel } from "@/components/alerts/facet-panels";
import { type AlertFacet, alertFacets, alertSortLabels, clearAlertFacet } from "@/components/alerts/facets";
import { useAlertFilter } from "@/components/alerts/filter-context";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Sheet } from "@/components/ui/sheet";
import { alertSorts } from "@/lib/values";

type FilterSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  textOf: (facet: AlertFacet) => string | null;
};

/** All facets below each other, for a phone. Each choice takes effect at once. */
export function FilterSheet({ open, onOpenChange, textOf }: FilterSheetProps) {
  const { filter, setFilter } = useAlertFilter();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Filters" size="sm">
      <DialogBody className="flex flex-col gap-0">
        <Field label="Order" className="pb-3">
          <Select
            value={filter.sort ?? "-created_at"}
            onChange={(event) => setFilter({ ...filter, sort: alertSorts.find((sort) => sort === event.target.value) })}
            options={alertSorts.map((value) => ({ value, label: alertSortLabels[value] }))}
          />
        </Field>
        {alertFacets.map((facet) => {
          const text = textOf(facet);
          return (
            <details key={facet.label} className="group border-t border-border" open={text !== null}>
              <summary className="flex list-none [&::-webkit-details-marker]:hidden min-h-11 items-center gap-2 font-medium">
                {facet.label}
                <span className="min-w-0 flex-1 truncate text-right font-normal text-muted-foreground">{text}</span>
                <ChevronDown aria-hidden className="size-4 text-muted-foreground group-open:rotate-180" />
              </summary>
              <div className="pb-3">
                <AlertFacetPanel label={facet.label} />
                {text === null ? null : (
                  <Button size="sm" className="mt-2" onClick={() => setFilter(clearAlertFacet(filter, facet))}>
                    Clear {facet.label.toLowerCase()}
                  </Button>
                )}
              </div>
            </details>
          );
        })}
      </DialogBody>
      <DialogFooter className="border-t border-border pt-3">
        <Button onClick={() => setFilter({ sort: filter.sort })}>Clear filters</Button>
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Show alerts
        </Button>
      </DialogFooter>
    </Sheet>
  );
}
