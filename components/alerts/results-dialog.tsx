"use client";
import { alertTitle, formatAlertCount } from "@/components/alerts/labels";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import { type TransitionLabels, useTriage } from "@/components/alerts/triage-context";
import { describeState } from "@/components/alerts/triage-notices";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { isApiError } from "@/lib/http/call";

type ResultsDialogProps = {
  open: boolean;
  onClose: () => void;
  outcomes: readonly AlertChangeOutcome[];
  words: TransitionLabels;
  undo: (() => void) | null;
};

const kinds: Record<Exclude<AlertChangeOutcome["kind"], "done">, { label: string; tone: BadgeTone }> = {
  already: { label: "Already so", tone: "neutral" },
  conflict: { label: "Changed by someone else", tone: "warning" },
  failed: { label: "Failed", tone: "danger" },
};

/** The result of changing many alerts: how many succeeded, and each failure with its reason. */
export function ResultsDialog({ open, onClose, outcomes, words, undo }: ResultsDialogProps) {
  const { viewer } = useTriage();
  const done = outcomes.filter(({ kind }) => kind === "done").length;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="lg"
      title={`${done} of ${formatAlertCount(outcomes.length)} ${words.done.toLowerCase()}`}
      description="The others weren't changed. Those still in the list stay selected."
    >
      <DialogBody>
        <ul className="divide-y divide-border">
          {outcomes.map((outcome) => {
            if (outcome.kind === "done") return null;
            const { seen } = outcome.task;
            const { label, tone } = kinds[outcome.kind];
            return (
              <li key={seen.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <a
                  href={`/${viewer.organization}/alerts/${seen.id}`}
                  target="_blank"
                  rel="noreferrer"
                  className="min-w-0 flex-1 basis-60 truncate text-left font-medium hover:underline"
                >
                  <bdi>{alertTitle(seen)}</bdi>
                </a>
                <Badge tone={tone}>{label}</Badge>
                <span className="w-full text-muted-foreground">
                  {outcome.kind === "failed" ? <FailedReason error={outcome.error} /> : describeState(outcome.now)}
                </span>
              </li>
            );
          })}
        </ul>
      </DialogBody>
      <DialogFooter>
        {undo && done > 0 ? (
          <Button
            onClick={() => {
              onClose();
              undo();
            }}
          >
            Undo the {done} that changed
          </Button>
        ) : null}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function FailedReason({ error }: { error: Error }) {
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {error.message}
      {requestId ? (
        <>
          <code className="break-all font-mono text-xs">{requestId}</code>
          <CopyButton iconOnly value={requestId} label="Copy request ID" />
        </>
      ) : null}
    </span>
  );
}
