"use client";
import { type AuditSearch, auditRangeLabels } from "@/components/audit/audit-search";
import { useActorNames, useTargetNames } from "@/components/audit/names";
import { type Facet, type FacetSet, lazyPanels, summarizeChoices } from "@/components/list/facets";
import { formatPeriod } from "@/components/ui/format-time";
import { useZone } from "@/components/ui/relative-time";
import { actionLabels } from "./audit-labels";
import { useAuditList } from "./audit-list-context";

/** The facets of the audit log, in the order of their chips. */
const auditFacets = [
  { label: "Change", fields: ["action"] },
  { label: "Person", fields: ["actor"] },
  { label: "Target", fields: ["target"], isHiddenWhenUnused: true },
  { label: "Time", fields: ["range", "from", "to"] },
] as const satisfies readonly Facet<AuditSearch>[];

const panels = lazyPanels(auditFacets, () => import("./facet-panels").then((module) => module.auditPanels));

/** Returns the facets of the audit log, with the texts and panels of their chips. */
export function useAuditFacets(): FacetSet<AuditSearch, (typeof auditFacets)[number]> {
  const { search } = useAuditList();
  const zone = useZone();
  const actors = useActorNames();
  const targets = useTargetNames();
  return {
    facets: auditFacets,
    panels,
    textOf: ({ label }) => {
      const { action = [], actor, target, range, from, to } = search;
      if (label === "Change") {
        return action.length > 2
          ? `${action.length} types of change`
          : summarizeChoices(action.map((one) => actionLabels[one]));
      }
      if (label === "Person") return actor ? (actors.get(actor) ?? actor) : null;
      if (label === "Target") return target ? (targets.get(target) ?? target) : null;
      return formatPeriod({ from, until: to }, zone) ?? (range ? auditRangeLabels[range] : null);
    },
  };
}
