"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { CodeField } from "@/components/forms/code-field";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { PasswordInput } from "@/components/forms/password-input";
import { useForm } from "@/components/forms/use-form";
import { useOpenCount } from "@/components/forms/use-open-count";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { endTwoFactor } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";
import { accountKey } from "./queries";

type EndTwoFactorDialogProps = { open: boolean; onClose: () => void; hasPassword: boolean };

export function EndTwoFactorDialog(props: EndTwoFactorDialogProps) {
  return <Content key={useOpenCount(props.open)} {...props} />;
}

function Content({ open, onClose, hasPassword }: EndTwoFactorDialogProps) {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const name = hasPassword ? "password" : "code";
  const form = useForm<"password" | "code">({
    initial: { password: "", code: "" },
    slots: [name],
    validate: (typed) => ({
      [name]: typed[name] === "" ? (hasPassword ? "Enter your password." : "Enter a code.") : undefined,
    }),
    async submit(typed) {
      const body = { [name]: typed[name] };
      await callApi<typeof endTwoFactor>("DELETE /account/two-factor", { body });
      void queryClient.invalidateQueries({ queryKey: accountKey });
      toast.success("Two-factor sign-in is off", { description: "Sign-in no longer asks for a code." });
      onClose();
      return "leaving";
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Turn two-factor sign-in off?"
      description="You'll sign in with your password only, and your recovery codes will be deleted."
      size="sm"
      initialFocus={input}
    >
      <form {...form.form} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-3">
          {hasPassword ? (
            <Field label="Password" required error={form.errorOf("password")}>
              <PasswordInput ref={input} {...form.field("password")} autoComplete="current-password" />
            </Field>
          ) : (
            <CodeField ref={input} {...form.field("code")} error={form.errorOf("code")} recovery />
          )}
          <MutationProblem error={form.problem} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="destructive" loading={form.isBusy}>
            Turn off
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
