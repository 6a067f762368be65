"use client";
import { MailX, Send } from "lucide-react";
import { ListSection } from "@/components/list/list-section";
import { type ListColumn, ListTable } from "@/components/list/list-table";
import { roleLabels } from "@/components/shell/role-labels";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { Badge } from "@/components/ui/badge";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu-items";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Invitation } from "@/lib/invitations/schema";

type InvitationListProps = {
  invitations: readonly Invitation[];
  onResend: (invitation: Invitation) => void;
  onRevoke: (invitation: Invitation) => void;
};

const columns: readonly ListColumn<Invitation>[] = [
  {
    label: "Email",
    cell: ({ email }) => (
      <span title={email} className="block truncate font-medium">
        {email}
      </span>
    ),
  },
  {
    label: "Role",
    width: "w-24",
    cell: ({ role }) => <Badge tone={role === "admin" ? "primary" : "neutral"}>{roleLabels[role]}</Badge>,
  },
  {
    label: "Expires",
    width: "w-32",
    className: "whitespace-nowrap",
    cell: ({ state, expires_at }) => (
      <span className={state === "expired" ? "text-warning" : "text-muted-foreground"}>
        <span className={state === "expired" ? undefined : "@min-[38rem]:hidden"}>
          {state === "expired" ? "Expired " : "Expires "}
        </span>
        <RelativeTime value={expires_at} />
      </span>
    ),
  },
  {
    label: "Invited by",
    width: "w-44",
    className: "text-muted-foreground",
    cell: ({ invited_by }) => (
      <span dir="auto" title={invited_by} className="block truncate">
        <span className="@min-[38rem]:hidden">Invited by </span>
        {invited_by}
      </span>
    ),
  },
];

export function InvitationRows({ invitations, onResend, onRevoke }: InvitationListProps) {
  return (
    <ListSection
      title={`Invitations (${invitations.length})`}
      description="These people haven't accepted yet. A new link replaces the previous one."
      className="mt-4"
    >
      <ListTable
        label="Invitations"
        rows={invitations}
        columns={columns}
        actions={(invitation) => (
          <ActionsMenu name={invitation.email}>
            <DropdownMenuItem icon={<Send />} onSelect={() => onResend(invitation)}>
              Send a new link
            </DropdownMenuItem>
            <DropdownMenuItem destructive icon={<MailX />} onSelect={() => onRevoke(invitation)}>
              Revoke…
            </DropdownMenuItem>
          </ActionsMenu>
        )}
      />
    </ListSection>
  );
}
