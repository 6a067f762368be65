"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AccountBoundary } from "@/components/account/account-boundary";
import { type FreshCodes, RecoveryCodesDialog } from "@/components/account/recovery-codes-dialog";
import { TwoFactorOff } from "@/components/account/two-factor-off";
import { TwoFactorOn } from "@/components/account/two-factor-on";
import { accountKey } from "@/lib/account/queries";
import type { Account } from "@/lib/account/schema";

type TwoFactorSettingsProps = {
  /** The page that wants two-factor sign-in set up first. */
  callback: string | null;
};

export function TwoFactorSettings({ callback }: TwoFactorSettingsProps) {
  return <AccountBoundary>{(account) => <Settings account={account} callback={callback} />}</AccountBoundary>;
}

function Settings({ account, callback }: TwoFactorSettingsProps & { account: Account }) {
  const queryClient = useQueryClient();
  const [fresh, setFresh] = useState<FreshCodes | null>(null);

  function show(codes: readonly string[], isFirst: boolean) {
    setFresh({ codes, isFirst });
    void queryClient.invalidateQueries({ queryKey: accountKey });
  }

  return (
    <>
      {account.two_factor.enabled ? (
        <TwoFactorOn account={account} callback={callback} onCodes={(codes) => show(codes, false)} />
      ) : (
        <TwoFactorOff account={account} onCodes={(codes) => show(codes, true)} />
      )}
      <RecoveryCodesDialog fresh={fresh} email={account.email} onClose={() => setFresh(null)} />
    </>
  );
}
