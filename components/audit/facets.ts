"use client";
import { type AuditSearch, auditRangeLabels } from "@/components/audit/audit-search";
import { useActorNames, useTargetNames } from "@/components/audit/names";
import { type Facet, type FacetSet, lazyPanels, summarizeChoices } from "@/components/list/facets";
import { formatPeriod } from "@/components/ui/format-time";
import { useZone } from "@/components/ui/relative-time";
import { actionLabels } from "./audit-labels";
import { useAuditList } from "./audit-list-context";

/** In the order of the chips. */
const auditFacets = [
  { label: "What", fields: ["action"], initial: "Any change" },
  { label: "Who", fields: ["actor"], initial: "Anybody" },
  { label: "On what", fields: ["target"], isHiddenWhenUnused: true },
  { label: "When", fields: ["range", "from", "to"], initial: "Any time" },
] as const satisfies readonly Facet<AuditSearch>[];

const panels = lazyPanels(auditFacets, () => import("./facet-panels").then((module) => module.auditPanels));

/** The facets of the audit log. */
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
      if (label === "What") {
        return action.length > 2
          ? `${action.length} types of change`
          : summarizeChoices(action.map((one) => actionLabels[one]));
      }
      if (label === "Who") return actor ? (actors.get(actor) ?? actor) : null;
      if (label === "On what") return target ? (targets.get(target) ?? target) : null;
      return formatPeriod({ from, until: to }, zone) ?? (range ? auditRangeLabels[range] : null);
    },
  };
}
