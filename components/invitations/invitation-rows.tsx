"use client";
import { MailX, Send } from "lucide-react";
import { roleLabels } from "@/components/shell/role-labels";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu-items";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Invitation } from "@/lib/invitations/schema";

type InvitationListProps = {
  invitations: readonly Invitation[];
  onResend: (invitation: Invitation) => void;
  onRevoke: (invitation: Invitation) => void;
};

export function InvitationRows({ invitations, onResend, onRevoke }: InvitationListProps) {
  return (
    <Card>
      <CardHeader
        title={`Invitations (${invitations.length})`}
        description="Nobody has accepted them yet. A new link replaces the previous one."
      />
      <ul className="divide-y divide-border border-t border-border">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-3 py-2 pr-3 pl-4">
            <div className="min-w-0 flex-1">
              <p title={invitation.email} className="truncate font-medium">
                {invitation.email}
              </p>
              <p className="text-xs text-muted-foreground">
                Invited by <span dir="auto">{invitation.invited_by}</span>,{" "}
                {invitation.state === "open" ? "expires" : "expired"} <RelativeTime value={invitation.expires_at} />
              </p>
            </div>
            {invitation.state === "expired" ? <Badge tone="warning">Expired</Badge> : null}
            <Badge tone={invitation.role === "admin" ? "primary" : "neutral"}>{roleLabels[invitation.role]}</Badge>
            <ActionsMenu name={invitation.email}>
              <DropdownMenuItem icon={<Send />} onSelect={() => onResend(invitation)}>
                Send a new link
              </DropdownMenuItem>
              <DropdownMenuItem destructive icon={<MailX />} onSelect={() => onRevoke(invitation)}>
                Revoke…
              </DropdownMenuItem>
            </ActionsMenu>
          </li>
        ))}
      </ul>
    </Card>
  );
}
