"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AccountBoundary } from "@/components/account/account-boundary";
import { type FreshCodes, RecoveryCodesDialog } from "@/components/account/recovery-codes-dialog";
import { TwoFactorOff } from "@/components/account/two-factor-off";
import { TwoFactorOn } from "@/components/account/two-factor-on";
import type { Account } from "@/lib/account/schema";
import { accountKey, accountOptions } from "./queries";

type TwoFactorSettingsProps = {
  /** The path of the page that sent the reader here because it requires two-factor sign-in. Null if none did. */
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
    // Update the account from the reply, in case it can't be refetched.
    queryClient.setQueryData(accountOptions().queryKey, (before) => before && withTwoFactor(before, codes.length));
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

function withTwoFactor(account: Account, left: number): Account {
  const { two_factor: before } = account;
  const enabled_at = before.enabled_at ?? new Date().toISOString();
  return { ...account, two_factor: { ...before, enabled: true, enabled_at, recovery_codes_left: left } };
}
