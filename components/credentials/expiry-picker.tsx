"use client";
import { TriangleAlert } from "lucide-react";
import type { RefObject } from "react";
import { Field } from "@/components/ui/field";
import { formatAbsolute } from "@/components/ui/format-time";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type Expiry, type ExpiryChoice, expiries, expiryLabels, expiryTime, toLocalDate } from "./expiry";

type ExpiryPickerProps = {
  expiry: ExpiryChoice;
  onExpiryChange: (expiry: ExpiryChoice) => void;
  /** `YYYY-MM-DD` in the reader's zone. */
  date: string;
  onDateChange: (date: string) => void;
  /** When it expires as things stand, null for never; left out for what does not exist yet. */
  current?: string | null | undefined;
  error?: string | undefined;
  dateRef?: RefObject<HTMLInputElement | null>;
};

export function ExpiryPicker({
  expiry,
  onExpiryChange,
  date,
  onDateChange,
  current,
  error,
  dateRef,
}: ExpiryPickerProps) {
  const choices: readonly ExpiryChoice[] = current === undefined ? expiries : ["keep", ...expiries];
  return (
    <div className="grid content-start gap-x-3 gap-y-2 sm:grid-cols-2">
      <Field
        label="Expires"
        error={expiry === "date" ? undefined : error}
        hint={endWords(expiry === "keep" ? (current ?? null) : timeOf(expiry, date))}
        className={expiry === "date" ? undefined : "sm:col-span-2"}
      >
        <Select
          value={expiry}
          onChange={(event) => onExpiryChange(choices.find((choice) => choice === event.target.value) ?? "365")}
          options={choices.map((value) => ({ value, label: expiryLabels[value] }))}
        />
      </Field>
      {expiry === "date" ? (
        <Field label="Last day" required error={error}>
          <Input
            ref={dateRef}
            type="date"
            min={toLocalDate(new Date())}
            value={date}
            onChange={(event) => onDateChange(event.target.value)}
          />
        </Field>
      ) : null}
      {expiry === "never" ? (
        <p className="flex items-start gap-2 rounded-md bg-warning/10 px-3 py-2 text-warning sm:col-span-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            This key works until somebody revokes it. If it leaks and nobody notices, it stays open. Prefer a date and
            rotate the key before it.
          </span>
        </p>
      ) : null}
    </div>
  );
}

const timeOf = (expiry: Expiry, date: string) => expiryTime(expiry, date, Date.now())?.toISOString() ?? null;

function endWords(end: string | null): string | undefined {
  return end ? `Until ${formatAbsolute(new Date(end))}` : undefined;
}
