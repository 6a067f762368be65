"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatName } from "@/components/alerts/labels";
import { cameraChoicesOptions, namedCamerasOptions } from "@/components/cameras/queries";
import { type FacetChoice, FacetChoices } from "@/components/list/facet-choices";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Button } from "@/components/ui/button";
import { useDebounced } from "@/components/ui/use-debounced";
import { spellUseCase, USE_CASE } from "@/lib/db/text";
import { type AlertStatus, alertStatuses, type Severity, severities } from "@/lib/values";
import { type AlertListPage, alertsKey } from "./queries";

type ChoiceProps<Value extends string> = {
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
};
type OrganizationChoiceProps = ChoiceProps<string> & { organization: string };

export function AlertStatusChoices(props: ChoiceProps<AlertStatus>) {
  return (
    <FacetChoices
      legend="Status"
      choices={alertStatuses.map((value) => ({
        value,
        text: formatName(value),
        label: <AlertStatusBadge status={value} />,
      }))}
      {...props}
    />
  );
}

export function AlertSeverityChoices(props: ChoiceProps<Severity>) {
  return (
    <FacetChoices
      legend="Severity"
      choices={severities.map((value) => ({
        value,
        text: formatName(value),
        label: <SeverityMark severity={value} withLabel />,
      }))}
      {...props}
    />
  );
}

/** Lists known use cases and accepts any other name, because partners can use their own names. */
export function AlertUseCaseChoices({ organization, selected, onChange }: OrganizationChoiceProps) {
  const client = useQueryClient();
  const seen = client
    .getQueriesData<{ pages: AlertListPage[] }>({ queryKey: [...alertsKey, organization, "list"] })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.data.map((alert) => alert.use_case)) ?? []);
  const values = [...new Set([...selected, ...seen])].sort();
  return (
    <FacetChoices
      legend="Use case"
      searchLabel="Find or type a use case"
      choices={values.map((value) => ({ value, text: formatName(value) }))}
      selected={selected}
      onChange={onChange}
      empty={(text) => {
        const name = spellUseCase(text);
        if (!USE_CASE.test(name)) return "Use only letters, digits, _ and -.";
        return (
          <Button size="sm" onClick={() => onChange([...selected, name])}>
            Filter by “{name}”
          </Button>
        );
      }}
    />
  );
}

export function AlertCameraChoices({ organization, selected, onChange }: OrganizationChoiceProps) {
  const [text, setText] = useState("");
  const cameras = useQuery(cameraChoicesOptions(organization, useDebounced(text)));
  const chosen = useQuery(namedCamerasOptions(organization, selected));
  const known = [...(chosen.data ?? []), ...(cameras.data?.data ?? [])];
  const choices = new Map<string, FacetChoice>(known.map(({ id, name }) => [id, { value: id, text: name }]));
  return (
    <FacetChoices
      legend="Camera"
      searchLabel="Find a camera"
      choices={[...choices.values()]}
      selected={selected}
      onChange={onChange}
      onSearch={setText}
      isLoading={cameras.isPending}
      empty={() => (cameras.isError ? "The cameras didn't load." : "No camera has this name.")}
    />
  );
}

type SiteChoiceProps = ChoiceProps<string> & { sites: readonly { id: string; name: string }[] };

export function AlertSiteChoices({ sites, ...props }: SiteChoiceProps) {
  return <FacetChoices legend="Site" choices={sites.map(({ id, name }) => ({ value: id, text: name }))} {...props} />;
}
