"use client";
import { useMutation } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { fieldError } from "@/components/account/field-error";
import { TwoFactorSetUp } from "@/components/account/two-factor-set-up";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { PasswordInput } from "@/components/sign-in/password-input";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import type { startTwoFactor } from "@/lib/account/operations";
import type { Account } from "@/lib/account/schema";
import { call } from "@/lib/http/call";

type TwoFactorOffProps = { account: Account; onCodes: (codes: readonly string[]) => void };

export function TwoFactorOff({ account, onCodes }: TwoFactorOffProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const { onInput, isCorrected } = useCorrected(problem);
  const starting = useMutation({
    mutationFn: (password: string | null) =>
      call<typeof startTwoFactor>("POST /account/two-factor", { body: password === null ? {} : { password } }),
    onError: (error) => complain(fieldError(error, "/password")),
  });
  const requiring = account.two_factor.required_by.map(({ name }) => name);

  function complain(text: string | undefined) {
    setProblem(text === undefined ? null : { text });
    input.current?.focus();
    input.current?.select();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = account.has_password ? String(new FormData(event.currentTarget).get("password")) : null;
    if (password === "") complain("Enter your password.");
    else if (!starting.isPending) starting.mutate(password);
  }

  const isExplained = fieldError(starting.error, "/password") !== undefined;
  return (
    <div className="flex flex-col gap-4">
      {requiring.length > 0 ? (
        <p className="flex items-start gap-2.5 rounded-lg bg-warning/12 px-4 py-3 text-pretty text-warning">
          <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {`${new Intl.ListFormat("en").format(requiring)} ${requiring.length === 1 ? "requires" : "require"} two-factor sign-in. Set it up to go on.`}
        </p>
      ) : null}
      {starting.data ? (
        <TwoFactorSetUp start={starting.data} onCodes={onCodes} onCancel={() => starting.reset()} />
      ) : (
        <Card>
          <form noValidate onSubmit={submit} onInput={onInput}>
            <CardHeader
              title="It is off"
              description="You need an authenticator app on your phone, such as the one of your password manager, Google or Microsoft. It takes a minute."
            />
            {account.has_password || starting.error ? (
              <CardBody className="flex flex-col gap-3">
                {account.has_password ? (
                  <Field label="Password" required error={isCorrected("password") ? undefined : problem?.text}>
                    <PasswordInput ref={input} name="password" autoComplete="current-password" />
                  </Field>
                ) : null}
                {isExplained ? null : <MutationProblem error={starting.error} />}
              </CardBody>
            ) : null}
            <CardFooter className="justify-end">
              <Button type="submit" variant="primary" loading={starting.isPending}>
                Set up
              </Button>
            </CardFooter>
          </form>
        </Card>
      )}
    </div>
  );
}
