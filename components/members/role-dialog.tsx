"use client";
import { chosenOf } from "@/components/forms/form-values";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { useOpenCount } from "@/components/forms/use-open-count";
import { memberListKeys } from "@/components/members/queries";
import { roleLabels, roleOptions } from "@/components/shell/role-labels";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { updateMember } from "@/lib/members/operations";
import type { Member } from "@/lib/members/schema";
import { roles } from "@/lib/values";

type RoleDialogProps = {
  organization: string;
  subject: Member | null;
  self: string;
  /** Whether this is the organization's only admin. */
  isLastAdmin: boolean;
  onClose: () => void;
  /** Called after the viewer's own role changed. */
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
  const isSelf = member.id === self;
  const form = useForm({
    initial: { role: member.role },
    slots: [],
    async submit({ role }) {
      const changed = await callApi<typeof updateMember>("PATCH /members/{id}", {
        organization,
        params: { id: member.id },
        body: { role: chosenOf(roles, role, "viewer") },
      });
      onClose();
      toast.success(`${isSelf ? "You are" : `${member.name} is`} now ${roleLabels[changed.role].toLowerCase()}`);
      if (isSelf) onOwnRole();
      return "saved";
    },
    invalidates: memberListKeys,
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || form.isBusy ? undefined : onClose())}
      title={isSelf ? "Change your role" : `Change the role of ${member.name}`}
      description="Takes effect immediately, in every open window."
    >
      <form {...form.form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <RadioGroup
            legend="Role"
            hideLegend
            layout="cards"
            {...form.field("role")}
            options={roleOptions.map((option) => ({
              ...option,
              disabled: isLastAdmin && option.value !== "admin",
            }))}
          />
          {isLastAdmin ? (
            <p className="text-muted-foreground">
              {isSelf ? "You are" : `${member.name} is`} the only admin. Make another member an admin first.
            </p>
          ) : null}
          {isSelf && form.values.role !== "admin" ? (
            <p className="rounded-md bg-warning/10 px-3 py-2 text-warning">
              You will no longer be able to change settings, keys or members here. Only another admin can restore your
              role.
            </p>
          ) : null}
          <MutationProblem error={form.problem} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={!form.isChanged} loading={form.isBusy}>
            Change role
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
