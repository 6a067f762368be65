"use client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastProblem } from "@/components/forms/toast-problem";
import { toast } from "@/components/ui/toast";

type CredentialActionsOptions<Subject> = {
  /** Enables the credential again. There is no confirmation. */
  enable: (subject: Subject) => Promise<{ name: string }>;
  /** The title of the notice shown if enabling fails. */
  refused: string;
  /** The query to refetch after a change. */
  queryKey: QueryKey;
};

/** Manages the dialogs of a key or app, and its secret while it is shown. */
export function useCredentialActions<Kind extends string, Subject, Revealed>({
  enable,
  refused,
  queryKey,
}: CredentialActionsOptions<Subject>) {
  const queryClient = useQueryClient();
  const [action, setAction] = useState<{ kind: Kind; subject: Subject } | null>(null);
  const [revealed, setRevealed] = useState<Revealed | null>(null);

  const enabling = useMutation({
    mutationFn: enable,
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey });
      toast.success(`“${name}” is enabled`);
    },
    onError: (error) => toastProblem(refused, error),
  });

  return {
    revealed,
    /** Whether a dialog or a secret is open. */
    isActive: action !== null || revealed !== null,
    subjectOf: (kind: Kind) => (action?.kind === kind ? action.subject : null),
    start: (kind: Kind, subject: Subject) => {
      if (kind !== "enable") setAction({ kind, subject });
      else if (!enabling.isPending) enabling.mutate(subject);
    },
    end: () => setAction(null),
    reveal: (created: Revealed) => {
      setAction(null);
      setRevealed(created);
    },
    /**
     * Hides the secret and refetches the list. It isn't refetched earlier, so that nothing moves behind the
     * dialog.
     */
    conceal: () => {
      setRevealed(null);
      void queryClient.invalidateQueries({ queryKey });
    },
  };
}
