"use client";
import { CircleSlash, Pencil, Power, RefreshCw, Send, Trash2 } from "lucide-react";
import { ActionsMenu, CopyIdItem } from "@/components/ui/actions-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";
import type { Webhook } from "@/lib/webhooks/schema";
import { isVerified } from "./webhook-kinds";
import { webhookName } from "./webhook-labels";

export type WebhookAction = "test" | "edit" | "rotate" | "disable" | "enable" | "delete";

type WebhookMenuProps = {
  webhook: Webhook;
  onAction: (action: WebhookAction) => void;
  /** Whether the actions for which the webhook's page has buttons are left out. */
  isShort?: boolean;
};

export function WebhookMenu({ webhook, onAction, isShort = false }: WebhookMenuProps) {
  return (
    <ActionsMenu name={webhookName(webhook)}>
      {isShort ? null : (
        <>
          <DropdownMenuItem icon={<Send />} onSelect={() => onAction("test")}>
            Send a test
          </DropdownMenuItem>
          <DropdownMenuItem icon={<Pencil />} onSelect={() => onAction("edit")}>
            Edit…
          </DropdownMenuItem>
        </>
      )}
      {isVerified(webhook.kind) ? (
        <DropdownMenuItem icon={<RefreshCw />} onSelect={() => onAction("rotate")}>
          Rotate secret…
        </DropdownMenuItem>
      ) : null}
      <CopyIdItem id={webhook.id}>Copy webhook ID</CopyIdItem>
      <DropdownMenuSeparator />
      {webhook.enabled ? (
        <DropdownMenuItem icon={<CircleSlash />} onSelect={() => onAction("disable")}>
          Disable…
        </DropdownMenuItem>
      ) : isShort ? null : (
        <DropdownMenuItem icon={<Power />} onSelect={() => onAction("enable")}>
          Enable…
        </DropdownMenuItem>
      )}
      <DropdownMenuItem destructive icon={<Trash2 />} onSelect={() => onAction("delete")}>
        Delete…
      </DropdownMenuItem>
    </ActionsMenu>
  );
}
