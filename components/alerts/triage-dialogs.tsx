"use client";
import { AssignDialog } from "@/components/alerts/assign-dialog";
import { ConflictDialog } from "@/components/alerts/conflict-dialog";
import { DismissDialog } from "@/components/alerts/dismiss-dialog";
import { transitionLabels } from "@/components/alerts/labels";
import { ResultsDialog } from "@/components/alerts/results-dialog";
import type { AlertChangeTask } from "@/components/alerts/run-changes";
import { type TransitionLabels, type TriageDialogState, useTriage } from "@/components/alerts/triage-context";

type TriageDialogsProps = {
  question: TriageDialogState;
  open: boolean;
  onClose: () => void;
  /** Makes the change on top of what a colleague left. */
  onInsist: (task: AlertChangeTask, words: TransitionLabels) => void;
};

/** The dialogs of triage, fetched when the first of them opens. */
export function TriageDialogs({ question, open, onClose, onInsist }: TriageDialogsProps) {
  const { change } = useTriage();
  if (question.kind === "dismiss") {
    const { alerts, comment, answer } = question;
    return (
      <DismissDialog
        key={alerts.map(({ id }) => id).join()}
        open={open}
        onClose={() => {
          onClose();
          answer([]);
        }}
        alerts={alerts}
        onDismiss={(reasons) => {
          onClose();
          const wanted = { status: "dismissed" as const, ...reasons, ...(comment && { comment }) };
          answer(change(alerts, wanted, transitionLabels.dismissed));
        }}
      />
    );
  }
  if (question.kind === "assign") {
    const { alerts, comment, answer } = question;
    return (
      <AssignDialog
        open={open}
        onClose={() => {
          onClose();
          answer([]);
        }}
        alerts={alerts}
        onAssign={(member) => {
          onClose();
          const words = {
            doing: "Assigning",
            done: member ? `Assigned to ${member.name}` : "Assigned to nobody",
          };
          answer(change(alerts, { assignee_id: member?.id ?? null, ...(comment && { comment }) }, words));
        }}
      />
    );
  }
  if (question.kind === "conflict") {
    const { outcome, words } = question;
    return (
      <ConflictDialog
        open={open}
        onClose={onClose}
        outcome={outcome}
        onInsist={() => {
          onClose();
          onInsist({ seen: outcome.now, change: outcome.task.change }, words);
        }}
      />
    );
  }
  return <ResultsDialog open={open} onClose={onClose} {...question} />;
}
