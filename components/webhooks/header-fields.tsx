"use client";
import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { bringIntoView } from "@/components/forms/bring-into-view";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { MAX_WEBHOOK_HEADERS } from "@/lib/limits";
import { type HeaderRow, readHeaderRows } from "./webhook-form";

type HeaderFieldsProps = {
  /** The rows as JSON. Empty if the stored headers stay. */
  value: string;
  /** The names of the stored headers. */
  stored: readonly string[];
  onChange: (value: string) => void;
  error: ReactNode;
};

/** Rows for additional request headers. Stored values aren't readable, so they can only be replaced all at once. */
export function HeaderFields({ value, stored, onChange, error }: HeaderFieldsProps) {
  const rows = readHeaderRows(value);
  const nextId = Math.max(-1, ...rows.map(({ id }) => id)) + 1;
  const isKept = value === "" && stored.length > 0;
  const write = (next: readonly HeaderRow[]) => onChange(JSON.stringify(next));
  const change = (at: number, part: Partial<HeaderRow>) =>
    write(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));

  return (
    <fieldset data-invalid={error ? true : undefined} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        Request headers <span className="font-normal text-muted-foreground">(optional)</span>
      </legend>
      {isKept ? (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-border px-3 py-2">
          <p className="min-w-0 break-words">
            <code className="font-mono text-xs">{stored.join(", ")}</code>
            <span className="block text-xs text-muted-foreground">
              The values are stored encrypted and can't be shown.
            </span>
          </p>
          <Button size="sm" onClick={() => write(stored.map((name, id) => ({ id, name, value: "" })))}>
            Replace
          </Button>
        </div>
      ) : (
        <>
          {rows.map((row, index) => (
            <div key={row.id} className="flex items-center gap-2 max-sm:flex-wrap">
              <Input
                aria-label={`Name of header ${index + 1}`}
                value={row.name}
                onChange={(event) => change(index, { name: event.target.value })}
                placeholder="authorization"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                className="flex-2 font-mono sm:text-xs"
              />
              <Input
                aria-label={`Value of header ${index + 1}`}
                value={row.value}
                onChange={(event) => change(index, { value: event.target.value })}
                placeholder="Bearer …"
                autoComplete="off"
                spellCheck={false}
                className="flex-3 font-mono max-sm:order-last max-sm:basis-full sm:text-xs"
              />
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove header ${index + 1}`}
                onClick={() => write(rows.filter((_, other) => other !== index))}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
          ))}
          {rows.length < MAX_WEBHOOK_HEADERS ? (
            <Button
              size="sm"
              className="self-start"
              onClick={() => write([...rows, { id: nextId, name: "", value: "" }])}
            >
              <Plus aria-hidden />
              Add header
            </Button>
          ) : null}
        </>
      )}
      {error ? (
        <p ref={bringIntoView} role="alert" className="text-xs leading-5 text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
