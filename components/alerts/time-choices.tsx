"use client";
import { alertRangeLabels } from "@/components/alerts/time-ranges";
import { TimeRangeChoices } from "@/components/list/time-range-choices";
import { useAlertList } from "./alert-list-context";
import type { AlertRange } from "./alert-search";

const ANY = "any";
const ranges = { [ANY]: "Any time", ...alertRangeLabels };

export function AlertTimeChoices() {
  const { search, patch } = useAlertList();
  const { range, occurred_after: from, occurred_before: until } = search;
  return (
    <TimeRangeChoices
      ranges={ranges}
      range={range ?? ANY}
      from={from}
      until={until}
      onRange={(value) =>
        patch({
          range: value === ANY ? undefined : (value as AlertRange),
          occurred_after: undefined,
          occurred_before: undefined,
        })
      }
      onMoments={(moments) => patch({ range: undefined, occurred_after: moments.from, occurred_before: moments.until })}
    />
  );
}
