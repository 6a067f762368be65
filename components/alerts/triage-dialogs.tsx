"use client";
import { AssignDialog } from "@/components/alerts/assign-dialog";
import { ConflictDialog } from "@/components/alerts/conflict-dialog";
import { DismissDialog } from "@/components/alerts/dismiss-dialog";
import { alertTitle, formatAlertCount, transitionLabels } from "@/components/alerts/labels";
import { ResultsDialog } from "@/components/alerts/results-dialog";
import type { AlertChangeTask } from "@/components/alerts/run-changes";
import { type TransitionLabels, type TriageDialogState, useTriage } from "@/components/alerts/triage-context";
import { AlertDialog } from "@/components/ui/alert-dialog";
import type { AlertUpdate } from "@/lib/alerts/schema";
import type { AlertLine } from "./queries";

type TriageDialogsProps = {
  question: TriageDialogState;
  open: boolean;
  onClose: () => void;
  /** Applies the reader's change to the version that someone else saved. */
  onInsist: (task: AlertChangeTask, words: TransitionLabels) => void;
};

/** All triage dialogs. Their code is loaded when the first one opens. */
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
        {...wordsFor("Dismiss", alerts)}
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
        {...wordsFor("Assign", alerts)}
        current={commonAssignee(alerts)}
        onAssign={(member) => {
          onClose();
          answer(change(alerts, { assignee_id: member?.id ?? null, ...(comment && { comment }) }, assigning(member)));
        }}
      />
    );
  }
  if (question.kind === "everything") return <EverythingDialog open={open} onClose={onClose} {...question} />;
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

type EverythingDialogProps = Extract<TriageDialogState, { kind: "everything" }> & {
  open: boolean;
  onClose: () => void;
};

/** Asks for confirmation before all matches are changed, and shows their number. */
function EverythingDialog({ open, onClose, matching: { total }, wanted, run }: EverythingDialogProps) {
  const what = total === null ? "everything that matches" : `all ${formatAlertCount(total)} that match`;
  function cancel() {
    onClose();
    run(null, transitionLabels.open);
  }
  function start(change: AlertUpdate, words: TransitionLabels) {
    onClose();
    run(change, words);
  }
  if (wanted === "dismissed") {
    return (
      <DismissDialog
        open={open}
        onClose={cancel}
        title={`Dismiss ${what}`}
        description={NO_UNDO}
        onDismiss={(reasons) => start({ status: wanted, ...reasons }, transitionLabels[wanted])}
      />
    );
  }
  if (wanted === "assignee") {
    return (
      <AssignDialog
        open={open}
        onClose={cancel}
        title={`Assign ${what}`}
        description={NO_UNDO}
        current={undefined}
        onAssign={(member) => start({ assignee_id: member?.id ?? null }, assigning(member))}
      />
    );
  }
  const words = transitionLabels[wanted];
  return (
    <AlertDialog
      open={open}
      onOpenChange={cancel}
      title={`${words.verb} ${what}?`}
      description={`${NO_UNDO} Alerts whose status doesn't allow it are skipped.`}
      confirmLabel={`${words.verb} ${total === null ? "everything" : formatAlertCount(total)}`}
      onConfirm={() => start({ status: wanted }, words)}
    />
  );
}

const NO_UNDO = "You can't undo a change to all matching alerts in one step.";

/** Returns the title and description of a dialog. For a single alert, the description is its title. */
function wordsFor(verb: string, alerts: readonly AlertLine[]) {
  const [only] = alerts;
  return only && alerts.length === 1
    ? { title: `${verb} alert`, description: <bdi>{alertTitle(only)}</bdi> }
    : { title: `${verb} ${formatAlertCount(alerts.length)}`, description: undefined };
}

function commonAssignee(alerts: readonly AlertLine[]): string | null | undefined {
  const [only] = alerts;
  return alerts.every(({ assignee_id }) => assignee_id === only?.assignee_id) ? only?.assignee_id : undefined;
}

function assigning(member: { name: string } | null): TransitionLabels {
  return { doing: "Assigning", done: member ? `Assigned to ${member.name}` : "Unassigned" };
}
