"use client";
import { alertSortLabels } from "@/components/alerts/labels";
import { DropdownMenuRadioGroup } from "@/components/ui/dropdown-menu-items";
import { alertSorts } from "@/lib/values";
import { useAlertList } from "./alert-list-context";

/** The choices for the sort order of the alert list. */
export function SortChoices() {
  const { search, patch } = useAlertList();
  return (
    <DropdownMenuRadioGroup
      label="Order"
      value={search.sort ?? "-created_at"}
      onValueChange={(sort) => patch({ sort })}
      options={alertSorts.map((value) => ({ value, label: alertSortLabels[value] }))}
    />
  );
}
