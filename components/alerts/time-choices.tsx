"use client";
import { useFilter } from "@/components/alerts/filter-context";
import { rangeLabels } from "@/components/alerts/time-ranges";
import { TimeRangeChoices } from "@/components/ui/time-range-choices";
import type { AlertFilter, AlertRange } from "./queries";

const ANY = "any";
const ranges = { [ANY]: "Any time", ...rangeLabels };

export function TimeChoices() {
  const { filter, setFilter } = useFilter();
  const { range, occurred_after: from, occurred_before: until } = filter;
  const others: AlertFilter = { ...filter, range: undefined, occurred_after: undefined, occurred_before: undefined };
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
