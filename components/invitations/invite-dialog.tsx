"use client";
import type { QueryKey } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { looksLikeEmail } from "@/components/forms/email";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useRefreshingMutation } from "@/components/forms/use-refreshing-mutation";
import { roleOptions } from "@/components/shell/role-labels";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { callApi, isApiError } from "@/lib/http/call";
import type { createInvitation } from "@/lib/invitations/operations";
import type { InvitationSent } from "@/lib/invitations/schema";
import { INVITATION_D } from "@/lib/limits";
import type { Role } from "@/lib/values";

type InviteDialogProps = {
  organization: { slug: string; name: string };
  /** Queries to fetch again once an invitation was sent or refused. */
  refreshes: QueryKey[];
  open: boolean;
  onClose: () => void;
  onSent: (sent: InvitationSent) => void;
};

export function InviteDialog({ organization, refreshes, open, onClose, onSent }: InviteDialogProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("support");
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const inviting = useRefreshingMutation(
    (body: { email: string; role: Role }) =>
      callApi<typeof createInvitation>("POST /invitations", { organization: organization.slug, body }),
    refreshes,
  );

  /** What was typed is kept; what was wrong with it is not. */
  function close() {
    if (inviting.isPending) return;
    inviting.reset();
    setFault(undefined);
    onClose();
  }

  function refuse(reason: string | undefined) {
    setFault(reason);
    if (reason) input.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (inviting.isPending) return;
    const address = email.trim();
    if (!looksLikeEmail(address)) {
      return refuse("Enter one e-mail address, such as ana@example.com.");
    }
    inviting.mutate(
      { email: address, role },
      {
        onSuccess: (sent) => {
          setEmail("");
          setFault(undefined);
          inviting.reset();
          onSent(sent);
        },
        onError: (error) => {
          if (!isApiError(error)) return;
          refuse(error.errors.find(({ pointer }) => pointer === "/email")?.detail);
        },
      },
    );
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title={`Invite to ${organization.name}`}
      description={`The link works once, for ${INVITATION_D} days, and only for this e-mail.`}
      initialFocus={input}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-5">
          <Field label="E-mail" required error={fault}>
            <Input
              ref={input}
              type="email"
              value={email}
              onChange={(event) => {
                setEmail(event.target.value);
                setFault(undefined);
              }}
              maxLength={254}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <RadioGroup legend="Role" layout="cards" value={role} onValueChange={setRole} options={roleOptions} />
          {fault ? null : <MutationProblem error={inviting.error} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={inviting.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={inviting.isPending}>
            Invite
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
