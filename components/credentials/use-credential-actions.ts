"use client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastProblem } from "@/components/forms/toast-problem";
import { toast } from "@/components/ui/toast";

type CredentialActionsOptions<Subject> = {
  /** Turns it on again, the one action that asks nothing. */
  enable: (subject: Subject) => Promise<{ name: string }>;
  /** The title when it was refused. */
  refused: string;
  /** What is read anew after a change. */
  queryKey: QueryKey;
};

/** What somebody is about to do with a key or an app, and the secret that is on the screen for the only time. */
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
    /** Whether a dialog is open. */
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
    /** Only now is the list read anew: while a secret was shown, nothing moved below its dialog. */
    conceal: () => {
      setRevealed(null);
      void queryClient.invalidateQueries({ queryKey });
    },
  };
}
