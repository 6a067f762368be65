"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { fieldError } from "@/components/account/field-error";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { CodeField } from "@/components/sign-in/code-field";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import type { replaceRecoveryCodes } from "@/lib/account/operations";
import { call } from "@/lib/http/call";

type NewCodesDialogProps = { open: boolean; onClose: () => void; onCodes: (codes: readonly string[]) => void };

export function NewCodesDialog({ open, onClose, onCodes }: NewCodesDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const { onInput, isCorrected } = useCorrected(problem);
  const replacing = useMutation({
    mutationFn: (code: string) =>
      call<typeof replaceRecoveryCodes>("POST /account/two-factor/recovery-codes", { body: { code } }),
    onSuccess: (answer) => onCodes(answer.recovery_codes),
    onError: (error) => complain(fieldError(error, "/code")),
  });

  function complain(text: string | undefined) {
    setProblem(text === undefined ? null : { text });
    input.current?.focus();
    input.current?.select();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code")).trim();
    if (code === "") complain("Enter a code.");
    else if (!replacing.isPending) replacing.mutate(code);
  }

  function close() {
    setProblem(null);
    replacing.reset();
    onClose();
  }

  const isExplained = fieldError(replacing.error, "/code") !== undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title="Make new recovery codes"
      description="The old ones stop working."
      size="sm"
      initialFocus={input}
    >
      <form noValidate onSubmit={submit} onInput={onInput} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-3">
          <CodeField ref={input} error={isCorrected("code") ? undefined : problem?.text} recovery />
          {isExplained ? null : <MutationProblem error={replacing.error} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" loading={replacing.isPending}>
            Make new codes
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
