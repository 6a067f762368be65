"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { fieldError } from "@/components/account/field-error";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { CodeField } from "@/components/sign-in/code-field";
import { PasswordInput } from "@/components/sign-in/password-input";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { endTwoFactor } from "@/lib/account/operations";
import { accountKey } from "@/lib/account/queries";
import { call } from "@/lib/http/call";

type EndTwoFactorDialogProps = { open: boolean; onClose: () => void; hasPassword: boolean };

export function EndTwoFactorDialog({ open, onClose, hasPassword }: EndTwoFactorDialogProps) {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const { onInput, isCorrected } = useCorrected(problem);
  const name = hasPassword ? "password" : "code";
  const ending = useMutation({
    mutationFn: (proof: string) => call<typeof endTwoFactor>("DELETE /account/two-factor", { body: { [name]: proof } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: accountKey });
      toast.success("Two-factor sign-in is off", { description: "From now on your password is enough." });
      close();
    },
    onError: (error) => complain(fieldError(error, `/${name}`)),
  });

  function complain(text: string | undefined) {
    setProblem(text === undefined ? null : { text });
    input.current?.focus();
    input.current?.select();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const proof = String(new FormData(event.currentTarget).get(name));
    if (proof === "") complain(hasPassword ? "Enter your password." : "Enter a code.");
    else if (!ending.isPending) ending.mutate(proof);
  }

  function close() {
    setProblem(null);
    ending.reset();
    onClose();
  }

  const error = isCorrected(name) ? undefined : problem?.text;
  const isExplained = fieldError(ending.error, `/${name}`) !== undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title="Turn two-factor sign-in off?"
      description="Your password alone is then enough to sign in, and your recovery codes are deleted."
      size="sm"
      initialFocus={input}
    >
      <form noValidate onSubmit={submit} onInput={onInput} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-3">
          {hasPassword ? (
            <Field label="Password" required error={error}>
              <PasswordInput ref={input} name="password" autoComplete="current-password" />
            </Field>
          ) : (
            <CodeField ref={input} error={error} recovery />
          )}
          {isExplained ? null : <MutationProblem error={ending.error} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="destructive" loading={ending.isPending}>
            Turn off
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
