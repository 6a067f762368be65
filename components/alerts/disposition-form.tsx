"use client";
import { formatName } from "@/components/alerts/labels";
import { useTriage } from "@/components/alerts/triage-context";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { Alert } from "@/lib/alerts/schema";
import { dispositions } from "@/lib/values";

const MAX_REASON = 500;

/** Asks for the outcome of a closed alert. Reports on false alarms are based on it. */
export function DispositionForm({ alert }: { alert: Alert }) {
  const { canWrite, change, pending } = useTriage();
  const form = useForm({
    initial: { disposition: alert.disposition ?? "", reason: alert.disposition_reason ?? "" },
    async submit({ disposition, reason }) {
      const wanted = {
        disposition: dispositions.find((value) => value === disposition) ?? null,
        disposition_reason: reason || null,
      };
      await change([alert], wanted, { doing: "Saving", done: "Disposition saved" });
      return "saved";
    },
  });

  if (!canWrite) {
    return (
      <p>
        {alert.disposition ? formatName(alert.disposition) : "Not specified"}
        {alert.disposition_reason ? (
          <bdi className="block break-words text-muted-foreground">{alert.disposition_reason}</bdi>
        ) : null}
      </p>
    );
  }
  return (
    <form {...form.form} className="grid gap-2 @md:grid-cols-[11rem_minmax(0,1fr)_auto] @md:items-end">
      <Field label="It was">
        <Select
          {...form.field("disposition")}
          options={[
            { value: "", label: "Not specified" },
            ...dispositions.map((value) => ({ value, label: formatName(value) })),
          ]}
        />
      </Field>
      <Field label="Reason">
        <Input dir="auto" maxLength={MAX_REASON} {...form.field("reason")} />
      </Field>
      <Button type="submit" disabled={!form.isChanged} loading={pending.has(alert.id)}>
        Save
      </Button>
    </form>
  );
}
