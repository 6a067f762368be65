"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatName } from "@/components/alerts/labels";
import { AlertTimeChoices } from "@/components/alerts/time-choices";
import { useTriage } from "@/components/alerts/triage-context";
import { cameraChoicesOptions, namedCamerasOptions } from "@/components/cameras/queries";
import { type FacetChoice, FacetChoices } from "@/components/list/facet-choices";
import { TagChoices } from "@/components/list/tag-choices";
import { memberListOptions } from "@/components/members/queries";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Button } from "@/components/ui/button";
import { useDebounced } from "@/components/ui/use-debounced";
import { spellUseCase, USE_CASE } from "@/lib/db/text";
import { alertStatuses, severities } from "@/lib/values";
import { useAlertList } from "./alert-list-context";
import { type AlertListPage, alertsKey } from "./queries";

/** The components with the choices of each facet, by facet label. */
export const alertPanels = {
  Status: StatusChoices,
  Severity: SeverityChoices,
  "Use case": UseCaseChoices,
  Camera: CameraChoices,
  Site: SiteChoices,
  Assignee: AssigneeChoices,
  Tag: AlertTagChoices,
  Time: AlertTimeChoices,
};

function StatusChoices() {
  const { search, patch } = useAlertList();
  return (
    <FacetChoices
      legend="Status"
      choices={alertStatuses.map((value) => ({
        value,
        text: formatName(value),
        label: <AlertStatusBadge status={value} />,
      }))}
      selected={search.status ?? []}
      onChange={(status) => patch({ status })}
    />
  );
}

function SeverityChoices() {
  const { search, patch } = useAlertList();
  return (
    <FacetChoices
      legend="Severity"
      choices={severities.map((value) => ({
        value,
        text: formatName(value),
        label: <SeverityMark severity={value} withLabel />,
      }))}
      selected={search.severity ?? []}
      onChange={(severity) => patch({ severity })}
    />
  );
}

/** Lists known use cases and accepts any other name, because partners can use their own names. */
function UseCaseChoices() {
  const { search, patch } = useAlertList();
  const { viewer } = useTriage();
  const client = useQueryClient();
  const selected = search.use_case ?? [];
  const seen = client
    .getQueriesData<{ pages: AlertListPage[] }>({ queryKey: [...alertsKey, viewer.organization, "list"] })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.data.map((alert) => alert.use_case)) ?? []);
  const values = [...new Set([...selected, ...seen])].sort();
  const choose = (chosen: string[]) => patch({ use_case: chosen });
  return (
    <FacetChoices
      legend="Use case"
      searchLabel="Find or type a use case"
      choices={values.map((value) => ({ value, text: formatName(value) }))}
      selected={selected}
      onChange={choose}
      empty={(text) => {
        const name = spellUseCase(text);
        if (!USE_CASE.test(name)) return "Use only letters, digits, _ and -.";
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
  const { search, patch } = useAlertList();
  const { viewer } = useTriage();
  const [text, setText] = useState("");
  const cameras = useQuery(cameraChoicesOptions(viewer.organization, useDebounced(text)));
  const selected = search.camera_id ?? [];
  const chosen = useQuery(namedCamerasOptions(viewer.organization, selected));
  const known = [...(chosen.data ?? []), ...(cameras.data?.data ?? [])];
  const choices = new Map<string, FacetChoice>(known.map(({ id, name }) => [id, { value: id, text: name }]));
  return (
    <FacetChoices
      legend="Camera"
      searchLabel="Find a camera"
      choices={[...choices.values()]}
      selected={selected}
      onChange={(ids) => patch({ camera_id: ids })}
      onSearch={setText}
      isLoading={cameras.isPending}
      empty={() => (cameras.isError ? "The cameras didn't load." : "No camera has this name.")}
    />
  );
}

function SiteChoices() {
  const { search, patch, sites } = useAlertList();
  return (
    <FacetChoices
      legend="Site"
      choices={sites.map(({ id, name }) => ({ value: id, text: name }))}
      selected={search.site_id ?? []}
      onChange={(ids) => patch({ site_id: ids })}
    />
  );
}

function AssigneeChoices() {
  const { search, patch } = useAlertList();
  const { viewer } = useTriage();
  const members = useQuery(memberListOptions(viewer.organization));
  const others = (members.data?.data ?? []).filter(({ id }) => id !== viewer.id);
  return (
    <FacetChoices
      legend="Assignee"
      choices={[
        { value: "me", text: `Me (${viewer.name})` },
        { value: "none", text: "Unassigned" },
        ...others.map(({ id, name }) => ({ value: id, text: name })),
      ]}
      selected={search.assignee_id ?? []}
      onChange={(ids) => patch({ assignee_id: ids })}
    />
  );
}

function AlertTagChoices() {
  const { search, patch } = useAlertList();
  return <TagChoices noun="alerts" selected={search.tag ?? []} onChange={(tag) => patch({ tag })} />;
}
