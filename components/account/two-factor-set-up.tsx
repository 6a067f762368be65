"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { fieldError } from "@/components/account/field-error";
import { QrCode } from "@/components/account/qr-code";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { CodeField } from "@/components/sign-in/code-field";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { confirmTwoFactor } from "@/lib/account/operations";
import type { TwoFactorStart } from "@/lib/account/schema";
import { call } from "@/lib/http/call";

type TwoFactorSetUpProps = {
  start: TwoFactorStart;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
};

export function TwoFactorSetUp({ start, onCodes, onCancel }: TwoFactorSetUpProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const { onInput, isCorrected } = useCorrected(problem);
  const confirming = useMutation({
    mutationFn: (code: string) => call<typeof confirmTwoFactor>("POST /account/two-factor/confirm", { body: { code } }),
    onSuccess: (answer) => onCodes(answer.recovery_codes),
    onError: (error) => complain(fieldError(error, "/code")),
  });

  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  function complain(text: string | undefined) {
    setProblem(text === undefined ? null : { text });
    input.current?.focus();
    input.current?.select();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code")).trim();
    if (code === "") complain("Enter the code that the app shows.");
    else if (!confirming.isPending) confirming.mutate(code);
  }

  const isExplained = fieldError(confirming.error, "/code") !== undefined;
  return (
    <Card>
      <form noValidate onSubmit={submit} onInput={onInput}>
        <CardHeader title="Set up your authenticator app" />
        <CardBody className="flex flex-col gap-6 sm:flex-row sm:gap-8">
          <QrCode text={start.url} label="QR code for your authenticator app" />
          <ol className="flex min-w-0 flex-1 flex-col gap-5">
            <li>
              <h3 className="font-medium">1. Scan the code with the app</h3>
              <p className="mt-1 text-muted-foreground">Or type this secret into it:</p>
              <div className="mt-1 flex items-center gap-1">
                <code className="break-words font-mono text-sm">{start.secret.match(/.{1,4}/g)?.join(" ")}</code>
                <CopyButton iconOnly value={start.secret} label="Copy secret" />
              </div>
            </li>
            <li className="flex flex-col gap-3">
              <h3 className="font-medium">2. Enter the code that it shows</h3>
              <div className="max-w-60">
                <CodeField ref={input} error={isCorrected("code") ? undefined : problem?.text} />
              </div>
              {isExplained ? null : <MutationProblem error={confirming.error} />}
            </li>
          </ol>
        </CardBody>
        <CardFooter className="justify-end">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" loading={confirming.isPending}>
            Turn on
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
