"use client";
import { useMemberWrite } from "@/components/members/use-member-write";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { useLast } from "@/components/settings/use-last";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/http/call";
import type { revokeInvitation } from "@/lib/invitations/operations";
import type { Invitation } from "@/lib/invitations/schema";
import type { leaveOrganization, removeMember } from "@/lib/members/operations";
import type { Member } from "@/lib/members/schema";

type Organization = { slug: string; name: string };
type RemoveDialogProps = { organization: Organization; subject: Member | null; onClose: () => void };

export function RemoveDialog({ organization, subject, onClose }: RemoveDialogProps) {
  const member = useLast(subject);
  const { mutateAsync, error, reset } = useMemberWrite((id: string) =>
    call<typeof removeMember>("DELETE /members/{id}", { organization: organization.slug, params: { id } }),
  );
  return (
    <AlertDialog
      open={subject !== null}
      onOpenChange={() => closeAfter(reset, onClose)}
      title={`Remove ${member?.name ?? ""} from ${organization.name}?`}
      description={`${member?.email ?? ""} loses access with the next click, in every open window. What they did stays, and so do the API keys they made: keys belong to the organization. Revoke those they should no longer have.`}
      confirmLabel="Remove"
      destructive
      onConfirm={async () => {
        if (!member) return;
        await mutateAsync(member.id).then(() => {
          onClose();
          toast.success(`${member.name} is no longer a member`);
        }, ignore);
      }}
    >
      {error ? <MutationProblem error={error} /> : null}
    </AlertDialog>
  );
}

type LeaveDialogProps = { organization: Organization; open: boolean; onClose: () => void };

export function LeaveDialog({ organization, open, onClose }: LeaveDialogProps) {
  const { mutateAsync, error, reset } = useMemberWrite((slug: string) =>
    call<typeof leaveOrganization>("POST /members/leave", { organization: slug }),
  );
  return (
    <AlertDialog
      open={open}
      onOpenChange={() => closeAfter(reset, onClose)}
      title={`Leave ${organization.name}?`}
      description="You lose access at once, and only an admin can invite you back. Your account stays, and so do the API keys you made here: keys belong to the organization."
      confirmLabel={`Leave ${organization.name}`}
      destructive
      onConfirm={async () => {
        // A new document, so that nothing of the organization stays in memory; the server knows where to go.
        await mutateAsync(organization.slug).then(() => window.location.replace("/sign-in"), ignore);
      }}
    >
      {error ? <MutationProblem error={error} /> : null}
    </AlertDialog>
  );
}

type RevokeDialogProps = { organization: string; subject: Invitation | null; onClose: () => void };

export function RevokeDialog({ organization, subject, onClose }: RevokeDialogProps) {
  const invitation = useLast(subject);
  const { mutateAsync, error, reset } = useMemberWrite((id: string) =>
    call<typeof revokeInvitation>("DELETE /invitations/{id}", { organization, params: { id } }),
  );
  return (
    <AlertDialog
      open={subject !== null}
      onOpenChange={() => closeAfter(reset, onClose)}
      title={`Revoke the invitation of ${invitation?.email ?? ""}?`}
      description="The link that was sent stops working at once. You can invite the same e-mail again."
      confirmLabel="Revoke invitation"
      destructive
      onConfirm={async () => {
        if (!invitation) return;
        await mutateAsync(invitation.id).then(() => {
          onClose();
          toast.success(`The invitation of ${invitation.email} is revoked`);
        }, ignore);
      }}
    >
      {error ? <MutationProblem error={error} /> : null}
    </AlertDialog>
  );
}

/** A refusal stays in the dialog, which shows it. */
const ignore = () => undefined;

function closeAfter(reset: () => void, onClose: () => void) {
  reset();
  onClose();
}
