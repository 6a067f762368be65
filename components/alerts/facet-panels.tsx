"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { Facet } from "@/components/alerts/facets";
import { useFilter } from "@/components/alerts/filter-context";
import { humanize } from "@/components/alerts/labels";
import { TimeChoices } from "@/components/alerts/time-choices";
import { useTriage } from "@/components/alerts/triage-context";
import { cameraChoicesQuery, namedCamerasQuery } from "@/components/cameras/queries";
import { memberListQuery } from "@/components/members/queries";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Button } from "@/components/ui/button";
import { type Choice, FacetChoices } from "@/components/ui/facet-choices";
import { useSettled } from "@/components/ui/use-settled";
import { spellUseCase, USE_CASE } from "@/lib/db/text";
import { alertStatuses, severities } from "@/lib/values";
import { type AlertPage, alertsKey } from "./queries";

const panels: Record<Facet["label"], ComponentType> = {
  Status: StatusChoices,
  Severity: SeverityChoices,
  "Use case": UseCaseChoices,
  Camera: CameraChoices,
  Site: SiteChoices,
  Assignee: AssigneeChoices,
  Tag: TagChoices,
  Time: TimeChoices,
};

type FacetPanelProps = {
  label: Facet["label"];
  /** The popover opened before this code was here, so the focus goes in only now. */
  takesFocus?: boolean;
};

/** What can be chosen in one facet. */
export function FacetPanel({ label, takesFocus = false }: FacetPanelProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  const Choices = panels[label];
  return (
    <div ref={frame}>
      <Choices />
    </div>
  );
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
  const chosen = useQuery(namedCamerasQuery(viewer.organization, selected));
  const known = [...(chosen.data ?? []), ...(cameras.data?.data ?? [])];
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
