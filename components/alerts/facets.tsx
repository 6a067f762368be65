"use client";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { cameraChoicesQuery } from "@/components/alerts/camera-choices";
import { type Choice, FacetChoices } from "@/components/alerts/facet-choices";
import { useFilter } from "@/components/alerts/filter-context";
import { humanize } from "@/components/alerts/labels";
import { describeTime, TimeChoices } from "@/components/alerts/time-choices";
import { useTriage } from "@/components/alerts/triage-context";
import { useSettled } from "@/components/alerts/use-settled";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Button } from "@/components/ui/button";
import { type AlertFilter, type AlertPage, alertsKey } from "@/lib/alerts/queries";
import { cameraQuery } from "@/lib/cameras/queries";
import { spellUseCase, USE_CASE } from "@/lib/db/text";
import { alertStatuses, severities } from "@/lib/db/values";
import { memberListQuery } from "@/lib/members/queries";

export interface Facet {
  label: string;
  /** The fields of the filter that it sets. */
  fields: readonly (keyof AlertFilter)[];
  Choices: ComponentType;
}

/** The facets of the list in the order of their chips. */
export const facets: readonly Facet[] = [
  { label: "Status", fields: ["status"], Choices: StatusChoices },
  { label: "Severity", fields: ["severity"], Choices: SeverityChoices },
  { label: "Use case", fields: ["use_case"], Choices: UseCaseChoices },
  { label: "Camera", fields: ["camera_id"], Choices: CameraChoices },
  { label: "Site", fields: ["site_id"], Choices: SiteChoices },
  { label: "Assignee", fields: ["assignee_id"], Choices: AssigneeChoices },
  { label: "Tag", fields: ["tag"], Choices: TagChoices },
  { label: "Time", fields: ["range", "occurred_after", "occurred_before"], Choices: TimeChoices },
];

/** What each chip says besides its label; nothing for a facet that filters nothing. */
export function useFacetTexts(): (facet: Facet) => string | null {
  const { filter, sites } = useFilter();
  const { viewer } = useTriage();
  const members = useQuery(memberListQuery(viewer.organization));
  const cameras = useQueries({
    queries: (filter.camera_id ?? []).map((id) => namedCamera(viewer.organization, id)),
  });
  const names = new Map<string, string>([
    ...sites.map(({ id, name }) => [id, name] as const),
    ...(members.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...cameras.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])),
    ["me", "Me"],
    ["none", "Nobody"],
  ]);
  return (facet) => {
    const [field] = facet.fields;
    if (field === "range" || field === undefined) return describeTime(filter);
    const values = filter[field];
    if (!Array.isArray(values) || values.length === 0) return null;
    const texts = values.map((value) => (field.endsWith("_id") ? names.get(value) : humanize(value)));
    return texts.length > 2 || texts.includes(undefined) ? String(texts.length) : texts.join(", ");
  };
}

/** Only the name is wanted, so it need not be asked for again and again. */
function namedCamera(organization: string, id: string) {
  return { ...cameraQuery(organization, id), refetchInterval: false as const, staleTime: 60_000 };
}

function StatusChoices() {
  const { filter, setFilter } = useFilter();
  return (
    <FacetChoices
      legend="Status"
      choices={alertStatuses.map((value) => ({
        value,
        text: humanize(value),
        label: <AlertStatusBadge status={value} />,
      }))}
      selected={filter.status ?? []}
      onChange={(chosen) => setFilter({ ...filter, status: alertStatuses.filter((value) => chosen.includes(value)) })}
    />
  );
}

function SeverityChoices() {
  const { filter, setFilter } = useFilter();
  return (
    <FacetChoices
      legend="Severity"
      choices={severities.map((value) => ({
        value,
        text: humanize(value),
        label: <SeverityMark severity={value} withLabel />,
      }))}
      selected={filter.severity ?? []}
      onChange={(chosen) => setFilter({ ...filter, severity: severities.filter((value) => chosen.includes(value)) })}
    />
  );
}

/** Partners may name use cases freely, so besides those on the page any name can be typed. */
function UseCaseChoices() {
  const { filter, setFilter } = useFilter();
  const { viewer } = useTriage();
  const client = useQueryClient();
  const selected = filter.use_case ?? [];
  const seen = client
    .getQueriesData<{ pages: AlertPage[] }>({ queryKey: [...alertsKey, viewer.organization, "list"] })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.data.map((alert) => alert.use_case)) ?? []);
  const values = [...new Set([...selected, ...seen])].sort();
  const choose = (chosen: string[]) => setFilter({ ...filter, use_case: chosen });
  return (
    <FacetChoices
      legend="Use case"
      searchLabel="Find or type a use case"
      choices={values.map((value) => ({ value, text: humanize(value) }))}
      selected={selected}
      onChange={choose}
      empty={(search) => {
        const name = spellUseCase(search);
        if (!USE_CASE.test(name)) return "A use case has letters, digits, _ and - only.";
        return (
          <Button size="sm" onClick={() => choose([...selected, name])}>
            Filter by “{name}”
          </Button>
        );
      }}
    />
  );
}

function CameraChoices() {
  const { filter, setFilter } = useFilter();
  const { viewer } = useTriage();
  const [search, setSearch] = useState("");
  const cameras = useQuery(cameraChoicesQuery(viewer.organization, useSettled(search)));
  const selected = filter.camera_id ?? [];
  const chosen = useQueries({ queries: selected.map((id) => namedCamera(viewer.organization, id)) });
  const known = [...chosen.flatMap(({ data }) => data ?? []), ...(cameras.data?.data ?? [])];
  const choices = new Map<string, Choice>(known.map(({ id, name }) => [id, { value: id, text: name }]));
  return (
    <FacetChoices
      legend="Camera"
      searchLabel="Find a camera"
      choices={[...choices.values()]}
      selected={selected}
      onChange={(ids) => setFilter({ ...filter, camera_id: ids })}
      onSearch={setSearch}
      isLoading={cameras.isPending}
      empty={() => (cameras.isError ? "The cameras did not load." : "No camera has this name.")}
    />
  );
}

function SiteChoices() {
  const { filter, setFilter, sites } = useFilter();
  return (
    <FacetChoices
      legend="Site"
      choices={sites.map(({ id, name }) => ({ value: id, text: name }))}
      selected={filter.site_id ?? []}
      onChange={(ids) => setFilter({ ...filter, site_id: ids })}
    />
  );
}

function AssigneeChoices() {
  const { filter, setFilter } = useFilter();
  const { viewer } = useTriage();
  const members = useQuery(memberListQuery(viewer.organization));
  const others = (members.data?.data ?? []).filter(({ id }) => id !== viewer.id);
  return (
    <FacetChoices
      legend="Assignee"
      choices={[
        { value: "me", text: `Me (${viewer.name})` },
        { value: "none", text: "Nobody" },
        ...others.map(({ id, name }) => ({ value: id, text: name })),
      ]}
      selected={filter.assignee_id ?? []}
      onChange={(ids) => setFilter({ ...filter, assignee_id: ids })}
    />
  );
}

function TagChoices() {
  const { filter, setFilter } = useFilter();
  const selected = filter.tag ?? [];
  return (
    <FacetChoices
      legend="Tag"
      searchLabel="Type a tag"
      choices={selected.map((value) => ({ value, text: value }))}
      selected={selected}
      onChange={(tag) => setFilter({ ...filter, tag })}
      empty={(search) =>
        search ? (
          <Button size="sm" onClick={() => setFilter({ ...filter, tag: [...selected, search] })}>
            Filter by “{search}”
          </Button>
        ) : (
          "Type a tag of your alerts."
        )
      }
    />
  );
}
