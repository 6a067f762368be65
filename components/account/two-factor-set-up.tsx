"use client";
import { useEffect } from "react";
import { QrCode } from "@/components/account/qr-code";
import { CodeField } from "@/components/forms/code-field";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { confirmTwoFactor } from "@/lib/account/operations";
import type { TwoFactorStart } from "@/lib/account/schema";
import { callApi } from "@/lib/http/call";

type TwoFactorSetUpProps = {
  start: TwoFactorStart;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
};

export function TwoFactorSetUp({ start, onCodes, onCancel }: TwoFactorSetUpProps) {
  const form = useForm({
    initial: { code: "" },
    validate: ({ code }) => ({ code: code === "" ? "Enter the code from the app." : undefined }),
    async submit({ code }) {
      onCodes(
        (await callApi<typeof confirmTwoFactor>("POST /account/two-factor/confirm", { body: { code } })).recovery_codes,
      );
      return "leaving";
    },
  });
  const { ref } = form.form;

  useEffect(() => ref.current?.querySelector("input")?.focus({ preventScroll: true }), [ref]);

  return (
    <Card>
      <form {...form.form}>
        <CardHeader title="Set up your authenticator app" />
        <CardBody className="flex flex-col gap-6 sm:flex-row sm:gap-8">
          <QrCode text={start.url} label="QR code for your authenticator app" />
          <ol className="flex min-w-0 flex-1 flex-col gap-5">
            <li>
              <h3 className="font-medium">1. Scan the code with the app</h3>
              <p className="mt-1 text-muted-foreground">Or enter this secret in the app:</p>
              <div className="mt-1 flex items-center gap-1">
                <code className="break-words font-mono text-sm">{start.secret.match(/.{1,4}/g)?.join(" ")}</code>
                <CopyButton iconOnly value={start.secret} label="Copy secret" />
              </div>
            </li>
            <li className="flex flex-col gap-3">
              <h3 className="font-medium">2. Enter the code from the app</h3>
              <div className="max-w-60">
                <CodeField {...form.field("code")} error={form.errorOf("code")} />
              </div>
              <MutationProblem error={form.problem} />
            </li>
          </ol>
        </CardBody>
        <CardFooter className="justify-end">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" loading={form.isBusy}>
            Turn on
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
