"use client";
import { useQuery } from "@tanstack/react-query";
import { keyListOptions } from "@/components/keys/queries";
import { appListOptions } from "@/components/oauth/queries";
import { useRequestFilter } from "@/components/requests/filter-context";
import { formatCount } from "@/components/ui/format-number";
import { formatPeriod } from "@/components/ui/format-time";
import { useZone } from "@/components/ui/relative-time";
import { DEFAULT_REQUEST_RANGE, type RequestFilter, type RequestRange } from "./request-search";

/** The facets in the order of their chips, each with the fields of the filter that it sets. */
export const requestFacets = [
  { label: "Time", fields: ["range", "from", "to"] },
  { label: "Status", fields: ["status"] },
  { label: "Route", fields: ["route"] },
  { label: "Method", fields: ["method"] },
  { label: "Credential", fields: ["credential"] },
  { label: "Error", fields: ["code"] },
  { label: "Duration", fields: ["min_ms", "max_ms"] },
  { label: "IP address", fields: ["ip"] },
] as const satisfies readonly { label: string; fields: readonly (keyof RequestFilter)[] }[];
export type RequestFacet = (typeof requestFacets)[number];

export const requestRangeLabels: Record<RequestRange, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

export const statusClassLabels: Record<string, string> = { "2xx": "Succeeded", "4xx": "Refused", "5xx": "Failed" };

/** The filter without what this facet sets. */
export function clearRequestFacet(filter: RequestFilter, facet: RequestFacet): RequestFilter {
  return { ...filter, ...Object.fromEntries(facet.fields.map((field) => [field, undefined])) };
}

/** The time of the filter in words. */
export function useRequestTimeLabel(): string {
  const { filter } = useRequestFilter();
  const zone = useZone();
  const { from, to, range } = filter;
  return formatPeriod({ from, until: to }, zone) ?? requestRangeLabels[range ?? DEFAULT_REQUEST_RANGE];
}

/** "500 ms or more"; null when no duration is filtered. */
function durationWords({ min_ms: min, max_ms: max }: RequestFilter): string | null {
  if (min === undefined) return max === undefined ? null : `${formatCount(max)} ms or less`;
  const least = formatCount(min);
  return max === undefined ? `${least} ms or more` : `${least} – ${formatCount(max)} ms`;
}

/** What each chip says besides its label; nothing for a facet that filters nothing. */
export function useRequestFacetLabels(): (facet: RequestFacet) => string | null {
  const { organization, filter } = useRequestFilter();
  const time = useRequestTimeLabel();
  const keys = useQuery({ ...keyListOptions(organization), enabled: Boolean(filter.credential) });
  const apps = useQuery({
    ...appListOptions(organization),
    enabled: Boolean(filter.credential?.some((id) => id.startsWith("app_"))),
  });
  const known = [...(keys.data?.data ?? []), ...(apps.data?.data ?? [])];
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return (facet) => {
    const [field] = facet.fields;
    if (field === "range") return time;
    if (field === "min_ms") return durationWords(filter);
    const values = [filter[field] ?? []].flat();
    if (values.length === 0) return null;
    const texts = values.map((value) => names.get(value) ?? (value.length > 40 ? `…${value.slice(-8)}` : value));
    return texts.length > 2 ? String(texts.length) : texts.join(", ");
  };
}
