"use client";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { alertTitle, formatAlertCount, formatName } from "@/components/alerts/labels";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { type Disposition, dispositions } from "@/lib/values";
import type { AlertLine } from "./queries";

const MAX_REASON = 500;

const meanings: Record<Disposition, string> = {
  false_positive: "Nothing happened; the detection was wrong",
  true_positive: "It happened, and nothing is left to do",
  duplicate: "Another alert already covers it",
  test: "Somebody was testing",
  other: "Say more below",
};

type Answer = { disposition: Disposition; disposition_reason: string | null };
type DismissDialogProps = {
  open: boolean;
  onClose: () => void;
  alerts: readonly AlertLine[];
  onDismiss: (answer: Answer) => void;
};

export function DismissDialog({ open, onClose, alerts, onDismiss }: DismissDialogProps) {
  const [only] = alerts;
  const formId = useId();
  const [disposition, setDisposition] = useState<Disposition>("false_positive");
  const [reason, setReason] = useState("");
  const missing = disposition === "other" && reason.trim() === "";
  const [tried, setTried] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (missing) return;
    onDismiss({ disposition, disposition_reason: reason.trim() || null });
  }
  function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={alerts.length === 1 ? "Dismiss alert" : `Dismiss ${formatAlertCount(alerts.length)}`}
      description={alerts.length === 1 && only ? <bdi>{alertTitle(only)}</bdi> : undefined}
    >
      <form id={formId} onSubmit={submit} onKeyDown={submitByKey} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <RadioGroup
            legend="Why is it dismissed?"
            name="disposition"
            value={disposition}
            onValueChange={(value) => setDisposition(value as Disposition)}
            options={(["false_positive", ...dispositions.filter((value) => value !== "false_positive")] as const).map(
              (value) => ({ value, label: formatName(value), description: meanings[value] }),
            )}
          />
          <Field
            label="Reason"
            optional={disposition !== "other"}
            required={disposition === "other"}
            error={tried && missing ? "Say in a few words why." : undefined}
          >
            <Textarea
              value={reason}
              onChange={(event) => setReason(event.target.value)}
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
