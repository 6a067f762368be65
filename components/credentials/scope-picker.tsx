"use client";
import type { ReactNode } from "react";
import { bringIntoView } from "@/components/forms/bring-into-view";
import { Segmented } from "@/components/ui/segmented";
import type { Scope } from "@/lib/values";
import {
  accessLevelOptions,
  type Preset,
  presetLabels,
  presets,
  readScopeFields,
  resources,
  type ScopeField,
  type ScopeFields,
} from "./scopes";

type ScopePickerProps = {
  /** The current values of the scope fields. */
  values: ScopeFields;
  field: (name: ScopeField) => { name: string; defaultValue: string };
  /** The scopes that the current values select. */
  chosen: readonly Scope[];
  error?: ReactNode;
  /** A noun for what receives the scopes, such as "key". */
  noun?: string;
};

const presetHints: Record<Preset, (noun: string) => string> = {
  all: () => "Full access to the API. Choose less if the system needs less.",
  read: () => "Read-only access to alerts, cameras, analytics and events.",
  custom: (noun) => `Choose what this ${noun} is for.`,
};

export function ScopePicker({ values, field, chosen, error, noun = "key" }: ScopePickerProps) {
  const { preset } = readScopeFields(values);
  return (
    <div data-invalid={error ? true : undefined} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <span aria-hidden className="text-sm font-medium">
          Permissions
        </span>
        <Segmented
          label="Permissions"
          {...field("preset")}
          options={presets.map((value) => ({ value, label: presetLabels[value] }))}
        />
      </div>
      <p className="text-xs leading-5 text-muted-foreground">{presetHints[preset](noun)}</p>
      {preset === "custom" ? (
        <ul className="divide-y divide-border rounded-lg border border-border">
          {resources.map((resource) => (
            <li key={resource.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-3 py-2">
              <div>
                <div className="font-medium">{resource.label}</div>
                <div className="text-xs text-muted-foreground max-sm:hidden">{resource.about}</div>
              </div>
              <Segmented
                size="sm"
                label={`Access to ${resource.label.toLowerCase()}`}
                {...field(`access_${resource.id}`)}
                options={accessLevelOptions(resource)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {error ? (
        <p ref={bringIntoView} role="alert" className="text-xs leading-5 text-danger">
          {error}
        </p>
      ) : null}
      <p className="flex flex-wrap gap-1">
        <span className="sr-only">Scopes of this {noun}:</span>
        {chosen.map((scope) => (
          <code key={scope} className="rounded-sm bg-muted px-1.5 py-0.5 font-mono text-xs text-muted-foreground">
            {scope}
          </code>
        ))}
      </p>
    </div>
  );
}
