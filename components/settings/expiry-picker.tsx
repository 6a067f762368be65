"use client";
import { TriangleAlert } from "lucide-react";
import { type Expiry, expiries, expiryLabels, expiryTime } from "@/components/settings/key-expiry";
import { Field } from "@/components/ui/field";
import { formatAbsolute } from "@/components/ui/format-time";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

type ExpiryPickerProps = {
  expiry: Expiry;
  onExpiryChange: (expiry: Expiry) => void;
  /** `YYYY-MM-DD` in the reader's zone. */
  date: string;
  onDateChange: (date: string) => void;
  error?: string | undefined;
};

export function ExpiryPicker({ expiry, onExpiryChange, date, onDateChange, error }: ExpiryPickerProps) {
  const end = expiryTime(expiry, date, Date.now());
  return (
    <div className="grid content-start gap-x-3 gap-y-2 sm:grid-cols-2">
      <Field
        label="Expires"
        error={expiry === "date" ? undefined : error}
        hint={end ? `Until ${formatAbsolute(end)}` : undefined}
        className={expiry === "date" ? undefined : "sm:col-span-2"}
      >
        <Select
          value={expiry}
          onChange={(event) => onExpiryChange(expiries.find((option) => option === event.target.value) ?? "365")}
          options={expiries.map((value) => ({ value, label: expiryLabels[value] }))}
        />
      </Field>
      {expiry === "date" ? (
        <Field label="Last day" required error={error}>
          <Input type="date" value={date} onChange={(event) => onDateChange(event.target.value)} />
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
