"use client";
import { Pencil, Power, Send } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useNavigate } from "@/components/ui/use-navigate";
import type { Webhook } from "@/lib/webhooks/schema";
import { LazyWebhookDialogs, preloadWebhookDialogs } from "./lazy-webhook-dialogs";
import { useWebhookActions } from "./use-webhook-actions";
import { webhooksHref } from "./webhook-labels";
import { WebhookMenu } from "./webhook-menu";

/** The buttons and the menu of a webhook's own page, with their dialogs. Deleting it leads back to the list. */
export function WebhookActions({ organization, webhook }: { organization: string; webhook: Webhook }) {
  const actions = useWebhookActions(organization);
  const go = useNavigate();
  const near = { onPointerEnter: preloadWebhookDialogs, onFocus: preloadWebhookDialogs };
  return (
    <>
      {webhook.enabled ? null : (
        <Button {...near} variant="primary" onClick={() => actions.start("enable", webhook)}>
          <Power aria-hidden />
          Enable
        </Button>
      )}
      <Button {...near} onClick={() => actions.start("test", webhook)}>
        <Send aria-hidden />
        Send a test
      </Button>
      <Button {...near} onClick={() => actions.start("edit", webhook)}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <WebhookMenu webhook={webhook} onAction={(action) => actions.start(action, webhook)} isShort />
      <LazyWebhookDialogs
        organization={organization}
        actions={actions}
        onDeleted={() => go(webhooksHref(organization))}
      />
    </>
  );
}
