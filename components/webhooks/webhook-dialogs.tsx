"use client";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { useNavigate } from "@/components/ui/use-navigate";
import { CreateWebhookDialog, EditWebhookDialog } from "./edit-webhook-dialog";
import { webhooksKey } from "./queries";
import { RevealWebhookDialog } from "./reveal-webhook-dialog";
import {
  DeleteWebhookDialog,
  DisableWebhookDialog,
  EnableWebhookDialog,
  RotateWebhookDialog,
} from "./stop-webhook-dialogs";
import { TestWebhookDialog } from "./test-webhook-dialog";
import type { WebhookActionsState } from "./use-webhook-actions";
import { isVerified } from "./webhook-kinds";
import { webhookHref, webhookName } from "./webhook-labels";

type WebhookDialogsProps = {
  organization: string;
  actions: WebhookActionsState;
  /** The state of the dialog that creates a webhook. Omitted on pages that can't create webhooks. */
  creation?: { isOpen: boolean; onEnd: () => void };
  onDeleted?: () => void;
};

/** All dialogs for webhooks. Creating a webhook leads to its page, after its secret was shown. */
export function WebhookDialogs({ organization, actions, creation, onDeleted }: WebhookDialogsProps) {
  const { subjectOf, start, end, reveal, revealed, conceal, test } = actions;
  const go = useNavigate();
  const queryClient = useQueryClient();

  function closeSecret() {
    conceal();
    if (revealed?.isNew) go(webhookHref(organization, revealed.webhook.id), "replace");
  }

  return (
    <>
      {creation ? (
        <CreateWebhookDialog
          organization={organization}
          open={creation.isOpen}
          onClose={creation.onEnd}
          onCreated={(created) => {
            creation.onEnd();
            if (isVerified(created.webhook.kind)) return reveal({ ...created, isNew: true });
            toast.success(`“${webhookName(created.webhook)}” is created`);
            void queryClient.invalidateQueries({ queryKey: webhooksKey });
            go(webhookHref(organization, created.webhook.id));
          }}
        />
      ) : null}
      <EditWebhookDialog
        organization={organization}
        subject={subjectOf("edit")}
        onClose={end}
        onReload={(webhook) => start("edit", webhook)}
      />
      <TestWebhookDialog subject={subjectOf("test")} test={test} onClose={end} />
      <RotateWebhookDialog organization={organization} subject={subjectOf("rotate")} onClose={end} onRotated={reveal} />
      <DisableWebhookDialog organization={organization} subject={subjectOf("disable")} onClose={end} />
      <EnableWebhookDialog organization={organization} subject={subjectOf("enable")} onClose={end} />
      <DeleteWebhookDialog
        organization={organization}
        subject={subjectOf("delete")}
        onClose={end}
        onDeleted={onDeleted}
      />
      <RevealWebhookDialog revealed={revealed} onClose={closeSecret} />
    </>
  );
}
