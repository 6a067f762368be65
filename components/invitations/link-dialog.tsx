"use client";
import { useRef } from "react";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { roleLabels } from "@/components/shell/role-labels";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import type { InvitationSent } from "@/lib/invitations/schema";

type LinkDialogProps = { sent: (InvitationSent & { url: string }) | null; onClose: () => void };

/** Shows the invitation link once, so that the inviter can pass it on. Used if there is no mail server. */
export function InvitationLinkDialog({ sent, onClose }: LinkDialogProps) {
  const shown = useLastNonNull(sent);
  const copyButton = useRef<HTMLButtonElement>(null);
  if (!shown) return null;
  const { invitation, url } = shown;
  return (
    <Dialog
      open={sent !== null}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Send this link yourself"
      description={`No mail server is configured, so no email was sent. Send this link to ${invitation.email}. You can also find it in the settings, under Email.`}
      initialFocus={copyButton}
    >
      <DialogBody className="flex flex-col gap-3">
        <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
          <Field label="Invitation link" className="flex-1">
            <Input
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
              spellCheck={false}
              className="font-mono text-xs"
            />
          </Field>
          <CopyButton ref={copyButton} value={url} variant="primary" className="min-w-24" />
        </div>
        <p className="text-xs text-muted-foreground">
          The link works once and only for this email, until{" "}
          <RelativeTime value={invitation.expires_at} mode="absolute" />. The person joins with the role{" "}
          {roleLabels[invitation.role].toLowerCase()}. If you lose the link, send a new one from the list of
          invitations.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}
