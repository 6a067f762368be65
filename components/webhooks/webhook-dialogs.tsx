"use client";
import { useNavigate } from "@/components/ui/use-navigate";
import { CreateWebhookDialog, EditWebhookDialog } from "./edit-webhook-dialog";
import { RevealWebhookDialog } from "./reveal-webhook-dialog";
import {
  DeleteWebhookDialog,
  DisableWebhookDialog,
  EnableWebhookDialog,
  RotateWebhookDialog,
} from "./stop-webhook-dialogs";
import { TestWebhookDialog } from "./test-webhook-dialog";
import type { WebhookActionsState } from "./use-webhook-actions";
import { webhookHref } from "./webhook-labels";

type WebhookDialogsProps = {
  organization: string;
  actions: WebhookActionsState;
  /** The state of the dialog that creates a webhook. Omitted on pages that can't create webhooks. */
  creation?: { isOpen: boolean; onEnd: () => void };
  onDeleted?: () => void;
};

/** All dialogs for webhooks. The secret of a new webhook leads to the webhook's page. */
export function WebhookDialogs({ organization, actions, creation, onDeleted }: WebhookDialogsProps) {
  const { subjectOf, start, end, reveal, revealed, conceal, test } = actions;
  const go = useNavigate();

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
            reveal({ ...created, isNew: true });
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
