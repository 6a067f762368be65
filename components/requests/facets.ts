"use client";
import { useQuery } from "@tanstack/react-query";
import { keyListOptions } from "@/components/keys/queries";
import { type Facet, type FacetSet, lazyPanels, summarizeChoices } from "@/components/list/facets";
import { appListOptions } from "@/components/oauth/queries";
import { formatCount } from "@/components/ui/format-number";
import { formatPeriod } from "@/components/ui/format-time";
import { useZone } from "@/components/ui/relative-time";
import { requestRangeLabels } from "./request-labels";
import { useRequestList } from "./request-list-context";
import { DEFAULT_REQUEST_RANGE, type RequestFilter } from "./request-search";

const DEFAULT_TIME = requestRangeLabels[DEFAULT_REQUEST_RANGE];

/** The facets of the request log, in the order of their chips. */
const requestFacets = [
  { label: "Time", fields: ["range", "from", "to"], initial: DEFAULT_TIME },
  { label: "Status", fields: ["status"] },
  { label: "Route", fields: ["route"] },
  { label: "Method", fields: ["method"] },
  { label: "Credential", fields: ["credential"] },
  { label: "Error", fields: ["code"] },
  { label: "Duration", fields: ["min_ms", "max_ms"] },
  { label: "IP address", fields: ["ip"] },
] as const satisfies readonly Facet<RequestFilter>[];

const panels = lazyPanels(requestFacets, () => import("./facet-panels").then((module) => module.requestPanels));

/** Returns a description of the filter's time range. */
export function useRequestTimeLabel(): string {
  const { search } = useRequestList();
  const zone = useZone();
  const { from, to, range } = search;
  return formatPeriod({ from, until: to }, zone) ?? requestRangeLabels[range ?? DEFAULT_REQUEST_RANGE];
}

/** Describes the duration filter, such as "500 ms or more". Returns null if it isn't set. */
function durationWords({ min_ms: min, max_ms: max }: RequestFilter): string | null {
  if (min === undefined) return max === undefined ? null : `${formatCount(max)} ms or less`;
  const least = formatCount(min);
  return max === undefined ? `${least} ms or more` : `${least} – ${formatCount(max)} ms`;
}

/** Returns the facets of the request log, with the texts and panels of their chips. */
export function useRequestFacets(): FacetSet<RequestFilter, (typeof requestFacets)[number]> {
  const { organization, search } = useRequestList();
  const time = useRequestTimeLabel();
  const keys = useQuery({ ...keyListOptions(organization), enabled: Boolean(search.credential) });
  const apps = useQuery({
    ...appListOptions(organization),
    enabled: Boolean(search.credential?.some((id) => id.startsWith("app_"))),
  });
  const known = [...(keys.data?.data ?? []), ...(apps.data?.data ?? [])];
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return {
    facets: requestFacets,
    panels,
    textOf: (facet) => {
      const [field] = facet.fields;
      if (field === "range") return time === DEFAULT_TIME ? null : time;
      if (field === "min_ms") return durationWords(search);
      const values = [search[field] ?? []].flat();
      return summarizeChoices(
        values.map((value) => names.get(value) ?? (value.length > 40 ? `…${value.slice(-8)}` : value)),
      );
    },
  };
}
