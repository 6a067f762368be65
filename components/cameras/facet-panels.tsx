"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FacetChoices } from "@/components/list/facet-choices";
import { TagChoices } from "@/components/list/tag-choices";
import { CameraStatusBadge, cameraStatusLabels } from "@/components/shell/status-badge";
import { cameraStatuses } from "@/lib/values";
import { useCameraList } from "./camera-list-context";
import { toCameraFilter } from "./camera-search";
import { cameraCountsOptions } from "./queries";

/** The components with the choices of each facet, by facet label. */
export const cameraPanels = { Status: StatusChoices, Site: SiteChoices, Tag: CameraTagChoices };

function StatusChoices() {
  const { organization, search, patch } = useCameraList();
  const { status: selected = [], ...others } = toCameraFilter(search);
  const counts = useQuery({ ...cameraCountsOptions(organization, others), placeholderData: keepPreviousData });
  return (
    <FacetChoices
      legend="Status"
      choices={cameraStatuses.map((value) => ({
        value,
        text: cameraStatusLabels[value],
        label: <CameraStatusBadge status={value} />,
        count: counts.data?.by_status[value],
      }))}
      selected={selected}
      onChange={(status) => patch({ status })}
    />
  );
}

function SiteChoices() {
  const { search, patch, sites } = useCameraList();
  return (
    <FacetChoices
      legend="Site"
      choices={sites.map(({ id, name }) => ({ value: id, text: name }))}
      selected={search.site_id ?? []}
      onChange={(ids) => patch({ site_id: ids })}
    />
  );
}

function CameraTagChoices() {
  const { search, patch } = useCameraList();
  return <TagChoices noun="cameras" selected={search.tag ?? []} onChange={(tag) => patch({ tag })} />;
}
