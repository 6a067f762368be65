"use client";
import { AccountBoundary } from "@/components/account/account-boundary";
import { FirstPassword } from "@/components/account/first-password";
import { PasswordForm } from "@/components/account/password-form";

export function PasswordSettings({ minimumPassword }: { minimumPassword: number }) {
  return (
    <AccountBoundary>
      {(account) =>
        account.has_password ? (
          <PasswordForm email={account.email} minimumPassword={minimumPassword} />
        ) : (
          <FirstPassword email={account.email} />
        )
      }
    </AccountBoundary>
  );
}
