"use client";
import type { ReactNode } from "react";
import { bringIntoView } from "@/components/forms/bring-into-view";
import { Checkbox } from "@/components/ui/checkbox";
import { Segmented } from "@/components/ui/segmented";
import type { EventType } from "@/lib/values";
import { readEventTypes, type WebhookFields } from "./webhook-form";
import { eventTypeGroups } from "./webhook-labels";

type EventTypePickerProps = {
  values: WebhookFields;
  field: (name: "events") => { name: string; defaultValue: string };
  /** Selects types, given as text separated by commas. */
  onChange: (types: string) => void;
  error: ReactNode;
};

/** Chooses between all events and some event types, grouped by subject. */
export function EventTypePicker({ values, field, onChange, error }: EventTypePickerProps) {
  const isAll = values.events === "all";
  const chosen = readEventTypes(values.types);

  function toggle(types: readonly EventType[], isOn: boolean) {
    const others = chosen.filter((type) => !types.includes(type));
    onChange([...others, ...(isOn ? types : [])].join(","));
  }

  return (
    <div data-invalid={error ? true : undefined} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <span aria-hidden className="text-sm font-medium">
          Events
        </span>
        <Segmented
          label="Events"
          {...field("events")}
          options={[
            { value: "all", label: "All events" },
            { value: "chosen", label: "Choose" },
          ]}
        />
      </div>
      {isAll ? (
        <p className="text-xs leading-5 text-muted-foreground">
          Every event of alerts, cameras, API keys and webhooks, including types that are added later.
        </p>
      ) : (
        <ul className="divide-y divide-border rounded-lg border border-border">
          {eventTypeGroups.map(({ subject, label, types }) => {
            const count = types.filter((type) => chosen.includes(type)).length;
            return (
              <li key={subject} className="grid gap-x-3 gap-y-0.5 px-2 py-1.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
                <Checkbox
                  label={<span className="font-medium">{label}</span>}
                  checked={count === types.length}
                  indeterminate={count > 0 && count < types.length}
                  onChange={(event) => toggle(types, event.target.checked)}
                />
                <div className="grid gap-x-3 max-sm:pl-6 sm:grid-cols-2">
                  {types.map((type) => (
                    <Checkbox
                      key={type}
                      label={<code className="font-mono text-xs">{type}</code>}
                      checked={chosen.includes(type)}
                      onChange={(event) => toggle([type], event.target.checked)}
                    />
                  ))}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {error ? (
        <p ref={bringIntoView} role="alert" className="text-xs leading-5 text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
