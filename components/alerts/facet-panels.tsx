"use client";
import { useQuery } from "@tanstack/react-query";
import { AlertTimeChoices } from "@/components/alerts/time-choices";
import { useTriage } from "@/components/alerts/triage-context";
import { FacetChoices } from "@/components/list/facet-choices";
import { TagChoices } from "@/components/list/tag-choices";
import { memberListOptions } from "@/components/members/queries";
import { useAlertList } from "./alert-list-context";
import {
  AlertCameraChoices,
  AlertSeverityChoices,
  AlertSiteChoices,
  AlertStatusChoices,
  AlertUseCaseChoices,
} from "./filter-choices";

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
  return <AlertStatusChoices selected={search.status ?? []} onChange={(status) => patch({ status })} />;
}

function SeverityChoices() {
  const { search, patch } = useAlertList();
  return <AlertSeverityChoices selected={search.severity ?? []} onChange={(severity) => patch({ severity })} />;
}

function UseCaseChoices() {
  const { search, patch } = useAlertList();
  const { organization } = useTriage().viewer;
  return (
    <AlertUseCaseChoices
      organization={organization}
      selected={search.use_case ?? []}
      onChange={(chosen) => patch({ use_case: chosen })}
    />
  );
}

function CameraChoices() {
  const { search, patch } = useAlertList();
  const { organization } = useTriage().viewer;
  return (
    <AlertCameraChoices
      organization={organization}
      selected={search.camera_id ?? []}
      onChange={(ids) => patch({ camera_id: ids })}
    />
  );
}

function SiteChoices() {
  const { search, patch, sites } = useAlertList();
  return <AlertSiteChoices sites={sites} selected={search.site_id ?? []} onChange={(ids) => patch({ site_id: ids })} />;
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
