"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { CodeField } from "@/components/forms/code-field";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { PasswordInput } from "@/components/forms/password-input";
import { useFormAttempt } from "@/components/forms/use-form-attempt";
import { useOpenCount } from "@/components/forms/use-open-count";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { endTwoFactor } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";
import { accountKey } from "./queries";

const names = { password: ["password"], code: ["code"] } as const;

type EndTwoFactorDialogProps = { open: boolean; onClose: () => void; hasPassword: boolean };

export function EndTwoFactorDialog(props: EndTwoFactorDialogProps) {
  return <Content key={useOpenCount(props.open)} {...props} />;
}

function Content({ open, onClose, hasPassword }: EndTwoFactorDialogProps) {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const name = hasPassword ? "password" : "code";
  const { form, values, errorOf, problem, busy } = useFormAttempt<"password" | "code">({
    names: names[name],
    check: (typed) => ({
      ...(typed[name] === "" && { [name]: hasPassword ? "Enter your password." : "Enter a code." }),
    }),
    async send(body) {
      await callApi<typeof endTwoFactor>("DELETE /account/two-factor", { body });
      void queryClient.invalidateQueries({ queryKey: accountKey });
      toast.success("Two-factor sign-in is off", { description: "From now on your password is enough." });
      onClose();
      return "leaving";
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Turn two-factor sign-in off?"
      description="Your password alone is then enough to sign in, and your recovery codes are deleted."
      size="sm"
      initialFocus={input}
    >
      <form {...form} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-3">
          {hasPassword ? (
            <Field label="Password" required error={errorOf("password")}>
              <PasswordInput
                ref={input}
                name="password"
                autoComplete="current-password"
                defaultValue={values.password}
              />
            </Field>
          ) : (
            <CodeField ref={input} defaultValue={values.code} error={errorOf("code")} recovery />
          )}
          <MutationProblem error={problem} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="destructive" loading={busy}>
            Turn off
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
