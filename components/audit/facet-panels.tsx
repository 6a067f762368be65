"use client";
import { auditRangeLabels } from "@/components/audit/audit-search";
import { useActorNames, useTargetNames } from "@/components/audit/names";
import { FacetChoices } from "@/components/list/facet-choices";
import { TimeRangeChoices } from "@/components/list/time-range-choices";
import { auditActions } from "@/lib/values";
import { actionLabels } from "./audit-labels";
import { useAuditList } from "./audit-list-context";
import { auditRanges } from "./queries";

/** The components with the choices of each facet, by facet label. */
export const auditPanels = { Change: ActionChoices, Person: ActorChoices, Target: TargetChoices, Time: MomentChoices };

function ActionChoices() {
  const { search, patch } = useAuditList();
  return (
    <FacetChoices
      legend="The action"
      searchLabel="Find a type of change"
      choices={auditActions.map((value) => ({ value, text: actionLabels[value] }))}
      selected={search.action ?? []}
      onChange={(action) => patch({ action })}
    />
  );
}

function ActorChoices() {
  const { search, patch } = useAuditList();
  return (
    <FacetChoices
      legend="Who did it"
      searchLabel="Find a name"
      choices={toChoices(useActorNames())}
      selected={search.actor ? [search.actor] : []}
      onChange={([actor]) => patch({ actor })}
      isSingle
    />
  );
}

function TargetChoices() {
  const { search, patch } = useAuditList();
  return (
    <FacetChoices
      legend="What was changed"
      searchLabel="Find a name"
      choices={toChoices(useTargetNames())}
      selected={search.target ? [search.target] : []}
      onChange={([target]) => patch({ target })}
      isSingle
    />
  );
}

function toChoices(names: ReadonlyMap<string, string>) {
  return [...names].map(([value, text]) => ({ value, text })).sort((a, b) => a.text.localeCompare(b.text));
}

function MomentChoices() {
  const { search, patch } = useAuditList();
  const { range, from, to: until } = search;
  return (
    <TimeRangeChoices
      ranges={auditRangeLabels}
      range={range ?? "any"}
      from={from}
      until={until}
      onRange={(value) => patch({ range: auditRanges.find((one) => one === value), from: undefined, to: undefined })}
      onMoments={(moments) => patch({ range: undefined, from: moments.from, to: moments.until })}
    />
  );
}
