"use client";
import { useRef } from "react";
import { CodeField } from "@/components/forms/code-field";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { useOpenCount } from "@/components/forms/use-open-count";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import type { replaceRecoveryCodes } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";

type NewCodesDialogProps = { open: boolean; onClose: () => void; onCodes: (codes: readonly string[]) => void };

export function NewCodesDialog(props: NewCodesDialogProps) {
  return <Content key={useOpenCount(props.open)} {...props} />;
}

function Content({ open, onClose, onCodes }: NewCodesDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { code: "" },
    validate: ({ code }) => ({ code: code === "" ? "Enter a code." : undefined }),
    async submit({ code }) {
      const body = { code };
      onCodes(
        (await callApi<typeof replaceRecoveryCodes>("POST /account/two-factor/recovery-codes", { body }))
          .recovery_codes,
      );
      return "leaving";
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Create new recovery codes"
      description="Your old codes will stop working."
      size="sm"
      initialFocus={input}
    >
      <form {...form.form} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-3">
          <CodeField ref={input} {...form.field("code")} error={form.errorOf("code")} recovery />
          <MutationProblem error={form.problem} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={form.isBusy}>
            Create new codes
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
