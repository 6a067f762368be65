"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { AlertFacet } from "@/components/alerts/facets";
import { useAlertFilter } from "@/components/alerts/filter-context";
import { formatName } from "@/components/alerts/labels";
import { AlertTimeChoices } from "@/components/alerts/time-choices";
import { useTriage } from "@/components/alerts/triage-context";
import { cameraChoicesOptions, namedCamerasOptions } from "@/components/cameras/queries";
import { memberListOptions } from "@/components/members/queries";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Button } from "@/components/ui/button";
import { type FacetChoice, FacetChoices } from "@/components/ui/facet-choices";
import { useDebounced } from "@/components/ui/use-debounced";
import { spellUseCase, USE_CASE } from "@/lib/db/text";
import { alertStatuses, severities } from "@/lib/values";
import { type AlertListPage, alertsKey } from "./queries";

const panels: Record<AlertFacet["label"], ComponentType> = {
  Status: StatusChoices,
  Severity: SeverityChoices,
  "Use case": UseCaseChoices,
  Camera: CameraChoices,
  Site: SiteChoices,
  Assignee: AssigneeChoices,
  Tag: TagChoices,
  Time: AlertTimeChoices,
};

type FacetPanelProps = {
  label: AlertFacet["label"];
  /** The popover opened before this code was here, so the focus goes in only now. */
  takesFocus?: boolean;
};

/** What can be chosen in one facet. */
export function AlertFacetPanel({ label, takesFocus = false }: FacetPanelProps) {
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
  const { filter, setFilter } = useAlertFilter();
  return (
    <FacetChoices
      legend="Status"
      choices={alertStatuses.map((value) => ({
        value,
        text: formatName(value),
        label: <AlertStatusBadge status={value} />,
      }))}
      selected={filter.status ?? []}
      onChange={(chosen) => setFilter({ ...filter, status: alertStatuses.filter((value) => chosen.includes(value)) })}
    />
  );
}

function SeverityChoices() {
  const { filter, setFilter } = useAlertFilter();
  return (
    <FacetChoices
      legend="Severity"
      choices={severities.map((value) => ({
        value,
        text: formatName(value),
        label: <SeverityMark severity={value} withLabel />,
      }))}
      selected={filter.severity ?? []}
      onChange={(chosen) => setFilter({ ...filter, severity: severities.filter((value) => chosen.includes(value)) })}
    />
  );
}

/** Partners may name use cases freely, so besides those on the page any name can be typed. */
function UseCaseChoices() {
  const { filter, setFilter } = useAlertFilter();
  const { viewer } = useTriage();
  const client = useQueryClient();
  const selected = filter.use_case ?? [];
  const seen = client
    .getQueriesData<{ pages: AlertListPage[] }>({ queryKey: [...alertsKey, viewer.organization, "list"] })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.data.map((alert) => alert.use_case)) ?? []);
  const values = [...new Set([...selected, ...seen])].sort();
  const choose = (chosen: string[]) => setFilter({ ...filter, use_case: chosen });
  return (
    <FacetChoices
      legend="Use case"
      searchLabel="Find or type a use case"
      choices={values.map((value) => ({ value, text: formatName(value) }))}
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
  const { filter, setFilter } = useAlertFilter();
  const { viewer } = useTriage();
  const [search, setSearch] = useState("");
  const cameras = useQuery(cameraChoicesOptions(viewer.organization, useDebounced(search)));
  const selected = filter.camera_id ?? [];
  const chosen = useQuery(namedCamerasOptions(viewer.organization, selected));
  const known = [...(chosen.data ?? []), ...(cameras.data?.data ?? [])];
  const choices = new Map<string, FacetChoice>(known.map(({ id, name }) => [id, { value: id, text: name }]));
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
  const { filter, setFilter, sites } = useAlertFilter();
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
  const { filter, setFilter } = useAlertFilter();
  const { viewer } = useTriage();
  const members = useQuery(memberListOptions(viewer.organization));
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
  const { filter, setFilter } = useAlertFilter();
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
