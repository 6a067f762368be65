"use client";
import { useMutation } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { TwoFactorSetUp } from "@/components/account/two-factor-set-up";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import type { startTwoFactor } from "@/lib/account/operations";
import type { Account } from "@/lib/account/schema";
import { call } from "@/lib/http/call";

type TwoFactorOffProps = { account: Account; onCodes: (codes: readonly string[]) => void };

export function TwoFactorOff({ account, onCodes }: TwoFactorOffProps) {
  const starting = useMutation({
    mutationFn: () => call<typeof startTwoFactor>("POST /account/two-factor", {}),
  });
  const requiring = account.two_factor.required_by.map(({ name }) => name);
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
          <CardHeader
            title="It is off"
            description="You need an authenticator app on your phone, such as the one of your password manager, Google or Microsoft. It takes a minute."
          />
          {starting.error ? (
            <CardBody>
              <MutationProblem error={starting.error} />
            </CardBody>
          ) : null}
          <CardFooter className="justify-end">
            <Button variant="primary" loading={starting.isPending} onClick={() => starting.mutate()}>
              Set up
            </Button>
          </CardFooter>
        </Card>
      )}
    </div>
  );
}
