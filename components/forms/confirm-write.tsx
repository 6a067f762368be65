"use client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { useLastNonNull } from "./use-last-non-null";

type Question = {
  title: string;
  description: string;
  confirmLabel: string;
  destructive?: boolean;
  /** What must be typed before the button works. */
  confirmText?: string;
  children?: ReactNode;
};

type ConfirmWriteProps<Subject, Output> = {
  /** What the question is about; null while nothing is asked. */
  subject: Subject | null;
  onClose: () => void;
  question: (subject: Subject) => Question;
  write: (subject: Subject) => Promise<Output>;
  /** What is read anew after the answer, also when it was a refusal. */
  invalidates: readonly QueryKey[];
  /** Runs before the dialog closes, which waits for it. */
  onDone: (output: Output, subject: Subject) => void | Promise<void>;
};

/** Asks before a write; closes after success, while a refusal stays in the dialog, which shows it. */
export function ConfirmWrite<Subject, Output>(props: ConfirmWriteProps<Subject, Output>) {
  const { onClose, question, write, invalidates, onDone } = props;
  const queryClient = useQueryClient();
  const subject = useLastNonNull(props.subject);
  const { mutateAsync, error, reset } = useMutation({
    mutationFn: write,
    // The answer may hold a secret: it must not stay in the browser's memory longer than the dialog that shows it.
    gcTime: 0,
    onSuccess: onDone,
    onSettled: () => {
      for (const queryKey of invalidates) void queryClient.invalidateQueries({ queryKey });
    },
  });
  if (subject === null) return null;
  const { children, ...words } = question(subject);

  function close() {
    reset();
    onClose();
  }

  return (
    <AlertDialog
      {...words}
      open={props.subject !== null}
      onOpenChange={close}
      onConfirm={() => mutateAsync(subject).then(close, () => undefined)}
    >
      {children || error ? (
        <>
          {children}
          <MutationProblem error={error} />
        </>
      ) : null}
    </AlertDialog>
  );
}
