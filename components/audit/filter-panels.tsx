"use client";
import { type AuditSearch, auditRangeLabels } from "@/components/audit/audit-search";
import { FacetChoices } from "@/components/list/facet-choices";
import { TimeRangeChoices } from "@/components/list/time-range-choices";
import { type AuditAction, auditActions } from "@/lib/values";
import { actionLabels } from "./audit-labels";
import { auditRanges } from "./queries";

const choices = auditActions.map((value) => ({ value, text: actionLabels[value] }));

type ActionChoicesProps = { selected: readonly AuditAction[]; onChange: (selected: AuditAction[]) => void };

export function AuditActionChoices({ selected, onChange }: ActionChoicesProps) {
  return (
    <FacetChoices
      legend="What was done"
      searchLabel="Find a kind of change"
      choices={choices}
      selected={selected}
      onChange={(chosen) => onChange(auditActions.filter((action) => chosen.includes(action)))}
    />
  );
}

type TimeChoicesProps = {
  search: Pick<AuditSearch, "range" | "from" | "to">;
  onChange: (change: TimeChoicesProps["search"]) => void;
};

export function AuditTimeChoices({ search: { range, from, to }, onChange }: TimeChoicesProps) {
  return (
    <TimeRangeChoices
      ranges={auditRangeLabels}
      range={range ?? "any"}
      from={from}
      until={to}
      onRange={(value) => onChange({ range: auditRanges.find((one) => one === value), from: undefined, to: undefined })}
      onMoments={(moments) => onChange({ range: undefined, from: moments.from, to: moments.until })}
    />
  );
}
