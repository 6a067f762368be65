"use client";
import type { QueryKey } from "@tanstack/react-query";
import { useRef } from "react";
import { looksLikeEmail } from "@/components/forms/email";
import { chosenOf } from "@/components/forms/form-values";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { roleOptions } from "@/components/shell/role-labels";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { callApi } from "@/lib/http/call";
import type { createInvitation } from "@/lib/invitations/operations";
import type { InvitationSent } from "@/lib/invitations/schema";
import { INVITATION_D } from "@/lib/limits";
import { roles } from "@/lib/values";

type InviteDialogProps = {
  organization: { slug: string; name: string };
  /** Queries to refetch after an invitation was sent or rejected. */
  refreshes: QueryKey[];
  open: boolean;
  onClose: () => void;
  onSent: (sent: InvitationSent) => void;
};

export function InviteDialog({ organization, refreshes, open, onClose, onSent }: InviteDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { email: "", role: "support" },
    slots: ["email"],
    validate: ({ email }) => ({
      email: looksLikeEmail(email) ? undefined : "Enter one email address, such as ana@example.com.",
    }),
    async submit({ email, role }) {
      const body = { email, role: chosenOf(roles, role, "viewer") };
      onSent(await callApi<typeof createInvitation>("POST /invitations", { organization: organization.slug, body }));
      return "done";
    },
    invalidates: refreshes,
  });

  /** Closes the dialog, keeps the input and clears the errors. */
  function close() {
    if (form.isBusy) return;
    form.forgive();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title={`Invite to ${organization.name}`}
      description={`The link works once, for ${INVITATION_D} days, and only for this email address.`}
      initialFocus={input}
    >
      <form {...form.form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-5">
          <Field label="Email" required error={form.errorOf("email")}>
            <Input
              ref={input}
              type="email"
              {...form.field("email")}
              maxLength={254}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <RadioGroup legend="Role" layout="cards" {...form.field("role")} options={roleOptions} />
          <MutationProblem error={form.problem} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={form.isBusy}>
            Invite
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
