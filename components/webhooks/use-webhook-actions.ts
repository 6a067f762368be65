"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "@/lib/http/call";
import type { testWebhook } from "@/lib/webhooks/operations";
import type { Webhook } from "@/lib/webhooks/schema";
import { webhooksKey } from "./queries";
import type { RevealedWebhook } from "./reveal-webhook-dialog";
import type { WebhookAction } from "./webhook-menu";

/** Manages the dialogs of webhooks, the secret while it is shown, and the test request. */
export function useWebhookActions(organization: string) {
  const queryClient = useQueryClient();
  const [action, setAction] = useState<{ kind: WebhookAction; webhook: Webhook } | null>(null);
  const [revealed, setRevealed] = useState<RevealedWebhook | null>(null);
  const test = useMutation({
    mutationFn: ({ id }: Webhook) =>
      callApi<typeof testWebhook>("POST /webhooks/{id}/test", { organization, params: { id } }),
  });

  return {
    revealed,
    /** The running or last test request. */
    test,
    /** Whether a dialog or a secret is open. */
    isActive: action !== null || revealed !== null,
    subjectOf: (kind: WebhookAction) => (action?.kind === kind ? action.webhook : null),
    start: (kind: WebhookAction, webhook: Webhook) => {
      setAction({ kind, webhook });
      if (kind === "test") test.mutate(webhook);
    },
    end: () => setAction(null),
    reveal: (created: RevealedWebhook) => {
      setAction(null);
      setRevealed(created);
    },
    /** Hides the secret, and then refetches, so that nothing moves behind the dialog. */
    conceal: () => {
      setRevealed(null);
      void queryClient.invalidateQueries({ queryKey: webhooksKey });
    },
  };
}

export type WebhookActionsState = ReturnType<typeof useWebhookActions>;
