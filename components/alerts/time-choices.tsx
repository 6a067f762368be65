"use client";
import { type FormEvent, useState } from "react";
import { useFilter } from "@/components/alerts/filter-context";
import { rangeLabels } from "@/components/alerts/time-ranges";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import type { AlertFilter, AlertRange } from "@/lib/alerts/queries";

/** Ranges that move with the clock, or two moments in the viewer's own zone. */
export function TimeChoices() {
  const { filter, setFilter } = useFilter();
  const isCustom = Boolean(filter.occurred_after ?? filter.occurred_before);
  const [custom, setCustom] = useState(isCustom);
  const [from, setFrom] = useState(() => toLocalInput(filter.occurred_after));
  const [until, setUntil] = useState(() => toLocalInput(filter.occurred_before));
  const [error, setError] = useState<string>();
  const others: AlertFilter = {
    ...filter,
    range: undefined,
    occurred_after: undefined,
    occurred_before: undefined,
  };

  function choose(value: string) {
    setCustom(value === "custom");
    if (value !== "custom") setFilter(value === "any" ? others : { ...others, range: value as AlertRange });
  }
  function apply(event: FormEvent) {
    event.preventDefault();
    if (from && until && from >= until) return setError("The end must lie after the start.");
    setError(undefined);
    setFilter({
      ...others,
      ...(from && { occurred_after: new Date(from).toISOString() }),
      ...(until && { occurred_before: new Date(until).toISOString() }),
    });
  }

  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        legend="Time"
        hideLegend
        name="time"
        value={custom ? "custom" : (filter.range ?? "any")}
        onValueChange={choose}
        options={[
          { value: "any", label: "Any time" },
          ...Object.entries(rangeLabels).map(([value, label]) => ({ value, label })),
          { value: "custom", label: "Between two moments" },
        ]}
      />
      {custom ? (
        <form onSubmit={apply} className="flex flex-col gap-2 border-t border-border pt-3">
          <Field label="From">
            <Input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field label="Until" error={error} hint={`In your zone, ${timeZone()}`}>
            <Input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} />
          </Field>
          <Button type="submit" variant="primary" size="sm">
            Apply
          </Button>
        </form>
      ) : null}
    </div>
  );
}

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `datetime-local` speaks local time without a zone. */
function toLocalInput(value: string | undefined): string {
  if (!value) return "";
  const time = new Date(value);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
