"use client";
import { type FormEvent, useState } from "react";
import { FacetChoices } from "@/components/alerts/facet-choices";
import type { AuditSearch } from "@/components/audit/audit-search";
import { actionLabels } from "@/components/audit/audit-words";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type AuditAction, auditActions } from "@/lib/db/values";

const choices = auditActions.map((value) => ({ value, text: actionLabels[value] }));

type ActionChoicesProps = { selected: readonly AuditAction[]; onChange: (selected: AuditAction[]) => void };

export function ActionChoices({ selected, onChange }: ActionChoicesProps) {
  return (
    <FacetChoices
      legend="What was done"
      searchLabel="Find a kind of change"
      choices={choices}
      selected={selected}
      onChange={(chosen) => onChange(auditActions.filter((action) => chosen.includes(action)))}
    />
  );
}

const DAY_MS = 86_400_000;
const presets = [
  { label: "24 hours", days: 1 },
  { label: "7 days", days: 7 },
  { label: "30 days", days: 30 },
];

type TimeChoicesProps = {
  from: string | null;
  to: string | null;
  onChange: (change: Pick<AuditSearch, "from" | "to">) => void;
};

/** The last days, or two moments in the viewer's own zone. */
export function TimeChoices({ from, to, onChange }: TimeChoicesProps) {
  const [start, setStart] = useState(() => toLocalInput(from));
  const [end, setEnd] = useState(() => toLocalInput(to));
  const [error, setError] = useState<string>();

  function choose(next: Pick<AuditSearch, "from" | "to">) {
    setError(undefined);
    setStart(toLocalInput(next.from));
    setEnd(toLocalInput(next.to));
    onChange(next);
  }
  function apply(event: FormEvent) {
    event.preventDefault();
    if (start && end && start >= end) return setError("The end must lie after the start.");
    setError(undefined);
    onChange({ from: toMoment(start), to: toMoment(end) });
  }

  return (
    <form onSubmit={apply} className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1.5">
        {presets.map(({ label, days }) => (
          <Button
            key={label}
            size="sm"
            onClick={() => choose({ from: new Date(Date.now() - days * DAY_MS).toISOString(), to: null })}
          >
            {label}
          </Button>
        ))}
        <Button size="sm" variant="ghost" onClick={() => choose({ from: null, to: null })}>
          Any time
        </Button>
      </div>
      <Field label="From">
        <Input type="datetime-local" value={start} onChange={(event) => setStart(event.target.value)} />
      </Field>
      <Field label="Until" error={error} hint={`In your zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}>
        <Input type="datetime-local" value={end} onChange={(event) => setEnd(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" size="sm">
        Apply
      </Button>
    </form>
  );
}

const toMoment = (local: string) => (local ? new Date(local).toISOString() : null);

/** `datetime-local` speaks local time without a zone. */
function toLocalInput(value: string | null): string {
  if (!value) return "";
  const time = new Date(value);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
