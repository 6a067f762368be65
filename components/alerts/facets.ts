"use client";
import { useQuery } from "@tanstack/react-query";
import { useAlertFilter } from "@/components/alerts/filter-context";
import { formatName } from "@/components/alerts/labels";
import { describeTime } from "@/components/alerts/time-ranges";
import { useTriage } from "@/components/alerts/triage-context";
import { namedCamerasOptions } from "@/components/cameras/queries";
import { memberListOptions } from "@/components/members/queries";
import type { AlertListFilter } from "./alert-search";

/** The facets of the list in the order of their chips, each with the fields of the filter that it sets. */
export const alertFacets = [
  { label: "Status", fields: ["status"] },
  { label: "Severity", fields: ["severity"] },
  { label: "Use case", fields: ["use_case"] },
  { label: "Camera", fields: ["camera_id"] },
  { label: "Site", fields: ["site_id"] },
  { label: "Assignee", fields: ["assignee_id"] },
  { label: "Tag", fields: ["tag"] },
  { label: "Time", fields: ["range", "occurred_after", "occurred_before"] },
] as const satisfies readonly { label: string; fields: readonly (keyof AlertListFilter)[] }[];
export type AlertFacet = (typeof alertFacets)[number];

export const alertSortLabels: Record<NonNullable<AlertListFilter["sort"]>, string> = {
  "-created_at": "Newest first",
  created_at: "Oldest first",
  "-occurred_at": "Last occurred",
  "-updated_at": "Last changed",
};

/** The filter without what this facet sets. */
export function clearAlertFacet(filter: AlertListFilter, facet: AlertFacet): AlertListFilter {
  return { ...filter, ...Object.fromEntries(facet.fields.map((field) => [field, undefined])) };
}

/** What each chip says besides its label; nothing for a facet that filters nothing. */
export function useAlertFacetLabels(): (facet: AlertFacet) => string | null {
  const { filter, sites } = useAlertFilter();
  const { viewer } = useTriage();
  const members = useQuery(memberListOptions(viewer.organization));
  const cameras = useQuery(namedCamerasOptions(viewer.organization, filter.camera_id ?? []));
  const names = new Map<string, string>([
    ...sites.map(({ id, name }) => [id, name] as const),
    ...(members.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...(cameras.data ?? []).map(({ id, name }) => [id, name] as const),
    ["me", "Me"],
    ["none", "Nobody"],
  ]);
  return (facet) => {
    const [field] = facet.fields;
    if (field === "range") return describeTime(filter);
    const values = filter[field];
    if (!Array.isArray(values) || values.length === 0) return null;
    const texts = values.map((value) => (field.endsWith("_id") ? names.get(value) : formatName(value)));
    return texts.length > 2 || texts.includes(undefined) ? String(texts.length) : texts.join(", ");
  };
}
