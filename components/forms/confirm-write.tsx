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
  /** The text that the reader must type to enable the button. */
  confirmText?: string;
  children?: ReactNode;
};

type ConfirmWriteProps<Subject, Output> = {
  /** The item that the question is about, or null if the dialog is closed. */
  subject: Subject | null;
  onClose: () => void;
  question: (subject: Subject) => Question;
  write: (subject: Subject) => Promise<Output>;
  /** Queries to refetch after the write, even if it was rejected. */
  invalidates: readonly QueryKey[];
  /** Runs before the dialog closes. The dialog waits for it. */
  onDone: (output: Output, subject: Subject) => void | Promise<void>;
};

/** Asks for confirmation before a write. The dialog closes after success and shows errors. */
export function ConfirmWrite<Subject, Output>(props: ConfirmWriteProps<Subject, Output>) {
  const { onClose, question, write, invalidates, onDone } = props;
  const queryClient = useQueryClient();
  const subject = useLastNonNull(props.subject);
  const { mutateAsync, error, reset } = useMutation({
    mutationFn: write,
    // The reply can contain a secret, which must not stay in memory after the dialog closes.
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
