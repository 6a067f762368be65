"use client";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  AlertCameraChoices,
  AlertSeverityChoices,
  AlertSiteChoices,
  AlertStatusChoices,
  AlertUseCaseChoices,
} from "@/components/alerts/filter-choices";
import { bringIntoView } from "@/components/forms/bring-into-view";
import { inSentence, summarizeChoices } from "@/components/list/facets";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover } from "@/components/ui/popover";
import { useFilterNames } from "./use-filter-names";
import { readFilter, type WebhookFilter } from "./webhook-form";
import { alertFilterLabels } from "./webhook-labels";

type AlertFilterFieldsProps = {
  organization: string;
  /** The filter as JSON. */
  value: string;
  onChange: (value: string) => void;
  error: ReactNode;
};

const listFilters = ["severity", "status", "use_case", "site_id", "camera_id"] as const;
type ListFilter = (typeof listFilters)[number];

/** The filters of alert events, with the choices of the alert list. */
export function AlertFilterFields({ organization, value, onChange, error }: AlertFilterFieldsProps) {
  const filter = readFilter(value);
  const { sites, nameOf } = useFilterNames(organization, filter);
  const others = Object.keys(filter).filter((name) => !listFilters.some((known) => known === name));

  function select(name: ListFilter, selected: readonly string[]) {
    const { [name]: _, ...rest } = filter;
    onChange(JSON.stringify(selected.length > 0 ? { ...rest, [name]: selected } : rest));
  }

  return (
    <fieldset data-invalid={error ? true : undefined} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Which alerts</legend>
      <div className="flex flex-wrap gap-1.5">
        {listFilters.map((name) => {
          const label = alertFilterLabels[name];
          const selected = filter[name] ?? [];
          const texts = selected.map((one) => nameOf(name, one));
          const text = summarizeChoices(texts);
          return (
            <Popover
              key={name}
              label={`Filter by ${inSentence(label)}`}
              trigger={
                <Button
                  size="sm"
                  aria-label={text === null ? label : `${label}: ${text}`}
                  className={cn(
                    "h-8 min-w-0 max-w-64",
                    text === null
                      ? "border-dashed text-muted-foreground shadow-none"
                      : "border-primary/50 bg-primary/8 dark:bg-primary/12",
                  )}
                >
                  <span className="min-w-0 truncate">
                    {label}
                    {text === null ? null : (
                      <>
                        <span className="text-muted-foreground">: </span>
                        <bdi>{text}</bdi>
                      </>
                    )}
                  </span>
                  <ChevronDown aria-hidden className="size-3.5! text-muted-foreground" />
                </Button>
              }
            >
              <Choices name={name} organization={organization} filter={filter} sites={sites} select={select} />
            </Popover>
          );
        })}
      </div>
      <p className="text-xs leading-5 text-muted-foreground">
        {Object.keys(filter).length === 0
          ? "Events of all alerts are sent. Filters apply to alert events only."
          : "Only events of alerts that match are sent. Other events aren't filtered."}
        {others.length > 0 ? ` It is also filtered by ${others.join(", ")}, set with the API.` : ""}
      </p>
      {error ? (
        <p ref={bringIntoView} role="alert" className="text-xs leading-5 text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

type ChoicesProps = {
  name: ListFilter;
  organization: string;
  filter: WebhookFilter;
  sites: readonly { id: string; name: string }[];
  select: (name: ListFilter, selected: readonly string[]) => void;
};

function Choices({ name, organization, filter, sites, select }: ChoicesProps) {
  const onChange = (selected: readonly string[]) => select(name, selected);
  switch (name) {
    case "severity":
      return <AlertSeverityChoices selected={filter.severity ?? []} onChange={onChange} />;
    case "status":
      return <AlertStatusChoices selected={filter.status ?? []} onChange={onChange} />;
    case "use_case":
      return <AlertUseCaseChoices organization={organization} selected={filter.use_case ?? []} onChange={onChange} />;
    case "site_id":
      return <AlertSiteChoices sites={sites} selected={filter.site_id ?? []} onChange={onChange} />;
    case "camera_id":
      return <AlertCameraChoices organization={organization} selected={filter.camera_id ?? []} onChange={onChange} />;
  }
}
