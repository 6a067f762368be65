"use client";
import { type FormEvent, useState } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { useOpenCount } from "@/components/forms/use-open-count";
import { useRefreshingMutation } from "@/components/forms/use-refreshing-mutation";
import { memberListKeys } from "@/components/members/queries";
import { roleLabels, roleOptions } from "@/components/shell/role-labels";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { updateMember } from "@/lib/members/operations";
import type { Member } from "@/lib/members/schema";
import type { Role } from "@/lib/values";

type RoleDialogProps = {
  organization: string;
  subject: Member | null;
  self: string;
  /** Whether the organization has only this admin. */
  isLastAdmin: boolean;
  onClose: () => void;
  /** After the viewer's own role has changed. */
  onOwnRole: () => void;
};

export function RoleDialog({ subject, ...props }: RoleDialogProps) {
  const member = useLastNonNull(subject);
  const open = subject !== null;
  const opening = useOpenCount(open);
  if (!member) return null;
  return <ChangeRole key={opening} member={member} open={open} {...props} />;
}

type ChangeRoleProps = Omit<RoleDialogProps, "subject"> & { member: Member; open: boolean };

function ChangeRole({ organization, member, self, isLastAdmin, open, onClose, onOwnRole }: ChangeRoleProps) {
  const [role, setRole] = useState<Role>(member.role);
  const isSelf = member.id === self;
  const changing = useRefreshingMutation(
    (next: Role) =>
      callApi<typeof updateMember>("PATCH /members/{id}", {
        organization,
        params: { id: member.id },
        body: { role: next },
      }),
    memberListKeys,
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (changing.isPending || role === member.role) return;
    changing.mutate(role, {
      onSuccess: (changed) => {
        onClose();
        toast.success(`${isSelf ? "You are" : `${member.name} is`} now ${roleLabels[changed.role].toLowerCase()}`);
        if (isSelf) onOwnRole();
      },
    });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || changing.isPending ? undefined : onClose())}
      title={isSelf ? "Change your role" : `Change the role of ${member.name}`}
      description="Holds from the next click on, in every open window."
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <RadioGroup
            legend="Role"
            hideLegend
            layout="cards"
            value={role}
            onValueChange={setRole}
            options={roleOptions.map((option) => ({
              ...option,
              disabled: isLastAdmin && option.value !== "admin",
            }))}
          />
          {isLastAdmin ? (
            <p className="text-muted-foreground">
              {isSelf ? "You are" : `${member.name} is`} the only admin. Make somebody else an admin first.
            </p>
          ) : null}
          {isSelf && role !== "admin" ? (
            <p className="rounded-md bg-warning/10 px-3 py-2 text-warning">
              You will no longer change settings, keys or people here. Only another admin can give it back.
            </p>
          ) : null}
          <MutationProblem error={changing.error} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose} disabled={changing.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={role === member.role} loading={changing.isPending}>
            Change role
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
