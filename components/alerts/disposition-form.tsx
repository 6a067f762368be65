"use client";
import { type FormEvent, useState } from "react";
import { formatName } from "@/components/alerts/labels";
import { useTriage } from "@/components/alerts/triage-context";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { Alert } from "@/lib/alerts/schema";
import { dispositions } from "@/lib/values";

const MAX_REASON = 500;

/** What a closed alert turned out to be; the reports on false alarms count it. */
export function DispositionForm({ alert }: { alert: Alert }) {
  const { canWrite, change, pending } = useTriage();
  // Until something is typed the form shows what is stored, also when a colleague changes it.
  const [draft, setDraft] = useState<{ disposition: string; reason: string } | null>(null);
  const stored = { disposition: alert.disposition ?? "", reason: alert.disposition_reason ?? "" };
  const { disposition, reason } = draft ?? stored;
  const isChanged = disposition !== stored.disposition || reason.trim() !== stored.reason;

  if (!canWrite) {
    return (
      <p>
        {alert.disposition ? formatName(alert.disposition) : "Not said"}
        {alert.disposition_reason ? (
          <bdi className="block break-words text-muted-foreground">{alert.disposition_reason}</bdi>
        ) : null}
      </p>
    );
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    const wanted = {
      disposition: dispositions.find((value) => value === disposition) ?? null,
      disposition_reason: reason.trim() || null,
    };
    const [outcome] = await change([alert], wanted, { doing: "Saving", done: "Disposition saved" });
    if (outcome?.kind === "done" || outcome?.kind === "already") setDraft(null);
  }
  return (
    <form onSubmit={save} className="grid gap-2 @md:grid-cols-[11rem_minmax(0,1fr)_auto] @md:items-end">
      <Field label="It was">
        <Select
          value={disposition}
          onChange={(event) => setDraft({ reason, disposition: event.target.value })}
          options={[
            { value: "", label: "Not said" },
            ...dispositions.map((value) => ({ value, label: formatName(value) })),
          ]}
        />
      </Field>
      <Field label="Reason">
        <Input
          dir="auto"
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setDraft({ disposition, reason: event.target.value })}
        />
      </Field>
      <Button type="submit" disabled={!isChanged} loading={pending.has(alert.id)}>
        Save
      </Button>
    </form>
  );
}
