"use client";
import { ConfirmWrite } from "@/components/forms/confirm-write";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { revokeInvitation } from "@/lib/invitations/operations";
import type { Invitation } from "@/lib/invitations/schema";
import type { leaveOrganization, removeMember } from "@/lib/members/operations";
import type { Member } from "@/lib/members/schema";
import { memberListKeys } from "./queries";

type Organization = { slug: string; name: string };
type RemoveDialogProps = { organization: Organization; subject: Member | null; onClose: () => void };

export function RemoveMemberDialog({ organization, ...props }: RemoveDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={({ name, email }) => ({
        title: `Remove ${name} from ${organization.name}?`,
        description: `${email} loses access immediately, in every open window. Their past activity and the API keys they created are kept, because keys belong to the organization. Revoke the keys they should no longer have.`,
        confirmLabel: "Remove",
        destructive: true,
      })}
      write={({ id }) =>
        callApi<typeof removeMember>("DELETE /members/{id}", { organization: organization.slug, params: { id } })
      }
      invalidates={memberListKeys}
      onDone={(_, { name }) => {
        toast.success(`${name} is no longer a member`);
      }}
    />
  );
}

type LeaveDialogProps = { organization: Organization; open: boolean; onClose: () => void };

export function LeaveOrganizationDialog({ organization, open, onClose }: LeaveDialogProps) {
  return (
    <ConfirmWrite
      subject={open ? organization : null}
      onClose={onClose}
      question={({ name }) => ({
        title: `Leave ${name}?`,
        description:
          "You lose access immediately, and only an admin can invite you back. Your account and the API keys you created are kept, because keys belong to the organization.",
        confirmLabel: "Leave organization",
        destructive: true,
      })}
      write={({ slug }) => callApi<typeof leaveOrganization>("POST /members/leave", { organization: slug })}
      invalidates={[]}
      onDone={() => {
        // Load a new document, so that nothing of the organization stays in memory. The server chooses the page.
        window.location.replace("/sign-in");
        // This promise never settles, so that the dialog stays busy until the new document loads.
        return new Promise<void>(() => undefined);
      }}
    />
  );
}

type RevokeDialogProps = { organization: string; subject: Invitation | null; onClose: () => void };

export function RevokeInvitationDialog({ organization, ...props }: RevokeDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={({ email }) => ({
        title: `Revoke the invitation for ${email}?`,
        description: "The link stops working immediately. You can invite the same email address again.",
        confirmLabel: "Revoke invitation",
        destructive: true,
      })}
      write={({ id }) => callApi<typeof revokeInvitation>("DELETE /invitations/{id}", { organization, params: { id } })}
      invalidates={memberListKeys}
      onDone={(_, { email }) => {
        toast.success(`The invitation for ${email} is revoked`);
      }}
    />
  );
}
