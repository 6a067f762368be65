"use client";
import { useAlertFilter } from "@/components/alerts/filter-context";
import { alertRangeLabels } from "@/components/alerts/time-ranges";
import { TimeRangeChoices } from "@/components/ui/time-range-choices";
import type { AlertListFilter, AlertRange } from "./alert-search";

const ANY = "any";
const ranges = { [ANY]: "Any time", ...alertRangeLabels };

export function AlertTimeChoices() {
  const { filter, setFilter } = useAlertFilter();
  const { range, occurred_after: from, occurred_before: until } = filter;
  const others: AlertListFilter = {
    ...filter,
    range: undefined,
    occurred_after: undefined,
    occurred_before: undefined,
  };
  return (
    <TimeRangeChoices
      ranges={ranges}
      range={range ?? ANY}
      from={from}
      until={until}
      onRange={(value) => setFilter(value === ANY ? others : { ...others, range: value as AlertRange })}
      onMoments={(moments) => setFilter({ ...others, occurred_after: moments.from, occurred_before: moments.until })}
    />
  );
}
