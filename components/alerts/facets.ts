"use client";
import { useQuery } from "@tanstack/react-query";
import { formatName } from "@/components/alerts/labels";
import { describeTime } from "@/components/alerts/time-ranges";
import { useTriage } from "@/components/alerts/triage-context";
import { namedCamerasOptions } from "@/components/cameras/queries";
import { type Facet, type FacetSet, lazyPanels, summarizeChoices } from "@/components/list/facets";
import { memberListOptions } from "@/components/members/queries";
import { useAlertList } from "./alert-list-context";
import type { AlertListFilter } from "./alert-search";

/** The facets of the alert list, in the order of their chips. */
const alertFacets = [
  { label: "Status", fields: ["status"] },
  { label: "Severity", fields: ["severity"] },
  { label: "Use case", fields: ["use_case"] },
  { label: "Camera", fields: ["camera_id"] },
  { label: "Site", fields: ["site_id"] },
  { label: "Assignee", fields: ["assignee_id"] },
  { label: "Tag", fields: ["tag"], isHiddenWhenUnused: true },
  { label: "Time", fields: ["range", "occurred_after", "occurred_before"] },
] as const satisfies readonly Facet<AlertListFilter>[];

const panels = lazyPanels(alertFacets, () => import("./facet-panels").then((module) => module.alertPanels));

/** Returns the facets of the alert list, with the texts and panels of their chips. */
export function useAlertFacets(): FacetSet<AlertListFilter, (typeof alertFacets)[number]> {
  const { search, sites } = useAlertList();
  const { viewer } = useTriage();
  const members = useQuery(memberListOptions(viewer.organization));
  const cameras = useQuery(namedCamerasOptions(viewer.organization, search.camera_id ?? []));
  const names = new Map<string, string>([
    ...sites.map(({ id, name }) => [id, name] as const),
    ...(members.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...(cameras.data ?? []).map(({ id, name }) => [id, name] as const),
    ["me", "Me"],
    ["none", "Unassigned"],
  ]);
  return {
    facets: alertFacets,
    panels,
    textOf: (facet) => {
      const [field] = facet.fields;
      if (field === "range") return describeTime(search);
      const values: readonly string[] = search[field] ?? [];
      return summarizeChoices(values.map((value) => (field.endsWith("_id") ? names.get(value) : formatName(value))));
    },
  };
}
