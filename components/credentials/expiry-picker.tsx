"use client";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { formatAbsolute } from "@/components/ui/format-time";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import {
  type Expiry,
  type ExpiryChoice,
  type ExpiryFields,
  expiries,
  expiryLabels,
  expiryTime,
  readExpiry,
  toLocalDate,
} from "./expiry";

type ExpiryPickerProps = {
  /** The current values of the expiry fields. */
  values: ExpiryFields;
  field: (name: keyof ExpiryFields) => { name: string; defaultValue: string };
  /** The credential's current expiry, or null if it never expires. Omitted for a new credential. */
  current?: string | null | undefined;
  error?: ReactNode;
};

export function ExpiryPicker({ values, field, current, error }: ExpiryPickerProps) {
  const expiry = readExpiry(values.expiry);
  const choices: readonly ExpiryChoice[] = current === undefined ? expiries : ["keep", ...expiries];
  return (
    <div className="grid content-start gap-x-3 gap-y-2 sm:grid-cols-2">
      <Field
        label="Expires"
        error={expiry === "date" ? undefined : error}
        hint={endWords(expiry === "keep" ? (current ?? null) : timeOf(expiry, values.date))}
        className={expiry === "date" ? undefined : "sm:col-span-2"}
      >
        <Select {...field("expiry")} options={choices.map((value) => ({ value, label: expiryLabels[value] }))} />
      </Field>
      {expiry === "date" ? (
        <Field label="Last day" required error={error}>
          <Input {...field("date")} type="date" min={toLocalDate(new Date())} />
        </Field>
      ) : null}
      {expiry === "never" ? (
        <p className="flex items-start gap-2 rounded-md bg-warning/10 px-3 py-2 text-warning sm:col-span-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            This key works until you revoke it, even if it leaks. Set an expiry date instead, and rotate the key before
            that date.
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
