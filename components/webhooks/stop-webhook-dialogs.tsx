"use client";
import { ConfirmWrite } from "@/components/forms/confirm-write";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import { DELIVERY_RETENTION_D, EVENT_RETENTION_D, ROTATED_SECRET_H } from "@/lib/limits";
import type { deleteWebhook, rotateWebhookSecret, updateWebhook } from "@/lib/webhooks/operations";
import type { Webhook } from "@/lib/webhooks/schema";
import { webhooksKey } from "./queries";
import type { RevealedWebhook } from "./reveal-webhook-dialog";
import { formatWaiting, webhookHost, webhookName } from "./webhook-labels";

type WebhookDialogProps = { organization: string; subject: Webhook | null; onClose: () => void };

function switchTo(enabled: boolean, organization: string, { id }: Webhook) {
  const params = { id };
  return callApi<typeof updateWebhook>("PATCH /webhooks/{id}", { organization, params, body: { enabled } });
}

/** Asks for confirmation, then stops a webhook's deliveries. */
export function DisableWebhookDialog({ organization, ...props }: WebhookDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={(webhook) => ({
        title: `Disable “${webhookName(webhook)}”?`,
        description: `Nothing is sent to ${webhookHost(webhook)} until you enable it again. It then continues with the events it missed, up to ${EVENT_RETENTION_D} days back.`,
        confirmLabel: "Disable webhook",
      })}
      write={(webhook) => switchTo(false, organization, webhook)}
      invalidates={[webhooksKey]}
      onDone={(webhook) => {
        toast.success(`“${webhookName(webhook)}” is disabled`, { description: "You can enable it again at any time." });
      }}
    />
  );
}

/** Says which events are delivered at once, then enables a webhook. */
export function EnableWebhookDialog({ organization, ...props }: WebhookDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={(webhook) => ({
        title: `Enable “${webhookName(webhook)}”?`,
        description: `Events since it was disabled are delivered now, up to ${EVENT_RETENTION_D} days back.`,
        confirmLabel: "Enable webhook",
      })}
      write={(webhook) => switchTo(true, organization, webhook)}
      invalidates={[webhooksKey]}
      onDone={(webhook) => {
        toast.success(`“${webhookName(webhook)}” is enabled`);
      }}
    />
  );
}

type RotateWebhookDialogProps = WebhookDialogProps & { onRotated: (revealed: RevealedWebhook) => void };

/** Asks for confirmation, then replaces a webhook's signing secret. */
export function RotateWebhookDialog({ organization, onRotated, ...props }: RotateWebhookDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={(webhook) => ({
        title: `Rotate the secret of “${webhookName(webhook)}”?`,
        description: `You get a new secret. For ${ROTATED_SECRET_H} hours, deliveries carry the signatures of both secrets, so your server can switch without a gap.`,
        confirmLabel: "Rotate secret",
      })}
      write={({ id }) =>
        callApi<typeof rotateWebhookSecret>("POST /webhooks/{id}/rotate-secret", { organization, params: { id } })
      }
      invalidates={[]}
      onDone={({ webhook, secret }) =>
        onRotated({
          webhook,
          // The secret is null only for a replayed Idempotency-Key, which pages never send.
          secret: secret ?? "",
          note: `The old secret works for another ${ROTATED_SECRET_H} hours.`,
        })
      }
    />
  );
}

type DeleteWebhookDialogProps = WebhookDialogProps & { onDeleted: (() => void) | undefined };

/** Asks for confirmation, then deletes a webhook. The reader has to type its host. */
export function DeleteWebhookDialog({ organization, onDeleted, ...props }: DeleteWebhookDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={(webhook) => ({
        title: `Delete “${webhookName(webhook)}” permanently?`,
        description: `Its settings and secrets are deleted. The log of its deliveries is no longer shown, and is deleted after ${DELIVERY_RETENTION_D} days. This can't be undone.`,
        confirmLabel: "Delete webhook",
        destructive: true,
        confirmText: webhookHost(webhook),
        children: <DeletedDeliveries webhook={webhook} />,
      })}
      write={({ id }) => callApi<typeof deleteWebhook>("DELETE /webhooks/{id}", { organization, params: { id } })}
      invalidates={[webhooksKey]}
      onDone={(_, webhook) => {
        toast.success(`“${webhookName(webhook)}” is deleted`);
        onDeleted?.();
      }}
    />
  );
}

function DeletedDeliveries({ webhook: { pending } }: { webhook: Webhook }) {
  return (
    <p className="rounded-md bg-muted px-3 py-2">
      {pending === 0
        ? "No delivery is waiting."
        : `${formatWaiting(pending)} waiting ${pending === 1 ? "delivery" : "deliveries"} won't be sent.`}
    </p>
  );
}
