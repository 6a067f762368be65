"use client";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { TwoFactorSetUp } from "@/components/account/two-factor-set-up";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { PasswordInput } from "@/components/forms/password-input";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import type { startTwoFactor } from "@/lib/account/operations";
import type { Account, TwoFactorStart } from "@/lib/account/schema";
import { callApi } from "@/lib/http/call";

type TwoFactorOffProps = { account: Account; onCodes: (codes: readonly string[]) => void };

export function TwoFactorOff({ account, onCodes }: TwoFactorOffProps) {
  const { has_password: hasPassword } = account;
  const [start, setStart] = useState<TwoFactorStart | null>(null);
  const form = useForm({
    initial: { password: "" },
    validate: ({ password }) => ({ password: hasPassword && password === "" ? "Enter your password." : undefined }),
    async submit({ password }) {
      const body = hasPassword ? { password } : {};
      setStart(await callApi<typeof startTwoFactor>("POST /account/two-factor", { body }));
      return "done";
    },
  });
  const requiring = account.two_factor.required_by.map(({ name }) => name);

  return (
    <div className="flex flex-col gap-4">
      {requiring.length > 0 ? (
        <p className="flex items-start gap-2.5 rounded-lg bg-warning/12 px-4 py-3 text-pretty text-warning">
          <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {`${new Intl.ListFormat("en").format(requiring)} ${requiring.length === 1 ? "requires" : "require"} two-factor sign-in. Set it up to continue.`}
          </span>
        </p>
      ) : null}
      {start ? (
        <TwoFactorSetUp start={start} onCodes={onCodes} onCancel={() => setStart(null)} />
      ) : (
        <Card>
          <form {...form.form}>
            <CardHeader
              title="Two-factor sign-in is off"
              description="You need an authenticator app on your phone, such as your password manager, Google Authenticator or Microsoft Authenticator. Setup takes a minute."
            />
            {hasPassword || form.problem ? (
              <CardBody className="flex max-w-md flex-col gap-3">
                {hasPassword ? (
                  <Field label="Password" required error={form.errorOf("password")}>
                    <PasswordInput {...form.field("password")} autoComplete="current-password" />
                  </Field>
                ) : null}
                <MutationProblem error={form.problem} />
              </CardBody>
            ) : null}
            <CardFooter className="justify-end">
              <Button type="submit" variant="primary" loading={form.isBusy}>
                Set up
              </Button>
            </CardFooter>
          </form>
        </Card>
      )}
    </div>
  );
}
