"use client";
import { useQuery } from "@tanstack/react-query";
import { useFilter } from "@/components/alerts/filter-context";
import { humanize } from "@/components/alerts/labels";
import { describeTime } from "@/components/alerts/time-ranges";
import { useTriage } from "@/components/alerts/triage-context";
import { namedCamerasQuery } from "@/components/cameras/queries";
import { memberListQuery } from "@/components/members/queries";
import type { AlertFilter } from "./queries";

/** The facets of the list in the order of their chips, each with the fields of the filter that it sets. */
export const facets = [
  { label: "Status", fields: ["status"] },
  { label: "Severity", fields: ["severity"] },
  { label: "Use case", fields: ["use_case"] },
  { label: "Camera", fields: ["camera_id"] },
  { label: "Site", fields: ["site_id"] },
  { label: "Assignee", fields: ["assignee_id"] },
  { label: "Tag", fields: ["tag"] },
  { label: "Time", fields: ["range", "occurred_after", "occurred_before"] },
] as const satisfies readonly { label: string; fields: readonly (keyof AlertFilter)[] }[];
export type Facet = (typeof facets)[number];

export const sortLabels: Record<NonNullable<AlertFilter["sort"]>, string> = {
  "-created_at": "Newest first",
  created_at: "Oldest first",
  "-occurred_at": "Last occurred",
  "-updated_at": "Last changed",
};

/** The filter without what this facet sets. */
export function without(filter: AlertFilter, facet: Facet): AlertFilter {
  return { ...filter, ...Object.fromEntries(facet.fields.map((field) => [field, undefined])) };
}

/** What each chip says besides its label; nothing for a facet that filters nothing. */
export function useFacetTexts(): (facet: Facet) => string | null {
  const { filter, sites } = useFilter();
  const { viewer } = useTriage();
  const members = useQuery(memberListQuery(viewer.organization));
  const cameras = useQuery(namedCamerasQuery(viewer.organization, filter.camera_id ?? []));
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
    const texts = values.map((value) => (field.endsWith("_id") ? names.get(value) : humanize(value)));
    return texts.length > 2 || texts.includes(undefined) ? String(texts.length) : texts.join(", ");
  };
}
