"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";

const CUSTOM = "custom";

/** A range between two ISO 8601 times in UTC. Either may be missing. */
interface TimeRange {
  from?: string | undefined;
  until?: string | undefined;
}

interface TimeRangeChoicesProps extends TimeRange {
  /** The labels of the relative ranges, keyed by value. No value may be "custom". */
  ranges: Readonly<Record<string, string>>;
  /** The range that applies if no times are set. */
  range: string;
  onRange: (range: string) => void;
  onMoments: (moments: TimeRange) => void;
  /** Whether the times include seconds. */
  seconds?: boolean;
}

/** The choices of a time filter: relative ranges, or two times in the viewer's time zone. */
export function TimeRangeChoices({ ranges, range, onRange, onMoments, seconds, ...moments }: TimeRangeChoicesProps) {
  const length = seconds ? TO_SECONDS : TO_MINUTES;
  const [isCustom, setCustom] = useState(Boolean(moments.from ?? moments.until));
  const [from, setFrom] = useState(() => toLocalInput(moments.from, length));
  const [until, setUntil] = useState(() => toLocalInput(moments.until, length));
  const [error, setError] = useState<string>();

  function choose(value: string) {
    setCustom(value === CUSTOM);
    if (value !== CUSTOM) onRange(value);
  }
  function apply(event: FormEvent) {
    event.preventDefault();
    if (from && until && from >= until) return setError("The end must be after the start.");
    setError(undefined);
    onMoments({
      ...(from && { from: new Date(from).toISOString() }),
      ...(until && { until: new Date(until).toISOString() }),
    });
  }
  const input = { type: "datetime-local", ...(seconds && { step: 1 }) } as const;
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        legend="Time"
        hideLegend
        name="time"
        value={isCustom ? CUSTOM : range}
        onValueChange={choose}
        options={[
          ...Object.entries(ranges).map(([value, label]) => ({ value, label })),
          { value: CUSTOM, label: "Custom range" },
        ]}
      />
      {isCustom ? (
        <form onSubmit={apply} className="flex flex-col gap-2 border-t border-border pt-3">
          <Field label="From">
            <Input {...input} value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field
            label="Until"
            error={error}
            hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          >
            <Input {...input} value={until} onChange={(event) => setUntil(event.target.value)} />
          </Field>
          <Button type="submit" variant="primary" size="sm">
            Apply
          </Button>
        </form>
      ) : null}
    </div>
  );
}

const TO_MINUTES = "2026-11-21T14:03".length;
const TO_SECONDS = "2026-11-21T14:03:12".length;

/**
 * Formats a time for a `datetime-local` input, which uses local time without a time zone. `length` truncates the
 * text.
 */
function toLocalInput(value: string | undefined, length: number): string {
  if (!value) return "";
  const time = new Date(value);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, length);
}
