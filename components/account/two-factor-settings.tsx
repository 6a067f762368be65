"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AccountBoundary } from "@/components/account/account-boundary";
import { RecoveryCodes } from "@/components/account/recovery-codes";
import { TwoFactorOff } from "@/components/account/two-factor-off";
import { TwoFactorOn } from "@/components/account/two-factor-on";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { accountKey } from "@/lib/account/queries";
import type { Account } from "@/lib/account/schema";

export function TwoFactorSettings() {
  return <AccountBoundary>{(account) => <Settings account={account} />}</AccountBoundary>;
}

type Fresh = { codes: readonly string[]; isFirst: boolean };

function Settings({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const [fresh, setFresh] = useState<Fresh | null>(null);

  function show(codes: readonly string[], isFirst: boolean) {
    setFresh({ codes, isFirst });
    void queryClient.invalidateQueries({ queryKey: accountKey });
  }

  if (fresh) {
    return (
      <Card>
        <CardHeader
          title={fresh.isFirst ? "Two-factor sign-in is on. Save your recovery codes" : "Your new recovery codes"}
        />
        <CardBody>
          <RecoveryCodes codes={fresh.codes} email={account.email} />
        </CardBody>
        <CardFooter className="justify-end">
          <Button variant="primary" onClick={() => setFresh(null)}>
            I have saved them
          </Button>
        </CardFooter>
      </Card>
    );
  }
  return account.two_factor.enabled ? (
    <TwoFactorOn account={account} onCodes={(codes) => show(codes, false)} />
  ) : (
    <TwoFactorOff account={account} onCodes={(codes) => show(codes, true)} />
  );
}
