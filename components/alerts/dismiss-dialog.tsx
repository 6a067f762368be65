"use client";
import type { KeyboardEvent, ReactNode } from "react";
import { formatName } from "@/components/alerts/labels";
import { chosenOf } from "@/components/forms/form-values";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { type Disposition, dispositions } from "@/lib/values";

const MAX_REASON = 500;

const meanings: Record<Disposition, string> = {
  false_positive: "The detection was wrong",
  true_positive: "It happened, but no action is needed",
  duplicate: "Another alert already covers it",
  test: "It was a test",
  other: "Explain below",
};

type Answer = { disposition: Disposition; disposition_reason: string | null };
type DismissDialogProps = {
  open: boolean;
  onClose: () => void;
  /** The title of the dialog, such as "Dismiss 3 alerts". */
  title: string;
  /** The alert's title, if the dialog is about a single alert. */
  description: ReactNode;
  onDismiss: (answer: Answer) => void;
};

export function DismissDialog({ open, onClose, title, description, onDismiss }: DismissDialogProps) {
  const form = useForm({
    initial: { disposition: "false_positive", reason: "" },
    slots: ["reason"],
    slotOf: () => "reason",
    validate: ({ disposition, reason }) => ({
      reason: disposition === "other" && reason === "" ? "Enter a short reason." : undefined,
    }),
    async submit({ disposition, reason }) {
      onDismiss({
        disposition: chosenOf(dispositions, disposition, "false_positive"),
        disposition_reason: reason || null,
      });
      return "saved";
    },
  });
  const isOther = form.values.disposition === "other";

  function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return (
    <Dialog open={open} onOpenChange={onClose} title={title} description={description}>
      <form {...form.form} onKeyDown={submitByKey} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <RadioGroup
            legend="Why are you dismissing it?"
            {...form.field("disposition")}
            options={(["false_positive", ...dispositions.filter((value) => value !== "false_positive")] as const).map(
              (value) => ({ value, label: formatName(value), description: meanings[value] }),
            )}
          />
          <Field label="Reason" optional={!isOther} required={isOther} error={form.errorOf("reason")}>
            <Textarea
              {...form.field("reason")}
              maxLength={MAX_REASON}
              rows={2}
              dir="auto"
              placeholder="Shadow of the gate, cleaning crew, …"
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Dismiss
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
