"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyAction } from "@/components/settings/key-menu";
import { problemWords } from "@/components/settings/mutation-problem";
import type { Revealed } from "@/components/settings/reveal-key-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/http/call";
import type { updateKey } from "@/lib/keys/operations";
import { keysKey } from "@/lib/keys/queries";
import type { ApiKey } from "@/lib/keys/schema";

/** What somebody is about to do with a key, and the key that is on the screen for the only time. */
export function useKeyActions(organization: string) {
  const queryClient = useQueryClient();
  const [action, setAction] = useState<{ kind: KeyAction; key: ApiKey } | null>(null);
  const [revealed, setRevealed] = useState<Revealed | null>(null);

  const enabling = useMutation({
    mutationFn: (key: ApiKey) =>
      call<typeof updateKey>("PATCH /keys/{id}", { organization, params: { id: key.id }, body: { enabled: true } }),
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: keysKey });
      toast.success(`“${name}” is enabled`);
    },
    onError: (error) => toast.error("The key is still disabled", { description: problemWords(error) }),
  });

  return {
    revealed,
    subjectOf: (kind: KeyAction) => (action?.kind === kind ? action.key : null),
    start: (kind: KeyAction, key: ApiKey) => {
      if (kind !== "enable") setAction({ kind, key });
      else if (!enabling.isPending) enabling.mutate(key);
    },
    end: () => setAction(null),
    reveal: (created: Revealed) => {
      setAction(null);
      setRevealed(created);
    },
    /** Only now are the keys read anew: while a key was shown, nothing moved below its dialog. */
    conceal: () => {
      setRevealed(null);
      void queryClient.invalidateQueries({ queryKey: keysKey });
    },
  };
}

export type KeyActions = ReturnType<typeof useKeyActions>;
