"use client";
import { alertSortLabels } from "@/components/alerts/facets";
import { useAlertFilter } from "@/components/alerts/filter-context";
import { DropdownMenuRadioGroup } from "@/components/ui/dropdown-menu-items";
import { alertSorts } from "@/lib/values";

/** The orders of the list. */
export function SortChoices() {
  const { filter, setFilter } = useAlertFilter();
  return (
    <DropdownMenuRadioGroup
      label="Order"
      value={filter.sort ?? "-created_at"}
      onValueChange={(sort) => setFilter({ ...filter, sort })}
      options={alertSorts.map((value) => ({ value, label: alertSortLabels[value] }))}
    />
  );
}
